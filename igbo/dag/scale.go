package dag

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
)

// Scores with absolute values in [smallScale, largeScale] are not scaled. The squares of smaller
// scores would underflow, and sums of squares of larger ones would overflow. So Build scales them
// by a power of two, which is exact, and scales the graph back.
const (
	smallScale = 1e-100
	largeScale = 1e100
)

// largest returns the largest absolute score.
func largest(scores *mat.Dense) float64 {
	rows, _ := scores.Dims()
	most := 0.0
	for i := range rows {
		for _, x := range scores.RawRowView(i) {
			most = math.Max(most, math.Abs(x))
		}
	}
	return most
}

// scaleOf returns the power of two that scales the largest absolute score to about 1, or 1 if no
// scaling is necessary.
func scaleOf(largest float64) float64 {
	if largest == 0 || largest >= smallScale && largest <= largeScale {
		return 1
	}
	_, exponent := math.Frexp(largest)
	return math.Ldexp(1, max(-1000, min(1000, -exponent)))
}

// buildScaled builds a graph from checked scores, which it scales if necessary, and checks the
// graph.
func buildScaled(scores *mat.Dense, opts Options) (*DAG, error) {
	scale := scaleOf(largest(scores))
	inner := opts
	if scale != 1 { // α, r and all rules are scale-free; ε, the range and the graph's numbers are not
		if opts.Estimator == estimate.Truncated { // in the original units
			if err := estimate.NewSample(scores, opts.Estimate()).Outside(opts.ScoreMin, opts.ScoreMax); err != nil {
				return nil, err
			}
		}
		inner.MinEpsilon = math.Max(math.SmallestNonzeroFloat64, clampScale(opts.MinEpsilon, scale))
		inner.ScoreMin, inner.ScoreMax = clampScale(opts.ScoreMin, scale), clampScale(opts.ScoreMax, scale)
		var scaled mat.Dense
		scaled.Scale(scale, scores)
		scores = &scaled
	}
	d, err := buildOnce(estimate.NewSample(scores, inner.Estimate()), inner)
	if err != nil {
		return nil, err
	}
	if scale != 1 {
		rescale(d, opts, 1/scale)
	}
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("%w: some scores are too large or too different for the estimator %q", err, d.Report.Estimator)
	}
	return d, nil
}

// clampScale scales a number, limited to a value far beyond all scaled scores.
func clampScale(x, scale float64) float64 {
	return math.Max(-largeScale, math.Min(largeScale, x*scale))
}

// rescale converts a graph's numbers back to the original scale.
func rescale(d *DAG, opts Options, by float64) {
	edges := func(list []Edge) {
		for i := range list {
			e := &list[i]
			e.Mu *= by
			e.Sigma *= by
			e.Epsilon = math.Max(e.Epsilon*by, opts.MinEpsilon)
			e.Delta = math.Max(e.Delta*by, e.Epsilon)
		}
	}
	edges(d.Edges)
	r := d.Report
	r.Options = &opts
	for k := range r.Means {
		r.Means[k] *= by
	}
	r.Guarantee.SmallestSlack *= by
	if r.Repair != nil {
		edges(r.Repair.Removed)
		edges(r.Repair.Added)
	}
}
