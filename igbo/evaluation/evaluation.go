package evaluation

import (
	"context"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained"
)

// Evaluation holds the losses and metrics of a model on data.
type Evaluation struct {
	// MSE is the mean squared error in the data's units, over steps t ≥ Config.BurnIn; see task.Metrics.MSE. It
	// is 0 for the softmax loss, whose targets are classes.
	MSE float64 `json:"mse"`
	// Loss is the task loss L in the model's units, with class weights. Training minimises it, and early
	// stopping monitors it.
	Loss float64 `json:"loss"`
	// Metrics holds the metrics of the loss.
	Metrics task.Metrics `json:"metrics"`
	// Interpretability holds the loss of the DAG and the number of satisfied constraints. For several
	// attributed outputs, it holds the mean loss and the total number of constraints.
	Interpretability objective.Value `json:"interpretability"`
}

// Evaluate computes losses and metrics; see igbo.Model.Evaluate.
func Evaluate(m *trained.Model, data samples.Data, d *dag.DAG) (Evaluation, error) {
	return EvaluateIn(context.Background(), nil, m, data, d)
}

// EvaluateIn is like [Evaluate] but allocates predictions and scores in the given space, which keeps them. A
// nil space means the heap. If ctx is cancelled, it returns the context's error after the current batch.
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
	if e.Loss, err = TaskLoss(m, y, m.Normalization.TargetsIn(space, data)); err != nil {
		return Evaluation{}, err
	}
	m.Restore(y, data)
	if e.Metrics, err = m.Config.Loss.Metrics(counted(m, y, data)); err != nil {
		return Evaluation{}, fmt.Errorf("evaluation: %w", err)
	}
	if e.MSE = e.Metrics.MSE; math.IsNaN(e.MSE) || math.IsInf(e.MSE, 0) {
		return Evaluation{}, fmt.Errorf("evaluation: the mean squared error is %g, want a finite number", e.MSE)
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
	e.Interpretability, err = interpretability(space, m, scores, d)
	return e, err
}
