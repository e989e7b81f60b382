package dag

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/parallel"
)

// Build estimates an importance graph from scores [N,D], with one row per sample:
//
//	u→v  ⇔  P̂(s_u > s_v) > α,   ε = max(μ_uv − rσ_uv, MinEpsilon),  δ = max(μ_uv + rσ_uv, ε)
//
// Here s_k is the mean score of feature k over a batch, and opts.Estimator determines P̂. By default, σ_uv is
// the standard deviation of s_u − s_v between batches. For other estimators, see their documentation. Build
// multiplies σ_uv by 1 + Inflate. Estimators that use the normal distribution draw no edge between features
// whose means are equal up to rounding. A graph without edges is valid.
//
// The paper leaves two points open. Build uses consecutive rows as batches, or rows drawn with
// replacement if opts.Batches > 0. It raises δ to ε if δ is smaller.
//
// Build returns an error if
//
//   - the options are invalid;
//   - a score is missing, NaN, infinite or beyond MaxMagnitude (the error names row and column);
//   - the number of names is wrong, or there are too few batches for the estimator;
//   - it needs more memory than estimate.MaxMemory, or draws more than MaxEdges edges;
//   - the graph has a cycle and opts.Repair is NoRepair (a *CycleError).
//
// The returned graph passes Validate, and all its numbers are finite.
func Build(scores *mat.Dense, opts Options) (*DAG, error) {
	if err := opts.Check(); err != nil {
		return nil, err
	}
	rows, cols, err := checkScores(scores, opts.Features)
	if err != nil {
		return nil, err
	}
	if err := opts.CheckMemory(rows, cols); err != nil {
		return nil, err
	}
	return buildScaled(scores, opts)
}

func buildOnce(s *estimate.Sample, opts Options) (*DAG, error) {
	est, choice, err := s.Estimator(opts.Estimate())
	if err != nil {
		return nil, err
	}
	b := &builder{s: s, est: est, opts: opts, z: estimate.ZAlpha(opts.Alpha), report: newReport(s, choice, opts)}
	return b.build()
}

// builder holds the values that the steps of Build share.
type builder struct {
	s      *estimate.Sample
	est    estimate.Estimator
	opts   Options
	z      float64
	report *Report
}

func (b *builder) build() (*DAG, error) {
	features := names(b.opts.Features, b.s.Features())
	edges, err := b.draw()
	if err != nil {
		return nil, err
	}
	var test *estimate.Corrected
	if b.opts.Multiplicity != estimate.NoCorrection {
		test = b.s.Correct(b.opts.Multiplicity)
		drawn := len(edges)
		edges = slices.DeleteFunc(edges, func(e Edge) bool { return test.Value(e.U, e.V) > b.opts.Level })
		b.report.Rejected = drawn - len(edges)
	}
	d, err := b.repair(newUnchecked(features, edges))
	if err != nil {
		return nil, err
	}
	b.report.Guarantee = d.Check(b.opts.Alpha)
	b.warn(d)
	d = b.form(d)
	if test != nil {
		b.report.PValues = make([]float64, len(d.Edges))
		for i, e := range d.Edges {
			b.report.PValues[i] = test.Value(e.U, e.V)
		}
	}
	d.Report = b.report
	return d, nil
}

// form returns the graph as drawn, its reduction, or its closure.
func (b *builder) form(d *DAG) *DAG {
	switch b.opts.Form {
	case Reduction:
		return d.TransitiveReduction()
	case Closure:
		return d.derive(append(b.implied(d, -1), d.Edges...))
	}
	return d
}

// implied returns the missing edges that paths imply and for which P̂ > least. It estimates them
// from the scores. ε is at least MinEpsilon, even if μ is smaller.
func (b *builder) implied(d *DAG, least float64) []Edge {
	var edges []Edge
	d.eachMissing(func(u, w int) {
		p := b.est.Pair(u, w)
		if p.UV > least {
			edges = append(edges, b.edge(u, w, b.s.Diff(u, w), p))
		}
	})
	return edges
}

// MaxEdges is the largest number of edges that Build draws (64 bytes each, 3.2 GB in total).
const MaxEdges = 50_000_000

// draw applies the rule to every pair, in parallel over u. The result does not depend on the number
// of processors.
func (b *builder) draw() ([]Edge, error) {
	n := b.s.Features()
	rows := make([][]Edge, n)
	var total atomic.Int64
	parallel.For(n, func(u int) {
		for v := u + 1; v < n && total.Load() <= MaxEdges; v++ {
			if e, ok := b.decide(u, v); ok {
				rows[u] = append(rows[u], e)
			}
		}
		total.Add(int64(len(rows[u])))
	})
	if total.Load() > MaxEdges {
		return nil, fmt.Errorf("dag: the graph of %d features has too many edges (max %d, 64 bytes each; raise α)", n, MaxEdges)
	}
	edges := make([]Edge, 0, total.Load())
	for _, r := range rows {
		edges = append(edges, r...)
	}
	return edges, nil
}

func (b *builder) decide(u, v int) (Edge, bool) {
	p, direction := estimate.Decide(b.s, b.est, u, v, b.opts.Alpha, b.z)
	switch direction {
	case 1:
		return b.edge(u, v, b.s.Diff(u, v), p), true
	case -1:
		return b.edge(v, u, b.s.Diff(v, u), p), true
	}
	return Edge{}, false
}

func (b *builder) edge(u, v int, mu float64, p estimate.Pair) Edge {
	epsilon, delta := Interval(mu, p.Sigma, b.opts.R, b.opts.MinEpsilon)
	return Edge{U: u, V: v, Mu: mu, Sigma: p.Sigma, P: p.UV, Epsilon: epsilon, Delta: delta}
}

// Interval returns ε = max(μ − rσ, minEpsilon) and δ = max(μ + rσ, ε).
func Interval(mu, sigma, r, minEpsilon float64) (epsilon, delta float64) {
	epsilon = math.Max(mu-r*sigma, minEpsilon)
	return epsilon, math.Max(mu+r*sigma, epsilon)
}

func (b *builder) warn(d *DAG) {
	warn := func(format string, args ...any) {
		b.report.Warnings = append(b.report.Warnings, fmt.Sprintf(format, args...))
	}
	if n := b.s.Dropped; n > 0 {
		warn("%d trailing rows make no complete batch of %d and were left out", n, b.s.Size)
	}
	if b.s.Size < b.opts.BatchSize {
		warn("%d rows make one batch, smaller than the %d asked for", b.s.Size, b.opts.BatchSize)
	}
	if len(d.Edges) == 0 {
		warn("no pair passes the rule: the graph has no edge")
	}
	if g := b.report.Guarantee; !g.Transitive {
		warn("the graph is not transitive: %d implied edges are not drawn", g.MissingEdges)
	}
}
