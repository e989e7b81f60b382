package compare

import (
	"errors"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained"
)

// reference names the linear model without prior knowledge that is fitted with the same loss.
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

// its returns the genitive of the reference's name.
func (c Config) its() string {
	if c.reference() == "ridge regression" {
		return "ridge's"
	}
	return c.reference() + "'s"
}

// Lacks names the methods that do not support the loss for a linear model; "" if all do.
func (c Config) Lacks() string {
	if len(c.Loss.ClassWeights) > 0 {
		return "Posteriors do not take class weights: the order is tested by IGBO, and by ridge with ranks or signs."
	}
	if linear.Robust(c.Loss) {
		return fmt.Sprintf("Posteriors, ridge with ranks or signs, and ordered least squares do not take the %s loss: the order is tested by IGBO, next to %s.", c.Loss, c.reference())
	}
	return ""
}

// perWeight returns the mean loss that each learned weight costs, for n samples and a mean loss L:
//
//	L/n      squared error
//	1/(2n)   log loss, by Wilks's theorem
//	1/n      deviance, by Wilks's theorem
//	πL/(4n)  absolute and quantile losses: q(1−q)/(2n·density) at the median of normal noise
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

// Errors holds the errors of a model on data. The loss is the mean squared error, the mean absolute error or pinball loss in the target's
// unit, the mean log loss, or the Poisson deviance.
//
// The score is R² for the squared error and the accuracy for classes. For absolute errors and quantiles it is the share of targets at or
// below the prediction. For counts it is the explained share of the deviance over all folds together, and 0 here. R² is 0 on a test part
// with equal targets.
type Errors struct {
	Loss  float64 `json:"loss"`
	Score float64 `json:"score"`
}

// Spread describes the targets of a test part: the sum of their weights, their mean, the sum of squares about it, and for counts Σ w·y·log
// y.
type Spread struct {
	Weight  float64 `json:"weight"`
	Mean    float64 `json:"mean"`
	Squares float64 `json:"squares"`
	Logs    float64 `json:"logs,omitempty"`
}

// spreadOf returns the spread of the targets of a view.
func spreadOf(r samples.View, loss task.Loss) (s Spread) {
	for i := range r.Rows() {
		if w := r.Weight(i); w > 0 {
			s.Weight += w
			d := r.Target(i, 0) - s.Mean
			s.Mean += d * w / s.Weight
			s.Squares += w * d * (r.Target(i, 0) - s.Mean)
			if loss.Is(task.KindPoisson) && r.Target(i, 0) > 0 {
				s.Logs += w * r.Target(i, 0) * math.Log(r.Target(i, 0))
			}
		}
	}
	return s
}

// with returns the spread of both.
func (s Spread) with(more Spread) Spread {
	total := s.Weight + more.Weight
	if total == 0 {
		return s
	}
	d := more.Mean - s.Mean
	return Spread{total, s.Mean + d*more.Weight/total, s.Squares + more.Squares + d*d*s.Weight*more.Weight/total, s.Logs + more.Logs}
}

// missed returns the squared error, or the deviance for counts, of the mean alone.
func (s Spread) missed(loss task.Loss) float64 {
	if !loss.Is(task.KindPoisson) {
		return s.Squares
	}
	if s.Mean <= 0 {
		return 0
	}
	return 2 * (s.Logs - s.Weight*s.Mean*math.Log(s.Mean))
}

// metric names the loss and the score.
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
		if math.IsNaN(m.R2) { // one target, or equal targets
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

// evaluate computes the errors of a model, with large data in a separate space.
func (t *trainer) evaluate(m *igbo.Model, data igbo.Data, d *dag.DAG) (e igbo.Evaluation, err error) {
	space := t.space.Like()
	defer func() { err = errors.Join(err, space.Close()) }()
	return evaluation.EvaluateIn(t.ctx, space, (*trained.Model)(m), data, d)
}

// errorsOf computes the errors of a model.
func (t *trainer) errorsOf(m *igbo.Model, data igbo.Data) (Errors, error) {
	e, err := t.evaluate(m, data, nil)
	return errorsOf(t.cfg.Loss, e.Metrics), err
}

// measure computes the errors of a model on the test part of a fold, and stores the losses of single samples.
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

// errorsOfRidge computes the errors of ridge.
func (t *trainer) errorsOfRidge(fit *linear.Model, of samples.View) (Errors, error) {
	m, err := fit.Metrics(t.cfg.Loss, of)
	return errorsOf(t.cfg.Loss, m), err
}

// weighted returns data whose row weights are multiplied by the class weights, in a space. It returns an error for series, whose steps can
// have different classes.
func (c Config) weighted(space *spool.Space, d igbo.Data) (igbo.Data, error) {
	if len(c.Loss.ClassWeights) == 0 {
		return d, nil
	}
	if d.Steps > 1 || d.Mask != nil {
		return d, errors.New("compare: class weights are unsupported for series, because each step has a class, but a series has only one weight (leave class weights out)")
	}
	w, err := spool.Make[float64](space, len(d.Y))
	if err != nil {
		return d, fmt.Errorf("compare: %w", err)
	}
	for i, y := range d.Y {
		if w[i] = c.Loss.ClassWeight(y); d.Weights != nil {
			w[i] *= d.Weights[i]
		}
	}
	d.Weights = w
	return d, nil
}

// byRow returns the configuration for data whose row weights include the class weights.
func (c Config) byRow() Config {
	c.Loss.ClassWeights = nil
	return c
}
