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

// Spread is that of the targets of a test part: the sum of their weights, their mean, and the sum of squares about it.
type Spread struct {
	Weight  float64 `json:"weight"`
	Mean    float64 `json:"mean"`
	Squares float64 `json:"squares"`
}

// spreadOf is that of records.
func spreadOf(r records) (s Spread) {
	for i := range r.n() {
		if w := r.weight(i); w > 0 {
			s.Weight += w
			d := r.target(i) - s.Mean
			s.Mean += d * w / s.Weight
			s.Squares += w * d * (r.target(i) - s.Mean)
		}
	}
	return s
}

// with is that of both.
func (s Spread) with(more Spread) Spread {
	total := s.Weight + more.Weight
	if total == 0 {
		return s
	}
	d := more.Mean - s.Mean
	return Spread{total, s.Mean + d*more.Weight/total, s.Squares + more.Squares + d*d*s.Weight*more.Weight/total}
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
