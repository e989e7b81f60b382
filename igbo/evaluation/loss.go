package evaluation

import (
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained"
)

// counted selects the predictions and targets that L includes: those of valid steps t ≥ BurnIn.
func counted(m *trained.Model, y []float64, data samples.Data) task.Predictions {
	v := data.View(nil).Late(m.Config.BurnIn)
	return task.Predictions{Outputs: m.Outputs(), Values: v.Of(y, m.Outputs()), Targets: v.Targets(), Weights: v.Weights(), Like: v.Scratch()}
}

// TaskLoss computes L in float64 from predictions y for data, both in the same units. It returns an error if L
// includes no target, if a target is invalid for the loss, or if the result is not finite.
func TaskLoss(m *trained.Model, y []float64, data samples.Data) (l float64, err error) {
	if data.Steps <= m.Config.BurnIn {
		return 0, fmt.Errorf("evaluation: the data have T = %d steps, want more than the burn-in of %d steps", data.Steps, m.Config.BurnIn)
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
		err = fmt.Errorf("evaluation: %w", err)
	}
	if err == nil && (math.IsNaN(l) || math.IsInf(l, 0)) {
		err = fmt.Errorf("evaluation: the task loss is %g, want a finite number", l)
	}
	return l, err
}

// customLoss computes L with the user's function, in float64 on the backend.
func customLoss(m *trained.Model, y []float64, data samples.Data) (float64, error) {
	if err := m.Config.Loss.Ready(); err != nil {
		return 0, fmt.Errorf("evaluation: %w", err)
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
		return 0, fmt.Errorf("evaluation: %w", err)
	}
	defer exec.Finalize()
	out, err := exec.Call1(in...)
	if err != nil {
		return 0, fmt.Errorf("evaluation: %w", err)
	}
	return tensors.ToScalar[float64](out), nil
}
