package boost

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// farthest limits the Newton step of a leaf for logits and log rates, because it overshoots for a
// rare class or a small rate.
const farthest = 4

// check checks the data and the loss.
func check(d samples.Data, loss task.Loss) error {
	columns := len(d.Features)
	if columns < 1 || len(d.X) == 0 || len(d.X)%columns != 0 {
		return fmt.Errorf("boost: checking data: X has %d values for %d columns; it must have at least 1 row and the same number of values in each", len(d.X), columns)
	}
	if d.Steps != 1 || d.Mask != nil {
		return fmt.Errorf("boost: checking data: the data are series (%d steps), must be a table (1 step without a mask)", d.Steps)
	}
	if d.Targets() != 1 {
		return fmt.Errorf("boost: checking data: the data have %d targets, must have 1", d.Targets())
	}
	if !loss.Is(task.KindSquared) && !loss.Is(task.KindLogistic) && !loss.Is(task.KindPoisson) {
		return fmt.Errorf("boost: checking data: unsupported loss %s, must be squared, logistic or poisson", loss)
	}
	for i, v := range d.X {
		if math.IsInf(v, 0) {
			return fmt.Errorf("boost: checking data: the input in row %d, column %d is %g, must be finite or NaN (missing)", i/columns, i%columns, v)
		}
	}
	total := 0.0
	for i, w := range d.Weights {
		if !(w >= 0 && w <= 1e150) {
			return fmt.Errorf("boost: checking data: the weight of row %d is %g, must be 0 to 1e150", i, w)
		}
		total += w
	}
	if d.Weights != nil && total == 0 {
		return fmt.Errorf("boost: checking data: all weights are 0, but at least one must be positive")
	}
	_, err := loss.Value(task.Predictions{Outputs: 1, Values: make([]float64, len(d.X)/columns), Targets: d.Y, Weights: d.Weights})
	if err != nil {
		return fmt.Errorf("boost: checking data: %w", err)
	}
	return nil
}

// target holds the targets in the units of training.
type target struct {
	loss         task.Loss
	y, w         []float64 // weights have mean 1
	shift, scale float64
	base         float64 // the prediction without trees
}

// newTarget returns a target. All weights must be positive.
func newTarget(loss task.Loss, y, w []float64) *target {
	t := &target{loss: loss, y: y, w: w, scale: 1}
	largest, total, lowest, mean := 0.0, 0.0, slices.Min(y), 0.0
	for _, v := range w {
		largest = max(largest, v)
	}
	for i := range w {
		w[i] /= largest
		total += w[i]
	}
	for i := range w {
		w[i] *= float64(len(w)) / total
		mean += w[i] / float64(len(w)) * (y[i] - lowest)
	}
	mean += lowest                   // exactly the target if all are equal
	least := 0.5 / float64(len(y)+1) // of one class, or of counts that are all 0
	switch {
	case loss.Is(task.KindLogistic):
		p := max(least, min(1-least, mean))
		t.base = math.Log(p / (1 - p))
	case loss.Is(task.KindPoisson):
		if mean == 0 {
			mean = least
		}
		t.shift = math.Log(mean) // trees learn rates of mean 1
		for i := range y {
			y[i] /= mean
		}
	default:
		t.standardise(mean)
	}
	return t
}

// standardise scales the targets of the squared loss to [−1, 1].
func (t *target) standardise(mean float64) {
	largest := 0.0
	for _, v := range t.y {
		largest = max(largest, math.Abs(v-mean))
	}
	if t.shift = mean; largest > 0 {
		t.scale = largest
	}
	for i, v := range t.y {
		t.y[i] = (v - mean) / t.scale
	}
}

// derivatives writes the first and second derivatives of the loss at f, half of it for the squared loss.
func (t *target) derivatives(f, g, h []float64) {
	for i, w := range t.w {
		switch {
		case t.loss.Is(task.KindLogistic):
			p := 1 / (1 + math.Exp(-f[i]))
			g[i], h[i] = w*(p-t.y[i]), w*p*(1-p)
		case t.loss.Is(task.KindPoisson):
			rate := math.Exp(f[i])
			g[i], h[i] = w*(rate-t.y[i]), w*rate
		default:
			g[i], h[i] = w*(f[i]-t.y[i]), w
		}
	}
}

// bound returns the largest Newton step.
func (t *target) bound() float64 {
	if t.loss.Is(task.KindSquared) {
		return math.Inf(1)
	}
	return farthest
}
