package verdict

import (
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/task"
)

// Errors are what a model misses on data: the mean squared error in the target's unit or the
// mean log loss, and the share of it that is explained (R²) or of classes that are right.
type Errors struct {
	Loss  float64 `json:"loss"`
	Score float64 `json:"score"`
}

// metric names Errors' numbers in words.
func metric(loss task.Loss) (name, score string) {
	if loss.Is(task.KindSquared) {
		return "mean squared error", "R²"
	}
	return "log loss", "accuracy"
}

func errorsOf(loss task.Loss, m task.Metrics) Errors {
	if loss.Is(task.KindSquared) {
		return Errors{m.MSE, m.R2}
	}
	return Errors{m.LogLoss, m.Accuracy}
}

// errorsOf measures a model.
func (t *trainer) errorsOf(m *igbo.Model, data igbo.Data) (Errors, error) {
	e, err := m.Evaluate(data, nil)
	return errorsOf(t.cfg.Loss, e.Metrics), err
}

// errors measures ridge.
func (r *ridge) errors(loss task.Loss, of records) (Errors, error) {
	_, outputs := r.theta.Dims()
	m, err := loss.Metrics(task.Sample{Outputs: outputs, Predictions: r.predict(of), Targets: of.targets(), Weights: of.weights()})
	return errorsOf(loss, m), err
}
