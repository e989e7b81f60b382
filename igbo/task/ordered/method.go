package ordered

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// Method is a way to fit a linear model.
type Method string

// The methods.
const (
	Ridge          Method = "ridge"           // one strength for all columns
	RankRidge      Method = "rank-ridge"      // strengths by squared ranks
	SignRidge      Method = "sign-ridge"      // ridge with known signs
	SignRankRidge  Method = "sign-rank-ridge" // both
	OrderedCone    Method = "ordered-nnls"    // least loss over the cone of an order with directions
	PosteriorBare  Method = "posterior"       // the posterior mean, nothing known
	PosteriorSigns Method = "posterior-signs" // the posterior mean under the directions without the order
	PosteriorHard  Method = "posterior-hard"  // the posterior mean under the order
	PosteriorSoft  Method = "posterior-soft"  // the same, its trust learned
	Stacking       Method = "stacking"        // their average, weighed on inner folds
)

// Methods are all, in the order of tables.
func Methods() []Method {
	return []Method{Ridge, PosteriorBare, RankRidge, SignRidge, SignRankRidge, OrderedCone, PosteriorSigns, PosteriorHard, PosteriorSoft, Stacking}
}

// Label names a method in words.
func (m Method) Label() string {
	return map[Method]string{
		Ridge: "ridge", RankRidge: "rank-weighted ridge", SignRidge: "ridge with signs", SignRankRidge: "sign-rank ridge",
		OrderedCone: "ordered non-negative least squares", PosteriorBare: "posterior, nothing known", PosteriorSigns: "posterior, hard directions", PosteriorHard: "posterior, hard order",
		PosteriorSoft: "posterior, soft order", Stacking: "stacking",
	}[m]
}

// Knows tells whether a method looks at order or directions.
func (m Method) Knows() bool { return m != Ridge && m != PosteriorBare }

// Posterior tells whether it is the mean of a posterior.
func (m Method) Posterior() bool {
	return m == PosteriorBare || m == PosteriorSigns || m == PosteriorHard || m == PosteriorSoft
}

// MostNumbers is how many numbers, N·D, a table may have for these methods: beyond, an order has little to say that the rows do not, and
// ridge regression is there for it. MostSlow is that of posteriors of classes and counts, some of whose sweeps cost N·D.
const (
	MostNumbers = 200_000
	MostSlow    = 10_000
)

// Applies says why a method cannot be fitted to data, or "".
func (m Method) Applies(d linear.Data, loss task.Loss, k Knowledge) string {
	squared, poisson := loss.Is(task.KindSquared), loss.Is(task.KindPoisson)
	switch {
	case !squared && !poisson && !loss.Is(task.KindLogistic) || len(loss.ClassWeights) > 0:
		if loss.Is(task.KindSoftmax) {
			return "the target has more than two classes"
		}
		return fmt.Sprintf("the loss is %s; it must be squared, logistic or poisson", loss)
	case m.tooLarge(len(d.X), loss) != "":
		return m.tooLarge(len(d.X), loss)
	case m.Posterior() && d.Weights != nil:
		return "rows have weights"
	case m.Posterior() && poisson && slices.ContainsFunc(d.Y, func(y float64) bool { return y != math.Trunc(y) }):
		return "takes counts, whole numbers"
	}
	switch m {
	case RankRidge:
		if !k.ranked() {
			return "no order is known"
		}
	case SignRidge:
		if !k.signed() || k.ranked() {
			return "no directions alone are known"
		}
	case SignRankRidge, PosteriorSigns:
		if !k.signed() || !k.ranked() {
			return "not both order and directions are known"
		}
	case OrderedCone:
		if !k.convex() {
			return "not every feature of the order has one column with a direction"
		}
	case PosteriorHard, PosteriorSoft, Stacking:
		if !k.signed() && !k.ranked() {
			return "the order has neither ranks nor directions"
		}
	}
	return ""
}

// tooLarge says why a method is not fitted to a table of so many numbers, or "".
func (m Method) tooLarge(numbers int, loss task.Loss) string {
	switch {
	case numbers > MostNumbers:
		return fmt.Sprintf("the table has %d numbers; the limit is %d", numbers, MostNumbers)
	case m.Posterior() && !loss.Is(task.KindSquared) && numbers > MostSlow:
		return fmt.Sprintf("the table has %d numbers; the limit for classes and counts is %d", numbers, MostSlow)
	}
	return ""
}

// Check says whether a name is a method's.
func (m Method) Check() error {
	if !slices.Contains(Methods(), m) {
		return fmt.Errorf("ordered: method %q, expected one of %q", m, Methods())
	}
	return nil
}
