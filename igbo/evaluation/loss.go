package evaluation

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained"
)

// counted gathers what L looks at: predictions and targets of valid steps t ≥ BurnIn.
func counted(m *trained.Model, y []float64, data samples.Data) task.Sample {
	s, k := task.Sample{Outputs: m.Outputs()}, data.Targets()
	if data.Mask == nil && data.Weights == nil && m.Config.BurnIn == 0 {
		s.Predictions, s.Targets = y, data.Y
		return s
	}
	for i := range data.Rows() {
		if !data.Counts(i, m.Config.BurnIn) {
			continue
		}
		s.Predictions = append(s.Predictions, y[i*m.Outputs():(i+1)*m.Outputs()]...)
		s.Targets = append(s.Targets, data.Y[i*k:(i+1)*k]...)
		if data.Weights != nil {
			s.Weights = append(s.Weights, data.Weights[i/data.Steps])
		}
	}
	return s
}

// TaskLoss is L of predictions y for data, both in the same units, in float64.
// Errors: none counts, targets that the loss does not take, a loss that is not finite.
func TaskLoss(m *trained.Model, y []float64, data samples.Data) (l float64, err error) {
	if data.Steps <= m.Config.BurnIn {
		return 0, fmt.Errorf("igbo: data of T = %d steps, expected more than the burn-in of %d", data.Steps, m.Config.BurnIn)
	}
	if err := data.ValidateBurnIn(m.Config.BurnIn); err != nil {
		return 0, err
	}
	if err := m.CheckTargets(data); err != nil {
		return 0, err
	}
	if m.Config.Loss.Is(task.KindCustom) {
		l, err = customLoss(m, y, data)
	} else if l, err = m.Config.Loss.Value(counted(m, y, data)); err != nil {
		err = fmt.Errorf("igbo: %w", err)
	}
	if err == nil && (math.IsNaN(l) || math.IsInf(l, 0)) {
		err = fmt.Errorf("igbo: the task loss is %g, expected a finite number", l)
	}
	return l, err
}

// customLoss is L by the user's function, on the backend in float64.
func customLoss(m *trained.Model, y []float64, data samples.Data) (float64, error) {
	if err := m.Config.Loss.Ready(); err != nil {
		return 0, fmt.Errorf("igbo: %w", err)
	}
	n, t, k := data.Samples(), data.Steps, data.Targets()
	in := []any{tensorOf(y, n, t, m.Outputs()), tensorOf(data.Y, n, t, k)}
	if data.Mask != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(data.Mask, n, t))
	}
	if data.Weights != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(data.Weights, n))
	}
	exec, err := model.NewExec(m.Backend(), model.NewStore(), func(_ *model.Scope, in []*Node) *Node {
		return m.Config.Loss.Build(in[1:], in[0], m.Config.BurnIn)
	})
	if err != nil {
		return 0, fmt.Errorf("igbo: %w", named.Once("igbo", err))
	}
	defer exec.Finalize()
	out, err := exec.Call1(in...)
	if err != nil {
		return 0, fmt.Errorf("igbo: %w", named.Once("igbo", err))
	}
	return tensors.ToScalar[float64](out), nil
}
