package verdict

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/verdict/ridge"
)

// Interval is a mean over folds with its confidence interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Corrected is the interval of the mean of J differences between folds by the corrected resampled
// t statistic (Nadeau and Bengio, 2003),
//
//	mean ± t_{J−1}·s·√(1/J + ratio),   ratio = n_test/n_train,
//
// at a two-sided level such as 0.95: training parts overlap, so that the naive
// variance s²/J is too small. Errors: fewer than two differences, a spread that is not finite.
func Corrected(differences []float64, ratio, level float64) (Interval, error) {
	j := float64(len(differences))
	switch {
	case j < 2:
		return Interval{}, fmt.Errorf("verdict: an interval of %g differences, expected at least 2", j)
	case !(ratio >= 0) || math.IsInf(ratio, 0):
		return Interval{}, fmt.Errorf("verdict: %g test samples for each to train on, expected a number of at least 0", ratio)
	case !(level > 0 && level < 1):
		return Interval{}, fmt.Errorf("verdict: an interval of level %g, expected inside (0, 1)", level)
	}
	mean, s := stat.MeanStdDev(differences, nil)
	if math.IsNaN(s) || math.IsInf(s, 0) || math.IsInf(mean, 0) {
		return Interval{}, fmt.Errorf("verdict: differences such as %g, whose spread is no finite number; expected smaller ones, such as of a target in a larger unit", differences[0])
	}
	half := distuv.StudentsT{Sigma: 1, Nu: j - 1}.Quantile((1+level)/2) * s * math.Sqrt(1/j+ratio)
	return Interval{mean, mean - half, mean + half}, nil
}

// times is the interval of c times the quantity, c > 0.
func (i Interval) times(c float64) Interval { return Interval{c * i.Mean, c * i.Low, c * i.High} }

// Text writes mean [low, high], each with a format such as "%.3g".
func (i Interval) Text(format string) string {
	return fmt.Sprintf(format+" ["+format+", "+format+"]", i.Mean, i.Low, i.High)
}

// agreement is what folds cannot show in which the models with and without the order are the same. Their differences are 0, and
// their spread with them, though in other data of this size the order binds: training parts that share four fifths of their samples
// vary less than data do. There an order of q statements that is right gains at most what q parameters
// cost to estimate, and one that is wrong by as little as the data do not show costs at most what a test of q parameters lets
// pass. In units of the mean loss of one parameter,
//
//	u = L/n (squared error),   u = 1/(2n) (log loss; the others: perWeight),
//
// these are q·u and χ²_q(level)·u: the risk of least squares over a cone is its statistical dimension times σ²/n (Amelunxen, Lotz,
// McCoy and Tropp, 2014), and 2n times the loss is χ² (Wilks, 1938).
type agreement struct {
	share float64 // of the folds
	q     int     // statements
	n     float64 // samples to train on, in a fold
	loss  task.Loss
}

// same is by how little of the loss two models may differ that are the same but for rounding.
const same = 1e-9

// agreeing is the share of differences that are 0.
func agreeing(a, b []float64) (share float64) {
	for i := range a {
		if math.Abs(a[i]-b[i]) <= same*math.Abs(a[i]) {
			share += 1 / float64(len(a))
		}
	}
	return share
}

// widen adds to an interval what the share of folds that agree cannot show, as the root of the sum of squares, on either side.
func (a agreement) widen(i Interval, loss, level float64) Interval {
	if a.share == 0 || a.q == 0 || a.n <= 0 {
		return i
	}
	unit := perWeight(a.loss, a.n, loss)
	costs := a.share * distuv.ChiSquared{K: float64(a.q)}.Quantile(level) * unit
	gains := a.share * float64(a.q) * unit
	return Interval{i.Mean, i.Mean - math.Hypot(i.Mean-i.Low, costs), i.Mean + math.Hypot(i.High-i.Mean, gains)}
}

// agreement is that of the folds.
func (v *Verdict) agreement() agreement {
	reduced := v.Order.TransitiveReduction()
	q := len(reduced.Edges) + len(reduced.Bounds) + len(reduced.Ties) + len(reduced.Directions)
	return agreement{
		share: v.Agreeing, q: min(q, v.Config.outputs()*len(v.Names)),
		n: float64(v.Samples) * float64(v.Config.Folds-1) / float64(v.Config.Folds), loss: v.Config.Loss,
	}
}

// Detectable is the least relative difference of the loss, as a share of it, that an interval of so many samples shows in four of five cases. A
// difference g of the loss L in favour of the truth has, for each record, the deviation 2L√g under the squared error, √(2Lg) under the log loss, 2√(Lg) under the deviance, and √π·L√g under absolute errors of normal noise, so that
//
//	g = (t_{J−1,(1+level)/2} + t_{J−1,0.8})²·c·(1/J + 1/(k−1))/m
//
// with c = 4, 2/log 2, 4 (of a deviance of 1, that of counts that are not few) or π, J folds in all, k at a time, and m records in each. It is above 1 where nothing can be shown.
func (c Config) Detectable(samples int) float64 {
	j, k := float64(c.Folds*c.Repeats), float64(c.Folds)
	if !(j >= 2 && k >= 2) || samples < 1 {
		return math.Inf(1)
	}
	student := distuv.StudentsT{Sigma: 1, Nu: j - 1}
	spread := 4.0
	if ridge.Robust(c.Loss) {
		spread = math.Pi
	} else if c.Loss.Classifies() {
		spread = 2 / math.Ln2
	}
	t := student.Quantile((1+c.Level)/2) + student.Quantile(0.8)
	return t * t * spread * (1/j + 1/(k-1)) * k / float64(samples)
}

// Foresee says before any training what so many samples could show of an order of so many columns.
func (c Config) Foresee(samples, columns int) string {
	shown, worth := c.Detectable(samples), float64(columns)/float64(max(samples, 1))*float64(c.Folds)/float64(max(c.Folds-1, 1))
	text := fmt.Sprintf("With %d samples, %d × %d folds show a difference of %.0f %% of the loss or more in four of five cases", samples, c.Repeats, c.Folds, 100*shown)
	if shown > 1 {
		text = fmt.Sprintf("With %d samples, %d × %d folds show no difference of the loss with certainty", samples, c.Repeats, c.Folds)
	}
	text += fmt.Sprintf("; %d weights cost about %.0f %% of it to learn, of which an order saves a part", columns, 100*worth)
	if worth < shown {
		text += ": whether it helps will hardly be told, and what you know has to decide"
	}
	return text + "."
}
