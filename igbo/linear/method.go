package linear

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// A Method is a method for fitting a linear model to a table.
type Method string

// The methods.
const (
	Ridge          Method = "ridge"           // one strength for all columns
	RankRidge      Method = "rank-ridge"      // strengths proportional to squared ranks
	SignRidge      Method = "sign-ridge"      // ridge with known signs
	SignRankRidge  Method = "sign-rank-ridge" // both
	OrderedCone    Method = "ordered-nnls"    // smallest loss over the cone of an order with directions
	PosteriorBare  Method = "posterior"       // posterior mean without prior knowledge
	PosteriorSigns Method = "posterior-signs" // posterior mean under the directions, without the order
	PosteriorHard  Method = "posterior-hard"  // posterior mean under the order
	PosteriorSoft  Method = "posterior-soft"  // posterior mean under an order with learned trust
	Stacking       Method = "stacking"        // average of the others, weighted on inner folds
)

// Methods returns all methods in the order in which tables list them.
func Methods() []Method {
	return []Method{Ridge, PosteriorBare, RankRidge, SignRidge, SignRankRidge, OrderedCone, PosteriorSigns, PosteriorHard, PosteriorSoft, Stacking}
}

// Label returns the name of a method in words.
func (m Method) Label() string {
	return map[Method]string{
		Ridge: "ridge", RankRidge: "rank-weighted ridge", SignRidge: "ridge with signs", SignRankRidge: "sign-rank ridge",
		OrderedCone: "ordered non-negative least squares", PosteriorBare: "posterior, nothing known", PosteriorSigns: "posterior, hard directions", PosteriorHard: "posterior, hard order",
		PosteriorSoft: "posterior, soft order", Stacking: "stacking",
	}[m]
}

// Knows reports whether a method uses the order or the directions.
func (m Method) Knows() bool { return m != Ridge && m != PosteriorBare }

// Posterior reports whether a method is the mean of a posterior.
func (m Method) Posterior() bool {
	return m == PosteriorBare || m == PosteriorSigns || m == PosteriorHard || m == PosteriorSoft
}

// Penalty returns the penalty of a ridge method on d columns: uniform or by rank, with or without signs.
func (m Method) Penalty(k Constraints, strength float64, d int) Penalty {
	p := Uniform(strength, d)
	if m == RankRidge || m == SignRankRidge {
		p = k.RankPenalty(strength, d)
	}
	if m == SignRidge || m == SignRankRidge {
		p.Signs = k.Order.Directions
	}
	return p
}

// MostNumbers is the maximum number of inputs, N·D, of a table for these methods. In larger tables an order
// adds little information; use [Path] instead. MostSlow is the limit for posteriors of classes and counts,
// whose sweeps cost up to N·D.
const (
	MostNumbers = 200_000
	MostSlow    = 10_000
)

// Applies returns the reason why a method does not apply to the data, or "".
func (m Method) Applies(d samples.Data, loss task.Loss, k Constraints) string {
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
		return "the rows have weights, which posteriors do not support"
	case m.Posterior() && poisson && slices.ContainsFunc(d.Y, func(y float64) bool { return y != math.Trunc(y) }):
		return "the poisson loss needs counts, which are whole numbers"
	}
	switch m {
	case RankRidge:
		if !k.ranked() {
			return "no order is known"
		}
	case SignRidge:
		if !k.signed() || k.ranked() {
			return "it needs directions without an order"
		}
	case SignRankRidge, PosteriorSigns:
		if !k.signed() || !k.ranked() {
			return "it needs both an order and directions"
		}
	case OrderedCone:
		if !k.convex() {
			return "it needs one column with a direction for every feature of the order"
		}
	case PosteriorHard, PosteriorSoft, Stacking:
		if !k.signed() && !k.ranked() {
			return "the order has neither ranks nor directions"
		}
	}
	return ""
}

// tooLarge returns the reason why a table with that many numbers is too large for a method, or "".
func (m Method) tooLarge(numbers int, loss task.Loss) string {
	switch {
	case numbers > MostNumbers:
		return fmt.Sprintf("the table has %d numbers; the limit is %d", numbers, MostNumbers)
	case m.Posterior() && !loss.Is(task.KindSquared) && numbers > MostSlow:
		return fmt.Sprintf("the table has %d numbers; the limit for classes and counts is %d", numbers, MostSlow)
	}
	return ""
}

// Check returns an error if the method is unknown.
func (m Method) Check() error {
	if !slices.Contains(Methods(), m) {
		return fmt.Errorf("linear: unknown method %q, must be one of %q", m, Methods())
	}
	return nil
}
