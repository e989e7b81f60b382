package verdict

import (
	"errors"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/verdict/ridge"
)

// reference names the linear model that knows nothing, which is fitted with the same loss.
func (c Config) reference() string {
	switch {
	case c.Loss.Is(task.KindAbsolute):
		return "penalised median regression"
	case c.Loss.Is(task.KindQuantile):
		return "penalised quantile regression"
	case c.Loss.Is(task.KindPoisson):
		return "penalised Poisson regression"
	}
	return "ridge regression"
}

// its is the short genitive.
func (c Config) its() string {
	if c.reference() == "ridge regression" {
		return "ridge's"
	}
	return c.reference() + "'s"
}

// Lacks says which ways to use an order the table of a linear model lacks under the loss; "" where it lacks none.
func (c Config) Lacks() string {
	if len(c.Loss.ClassWeights) > 0 {
		return "Posteriors do not take class weights: the order is tested by IGBO, and by ridge with ranks or signs."
	}
	if ridge.Robust(c.Loss) {
		return fmt.Sprintf("Posteriors, ridge with ranks or signs, and ordered least squares do not take the %s loss: the order is tested by IGBO, next to %s.", c.Loss, c.reference())
	}
	return ""
}

// perWeight is the mean loss that each weight costs which is learned from n samples, of a mean loss L: L/n under the squared error, by Wilks 1/(2n) under the
// log loss and 1/n under the deviance, and q(1−q)/(2n·density) of a quantile, which is πL/(4n) at the median of normal noise.
func perWeight(loss task.Loss, n, mean float64) float64 {
	switch {
	case loss.Is(task.KindSquared):
		return mean / n
	case loss.Is(task.KindPoisson):
		return 1 / n
	case loss.Classifies():
		return 1 / (2 * n)
	}
	return math.Pi / 4 * mean / n
}

// Errors are what a model misses on data: the mean squared error, absolute error or pinball loss in the target's unit, the
// mean log loss or the Poisson deviance; and of squares the share that is explained (R²), of classes that of right ones, of absolute errors and quantiles that
// of targets at or below the prediction. Of counts the share of the deviance that is explained is that of all folds together, and 0 here; R² is 0 on a
// test part whose targets are all the same.
type Errors struct {
	Loss  float64 `json:"loss"`
	Score float64 `json:"score"`
}

// Spread is that of the targets of a test part: the sum of their weights, their mean, the sum of squares about it, and of counts Σ w·y·log y.
type Spread struct {
	Weight  float64 `json:"weight"`
	Mean    float64 `json:"mean"`
	Squares float64 `json:"squares"`
	Logs    float64 `json:"logs,omitempty"`
}

// spreadOf is that of records.
func spreadOf(r ridge.Records, loss task.Loss) (s Spread) {
	for i := range r.N() {
		if w := r.Weight(i); w > 0 {
			s.Weight += w
			d := r.Target(i) - s.Mean
			s.Mean += d * w / s.Weight
			s.Squares += w * d * (r.Target(i) - s.Mean)
			if loss.Is(task.KindPoisson) && r.Target(i) > 0 {
				s.Logs += w * r.Target(i) * math.Log(r.Target(i))
			}
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
	return Spread{total, s.Mean + d*more.Weight/total, s.Squares + more.Squares + d*d*s.Weight*more.Weight/total, s.Logs + more.Logs}
}

// missed is what the mean alone misses of the squares, or of the deviance of counts.
func (s Spread) missed(loss task.Loss) float64 {
	if !loss.Is(task.KindPoisson) {
		return s.Squares
	}
	if s.Mean <= 0 {
		return 0
	}
	return 2 * (s.Logs - s.Weight*s.Mean*math.Log(s.Mean))
}

// metric names Errors' numbers in words.
func metric(loss task.Loss) (name, score string) {
	switch {
	case loss.Is(task.KindSquared):
		return "mean squared error", "R²"
	case loss.Is(task.KindAbsolute):
		return "mean absolute error", "targets at or below (½ is right)"
	case loss.Is(task.KindQuantile):
		return fmt.Sprintf("mean pinball loss at %g", loss.Quantile), fmt.Sprintf("targets at or below (%g is right)", loss.Quantile)
	case loss.Is(task.KindPoisson):
		return "mean deviance", "share of the deviance explained"
	}
	if len(loss.ClassWeights) > 0 {
		return "log loss, weighted by class", "accuracy, weighted by class"
	}
	return "log loss", "accuracy"
}

func errorsOf(loss task.Loss, m task.Metrics) Errors {
	switch {
	case loss.Is(task.KindSquared):
		if math.IsNaN(m.R2) { // one target, or targets that are all the same
			return Errors{m.MSE, 0}
		}
		return Errors{m.MSE, m.R2}
	case loss.Is(task.KindAbsolute):
		return Errors{m.MAE, m.Below}
	case loss.Is(task.KindQuantile):
		return Errors{m.Pinball, m.Below}
	case loss.Is(task.KindPoisson):
		return Errors{m.Deviance, 0}
	}
	return Errors{m.LogLoss, m.Accuracy}
}

// evaluate measures a model with what is large in a space of its own.
func (t *trainer) evaluate(m *igbo.Model, data igbo.Data, d *dag.DAG) (e igbo.Evaluation, err error) {
	space := t.space.Like()
	defer func() { err = errors.Join(err, space.Close()) }()
	return evaluation.EvaluateIn(t.ctx, space, (*trained.Model)(m), data, d)
}

// errorsOf measures a model.
func (t *trainer) errorsOf(m *igbo.Model, data igbo.Data) (Errors, error) {
	e, err := t.evaluate(m, data, nil)
	return errorsOf(t.cfg.Loss, e.Metrics), err
}

// measure measures a model on the test part of a fold, and keeps the losses of single samples.
func (t *trainer) measure(part *foldPart, name string, m *igbo.Model, test igbo.Data) (Errors, error) {
	e, err := t.errorsOf(m, test)
	if err != nil || part.Units == nil {
		return e, err
	}
	y, err := m.Predict(test)
	if err != nil {
		return e, err
	}
	return e, part.keepRows(name, t.cfg.Loss, m.Outputs(), y, test)
}

// errorsOfRidge measures ridge.
func (t *trainer) errorsOfRidge(fit *ridge.Model, of ridge.Records) (Errors, error) {
	m, err := fit.Metrics(t.cfg.Loss, of)
	return errorsOf(t.cfg.Loss, m), err
}

// weighted are data whose rows' weights are multiplied by those of their classes. Error: series, whose steps have classes of their own.
func (c Config) weighted(d igbo.Data) (igbo.Data, error) {
	if len(c.Loss.ClassWeights) == 0 {
		return d, nil
	}
	if d.Steps > 1 || d.Mask != nil {
		return d, errors.New("verdict: class weights of series, expected a table: the steps of a series have classes of their own and one weight")
	}
	w := make([]float64, len(d.Y))
	for i, y := range d.Y {
		if w[i] = c.Loss.ClassWeight(y); d.Weights != nil {
			w[i] *= d.Weights[i]
		}
	}
	d.Weights = w
	return d, nil
}

// byRow is the configuration for data whose rows have the weights of their classes.
func (c Config) byRow() Config {
	c.Loss.ClassWeights = nil
	return c
}
