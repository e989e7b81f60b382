package verdict

import (
	"errors"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/task"
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
		return "With class weights there is no posterior, which takes no weights of rows: IGBO and ridge by ranks or signs stand for the order."
	}
	if _, robust := robustOf(c.Loss); robust {
		return fmt.Sprintf("Under the %s loss there is no posterior, no ridge by ranks or signs and no least squares that obey: %s stands for what knows nothing, IGBO for the order.", c.Loss, c.reference())
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

// robust is the absolute or the quantile loss of r = f − y, a·|r| + b·r, with |r| rounded near its kink:
//
//	|r|   where |r| ≥ ε, else   r²/(2ε) + ε/2
//
// in the target's deviations. It is at most a·ε/2 too large. The parabola with its slope and the curvature a/max(|r|, ε) lies nowhere below
// it and touches it at r, so that a Newton's step with that curvature lowers the penalised loss whole (Hunter and Lange, 2000).
type robust struct{ a, b float64 }

// kink is ε, enough the least relative progress of a step.
const (
	kink   = 1e-3
	enough = 1e-7
)

// robustOf is that of a loss, and whether it is one.
func robustOf(loss task.Loss) (robust, bool) {
	switch {
	case loss.Is(task.KindAbsolute):
		return robust{1, 0}, true
	case loss.Is(task.KindQuantile):
		return robust{0.5, 0.5 - loss.Quantile}, true
	}
	return robust{}, false
}

func (l robust) value(r float64) float64 {
	size := math.Abs(r)
	if size < kink {
		size = r*r/(2*kink) + kink/2
	}
	return l.a*size + l.b*r
}

func (l robust) slope(r float64) float64 { return l.a*r/max(math.Abs(r), kink) + l.b }

func (l robust) curvature(r float64) float64 { return l.a / max(math.Abs(r), kink) }
