package igbo

import (
	"errors"
	"fmt"
	"math"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/task"
)

// Evaluation is how well a model does on data.
type Evaluation struct {
	// MSE is the mean squared error in the data's units, over steps t ≥ Config.BurnIn:
	// Metrics.MSE. It is 0 under the loss softmax, whose targets are classes.
	MSE float64 `json:"mse"`
	// Loss is the task loss L in the model's units, class weights included: what
	// training descends and early stopping watches.
	Loss float64 `json:"loss"`
	// Metrics are those that belong to the loss.
	Metrics task.Metrics `json:"metrics"`
	// Interpretability is the loss of the DAG and the constraints that hold; through
	// each of several outputs the mean of the losses and all constraints.
	Interpretability objective.Value `json:"interpretability"`
}

// Evaluate measures the task loss and its metrics and, for a DAG (nil for none),
// the interpretability loss over all samples at once. Errors: a DAG over other
// features, data without a target that counts or with targets that the loss does
// not take, a custom loss without its function, results that are not finite.
func (m *Model) Evaluate(data Data, d *dag.DAG) (Evaluation, error) {
	if err := m.ready(); err != nil {
		return Evaluation{}, err
	}
	if err := m.checkDAG(d); err != nil {
		return Evaluation{}, err
	}
	y, err := m.evaluate(data, m.f)
	if err != nil {
		return Evaluation{}, err
	}
	var e Evaluation
	if e.Loss, err = m.taskValue(y, m.Normalization.apply(data)); err != nil {
		return Evaluation{}, err
	}
	m.restore(y, data)
	if e.Metrics, err = m.Config.Loss.Metrics(m.counted(y, data)); err != nil {
		return Evaluation{}, fmt.Errorf("igbo: %w", err)
	}
	if e.MSE = e.Metrics.MSE; math.IsNaN(e.MSE) || math.IsInf(e.MSE, 0) {
		return Evaluation{}, fmt.Errorf("igbo: the mean squared error is %g, expected a finite number", e.MSE)
	}
	if d == nil {
		return e, nil
	}
	scores, err := m.Scores(data)
	if err != nil {
		return Evaluation{}, err
	}
	e.Interpretability, err = m.interpretability(scores, d)
	return e, err
}

// checkTargets checks that the data's targets are ones of the loss and the
// model's outputs.
func (m *Model) checkTargets(data Data) error {
	loss := m.Config.Loss
	if err := loss.CheckOutputs(m.outputs, data.outputs()); err != nil {
		return fmt.Errorf("igbo: %w", err)
	}
	k, weighed := data.outputs(), false
	for i, y := range data.Y {
		if !data.valid(i / k) {
			continue
		}
		if expected := loss.Expects(y, m.outputs); expected != "" {
			return fmt.Errorf("igbo: y is %g in row %d, %s", y, i/k, expected)
		}
		weighed = weighed || loss.ClassWeight(y) > 0
	}
	if !weighed {
		return errors.New("igbo: every target is of a class of weight 0, expected at least one that counts")
	}
	return nil
}

// counted gathers what L looks at: predictions and targets of valid steps t ≥ BurnIn.
func (m *Model) counted(y []float64, data Data) task.Sample {
	s, k := task.Sample{Outputs: m.outputs}, data.outputs()
	for i := range data.rows() {
		if !data.counts(i, m.Config.BurnIn) {
			continue
		}
		s.Predictions = append(s.Predictions, y[i*m.outputs:(i+1)*m.outputs]...)
		s.Targets = append(s.Targets, data.Y[i*k:(i+1)*k]...)
		if data.Weights != nil {
			s.Weights = append(s.Weights, data.Weights[i/data.Steps])
		}
	}
	return s
}

// taskValue is L of predictions y for data, both in the same units, in float64.
// Errors: none counts, targets that the loss does not take, a loss that is not finite.
func (m *Model) taskValue(y []float64, data Data) (l float64, err error) {
	if data.Steps <= m.Config.BurnIn {
		return 0, fmt.Errorf("igbo: data of T = %d steps, expected more than the burn-in of %d", data.Steps, m.Config.BurnIn)
	}
	if err := data.validateBurnIn(m.Config.BurnIn); err != nil {
		return 0, err
	}
	if err := m.checkTargets(data); err != nil {
		return 0, err
	}
	if m.Config.Loss.Is(task.KindCustom) {
		l, err = m.customValue(y, data)
	} else if l, err = m.Config.Loss.Value(m.counted(y, data)); err != nil {
		err = fmt.Errorf("igbo: %w", err)
	}
	if err == nil && (math.IsNaN(l) || math.IsInf(l, 0)) {
		err = fmt.Errorf("igbo: the task loss is %g, expected a finite number", l)
	}
	return l, err
}

// customValue is L by the user's function, on the backend in float64.
func (m *Model) customValue(y []float64, data Data) (float64, error) {
	if err := m.Config.Loss.Ready(); err != nil {
		return 0, fmt.Errorf("igbo: %w", err)
	}
	n, t, k := data.Samples(), data.Steps, data.outputs()
	in := []any{tensorOf(y, n, t, m.outputs), tensorOf(data.Y, n, t, k)}
	if data.Mask != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(data.Mask, n, t))
	}
	if data.Weights != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(data.Weights, n))
	}
	exec, err := model.NewExec(m.backend, model.NewStore(), func(_ *model.Scope, in []*Node) *Node {
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

// tensorOf is a tensor [N,T], or [N,T,K] for K > 1.
func tensorOf(values []float64, n, t, k int) *tensors.Tensor {
	if k == 1 {
		return tensors.FromFlatDataAndDimensions(values, n, t)
	}
	return tensors.FromFlatDataAndDimensions(values, n, t, k)
}
