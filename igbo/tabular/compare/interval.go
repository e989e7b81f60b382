package compare

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/task"
)

// Interval holds an estimate with the ends of its confidence interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Text writes mean [low, high], each with a format such as "%.3g".
func (i Interval) Text(format string) string {
	return fmt.Sprintf(format+" ["+format+", "+format+"]", i.Mean, i.Low, i.High)
}

// heldOut holds the losses of one model on the test parts.
type heldOut struct {
	// folds is the mean loss of each fold.
	folds []float64
	// rows is the loss of each test sample by fold, nil if it is not known.
	rows [][]float64
}

// comparison holds what the interval of a ratio depends on in addition to the losses.
type comparison struct {
	// units identifies, by fold, the unit of each test sample that is sampled at random.
	units [][]float64
	// ratio is the number of test samples over that of training samples, and level that of the interval.
	ratio, level float64
	// floor is added to all losses, so a loss caused by rounding counts as 0.
	floor float64
	// gains and costs widen the interval for the folds in which both models are equal (see
	// agreement). They are 0 for models that do not share an order.
	gains, costs float64
}

// largestLog bounds logarithms of ratios, which keeps every end of an interval finite.
const largestLog = 300

// of returns the ratio of the mean loss of a model to that of its reference, with an interval on the log scale:
//
//	g = log(L̄/L̄₀),  e_f = L_f/L̄ − L₀_f/L̄₀,  l_f = log(L_f/L₀_f),  r_i = mean over repeats of ℓ_i/L̄ − ℓ₀_i/L̄₀
//	h = t_{J−1}·max( max(sd e, sd l)·√(1/J + ratio), se(r) )
//	exp( g − √(h² + gains²) )  to  exp( g + √(h² + costs²) )
//
// for J folds. The first part is the corrected resampled t statistic (Nadeau and Bengio, 2003), of two forms of the
// difference; the second the standard error of the mean over samples (over clusters, if samples are drawn together). Neither
// alone covers both the average over training sets and that of these rows; the larger does in simulations (TestIntervalCovers).
func (c comparison) of(reference, model heldOut) Interval {
	a, b := stat.Mean(reference.folds, nil)+c.floor, stat.Mean(model.folds, nil)+c.floor
	j := float64(len(model.folds))
	differences, logs := make([]float64, len(model.folds)), make([]float64, len(model.folds))
	for i, l := range model.folds {
		l0 := reference.folds[i] + c.floor
		differences[i], logs[i] = share(l+c.floor, b)-share(l0, a), logRatio(l+c.floor, l0)
	}
	t := distuv.StudentsT{Sigma: 1, Nu: j - 1}.Quantile((1 + c.level) / 2)
	h := t * max(max(stat.StdDev(differences, nil), stat.StdDev(logs, nil))*math.Sqrt(1/j+c.ratio), c.rowError(reference, model, a, b))
	g := logRatio(b, a)
	low, high := g-math.Hypot(h, c.gains), g+math.Hypot(h, c.costs)
	return Interval{math.Exp(g), math.Exp(max(low, -largestLog)), math.Exp(min(high, largestLog))}
}

// share returns part/whole, 0 if whole is 0.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// logRatio returns log(a/b) within ±largestLog, 0 if both are 0.
func logRatio(a, b float64) float64 {
	if a == b {
		return 0
	}
	return max(-largestLog, min(largestLog, math.Log(a)-math.Log(b)))
}

// rowError returns the standard error of the mean over samples of the difference of relative losses; 0 if they are not known.
func (c comparison) rowError(reference, model heldOut, a, b float64) float64 {
	if c.units == nil || reference.rows == nil || model.rows == nil {
		return 0
	}
	var sums []float64
	place, n := map[float64]int{}, 0
	for _, units := range c.units {
		n += len(units)
	}
	for f, units := range c.units {
		if reference.rows[f] == nil || model.rows[f] == nil {
			return 0
		}
		weight := float64(n) / float64(len(c.units)*max(len(units), 1)) // folds have equal weight, as in the means of the losses
		for i, unit := range units {
			at, known := place[unit]
			if !known {
				at, place[unit], sums = len(sums), len(sums), append(sums, 0)
			}
			sums[at] += weight * (share(model.rows[f][i]+c.floor, b) - share(reference.rows[f][i]+c.floor, a))
		}
	}
	if len(sums) < 2 {
		return 0
	}
	return stat.StdDev(sums, nil) * math.Sqrt(float64(len(sums))) / float64(n)
}

// agreement describes the folds in which the models with and without the order are equal. These
// folds contribute no difference and no variation, although the order could matter in other data of
// this size: training parts that share four fifths of their samples vary less than independent data
// do.
//
// The interval therefore includes the largest effects that such folds can hide. A right order of q
// statements saves at most the cost of estimating q parameters. A wrong order that these data do
// not reveal costs at most what a test of q parameters cannot detect. In units of the mean loss of
// one parameter,
//
//	u = L/n (squared error),   u = 1/(2n) (log loss; for others see perWeight),
//
// these are q·u and χ²_q(level)·u. The first follows because the risk of least squares over a cone
// is its statistical dimension times σ²/n (Amelunxen, Lotz, McCoy and Tropp, 2014), the second
// because 2n times the loss is χ² (Wilks, 1938).
type agreement struct {
	share float64 // the share of the folds
	q     int     // statements
	n     float64 // the number of training samples in a fold
	loss  task.Loss
}

// same is the relative difference of the losses up to which two models count as equal except for rounding.
const same = 1e-9

// agreeing returns the share of folds in which two losses are equal.
func agreeing(a, b []float64) (share float64) {
	equal := 0
	for i := range a {
		if math.Abs(a[i]-b[i]) <= same*math.Abs(a[i]) {
			equal++
		}
	}
	return float64(equal) / float64(max(len(a), 1))
}

// widths returns how much of a mean loss the order may gain and cost in the folds that agree.
func (a agreement) widths(loss, level float64) (gains, costs float64) {
	if a.share == 0 || a.q == 0 || a.n <= 0 || !(loss > 0) {
		return 0, 0
	}
	unit := a.share * perWeight(a.loss, a.n, loss) / loss
	return float64(a.q) * unit, distuv.ChiSquared{K: float64(a.q)}.Quantile(level) * unit
}

// statements returns the minimum number of constraints of the order, at most the number of weights.
func (v *Comparison) statements() int {
	reduced := v.Order.TransitiveReduction()
	return min(len(reduced.Edges)+len(reduced.Bounds)+len(reduced.Ties)+len(reduced.Directions), v.Config.outputs()*len(v.Names))
}
