package compare

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/linear"
)

// Detectable returns the smallest relative difference of the loss that the interval shows in four of five data sets with this number of
// samples. It is above 1 if the data cannot show any difference reliably.
//
// Suppose a model's loss L is lower by the relative difference g because it is closer to the truth. The difference then has, for each
// sample, the standard deviation 2L√g under the squared error, √(2Lg) under the log loss, 2√(Lg) under the deviance, and √π·L√g for
// absolute errors of normal noise. So
//
//	g = (t_{J−1,(1+level)/2} + t_{J−1,0.8})²·s,   s = c·(1/J + 1/(k−1))·k/n
//
// with c = 4, 2/log 2, 4 (for a deviance of 1, as for counts that are not small) or π, J folds in total, k in each repeat, and n samples.
func (c Config) Detectable(samples int) float64 {
	low, high, spread := c.resolution(samples)
	return (low + high) * (low + high) * spread
}

// resolution returns the quantiles t_{J−1,(1+level)/2} and t_{J−1,0.8}, and s of Detectable: a difference g has the standard error √(s·g).
func (c Config) resolution(samples int) (level, power, spread float64) {
	j, k := float64(c.Folds*c.Repeats), float64(c.Folds)
	if !(j >= 2 && k >= 2) || samples < 1 {
		return 1, 1, math.Inf(1)
	}
	spread = 4
	if linear.Robust(c.Loss) {
		spread = math.Pi
	} else if c.Loss.Classifies() {
		spread = 2 / math.Ln2
	}
	student := distuv.StudentsT{Sigma: 1, Nu: j - 1}
	return student.Quantile((1 + c.Level) / 2), student.Quantile(0.8), spread * (1/j + 1/(k-1)) * k / float64(samples)
}

// Foresee returns one or two sentences about what this number of samples can show about an order over this number of columns, before any
// training.
func (c Config) Foresee(samples, columns int) string {
	shown := c.Detectable(samples)
	text := fmt.Sprintf("With %d samples, a cross-validation of %d × %d folds detects a difference in error of %s %% or more in four of five cases.", samples, c.Repeats, c.Folds, brief(100*shown))
	if shown > 1 {
		text = fmt.Sprintf("With %d samples, a cross-validation of %d × %d folds cannot detect any difference in error reliably.", samples, c.Repeats, c.Folds)
	}
	if !c.network() {
		// the cost of the weights, as a share of the loss of a model that explains little
		weights, n, loss := columns*max(c.outputs()-1, 1), float64(max(samples, 1))*float64(c.Folds-1)/float64(max(c.Folds, 1)), 1.0
		if c.Loss.Classifies() {
			loss = math.Log(float64(max(c.outputs(), 2)))
		}
		worth := float64(weights) * perWeight(c.Loss, n, loss) / loss
		text += fmt.Sprintf(" Learning the %d weights causes about %s %% of the error; an order can avoid at most a part of this", weights, brief(100*worth))
		if worth < c.Margin {
			text += fmt.Sprintf(". This is less than the margin of %s %%, so even a right order can hardly matter", digits(100*c.Margin))
		}
		text += "."
	}
	level, _, spread := c.resolution(samples)
	if half := level * math.Sqrt(spread*c.Margin/10); half > c.Margin { // for models that differ by a tenth of the margin
		text += fmt.Sprintf(" Intervals will be wider than ± %s %%, so the answer can hardly be \"makes no difference\".", digits(100*c.Margin))
	}
	return text
}

// brief writes a number with two digits.
func brief(v float64) string {
	if v >= 10 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.2g", v)
}
