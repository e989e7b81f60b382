package evaluation

import (
	"context"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/spool"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained"
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

// Evaluate is igbo.Model.Evaluate.
func Evaluate(m *trained.Model, data samples.Data, d *dag.DAG) (Evaluation, error) {
	return EvaluateIn(context.Background(), nil, m, data, d)
}

// EvaluateIn is Evaluate with predictions and scores in a space, where they stay; nil is the heap. It returns the context's error between two
// pieces of the data.
func EvaluateIn(ctx context.Context, space *spool.Space, m *trained.Model, data samples.Data, d *dag.DAG) (Evaluation, error) {
	if err := m.Ready(); err != nil {
		return Evaluation{}, err
	}
	if err := m.CheckDAG(d); err != nil {
		return Evaluation{}, err
	}
	y, err := evaluate(ctx, space, m, data, m.Function())
	if err != nil {
		return Evaluation{}, err
	}
	var e Evaluation
	if e.Loss, err = TaskLoss(m, y, m.Normalization.Targets(data)); err != nil {
		return Evaluation{}, err
	}
	m.Restore(y, data)
	if e.Metrics, err = m.Config.Loss.Metrics(counted(m, y, data)); err != nil {
		return Evaluation{}, fmt.Errorf("igbo: %w", err)
	}
	if e.MSE = e.Metrics.MSE; math.IsNaN(e.MSE) || math.IsInf(e.MSE, 0) {
		return Evaluation{}, fmt.Errorf("igbo: the mean squared error is %g, expected a finite number", e.MSE)
	}
	if d == nil {
		return e, nil
	}
	if err := m.CheckPath(); err != nil {
		return Evaluation{}, err
	}
	scores, err := scoresIn(ctx, space, m, data, m.Config.Attribution)
	if err != nil {
		return Evaluation{}, err
	}
	e.Interpretability, err = Interpretability(m, scores, d)
	return e, err
}
