package verdict

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/task"
)

// agreement is what folds cannot show in which the models with and without the order are the same. Their differences are 0, and
// their spread with them, though in other data of this size the order binds: training parts that share four fifths of their samples
// vary less than data do. There an order of q statements that is right gains at most what q parameters
// cost to estimate, and one that is wrong by as little as the data do not show costs at most what a test of q parameters lets
// pass. In units of the mean loss of one parameter,
//
//	u = L/n (squared error),   u = 1/(2n) (log loss),
//
// these are q·u and χ²_q(level)·u: the risk of least squares over a cone is its statistical dimension times σ²/n (Amelunxen, Lotz,
// McCoy and Tropp, 2014), and 2n times the loss is χ² (Wilks, 1938).
type agreement struct {
	share  float64 // of the folds
	q      int     // statements
	n      float64 // samples to train on, in a fold
	square bool    // the loss is the squared error
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
	unit := 1 / (2 * a.n)
	if a.square {
		unit = loss / a.n
	}
	costs := a.share * distuv.ChiSquared{K: float64(a.q)}.Quantile(level) * unit
	gains := a.share * float64(a.q) * unit
	return Interval{i.Mean, i.Mean - math.Hypot(i.Mean-i.Low, costs), i.Mean + math.Hypot(i.High-i.Mean, gains)}
}

// agreement is that of the folds.
func (v *Verdict) agreement() agreement {
	reduced := v.Order.TransitiveReduction()
	q := len(reduced.Edges) + len(reduced.Bounds) + len(reduced.Ties)
	return agreement{
		share: v.Agreeing, q: min(q, v.Config.outputs()*len(v.Names)),
		n: float64(v.Samples) * float64(v.Config.Folds-1) / float64(v.Config.Folds), square: v.Config.Loss.Is(task.KindSquared),
	}
}
