package calibrate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/limit"
)

// Result holds the error rates of one estimation method on a [Truth], over many repetitions. A
// share of zero pairs is 0.
type Result struct {
	Estimator estimate.Method `json:"estimator"`
	Rows      int             `json:"rows"`
	Alpha     float64         `json:"alpha"`
	// FalseEdges is the share of pairs with equal means that got an edge.
	FalseEdges float64 `json:"false_edges"`
	// Reversed is the share of pairs with different means that got the wrong edge.
	Reversed float64 `json:"reversed"`
	// Found is the share of pairs with different means that got the right edge.
	Found float64 `json:"found"`
	// CoverBatch is the share of intervals μ_uv ± rσ_uv that contain the difference of a new batch,
	// averaged over its distribution. Nominally, it is 2Φ(r) − 1.
	CoverBatch float64 `json:"cover_batch"`
	// CoverMean is the share of intervals that contain the true E[H_u − H_v].
	CoverMean float64 `json:"cover_mean"`
	// Cyclic is the share of repetitions whose graph had a cycle.
	Cyclic float64 `json:"cyclic"`
}

// Run draws rows from the truth, builds a graph, and counts errors, for the given number of
// repetitions. With opts.Batches = 0, it calibrates consecutive batches; with opts.Batches > 0,
// redrawn batches. It counts intervals over all pairs, before MinEpsilon is applied.
//
// Run returns the errors of dag.Build. It also returns an error if the truth has no means, or if
// rows or repetitions is less than one.
func Run(t Truth, rows, repetitions int, opts dag.Options) (Result, error) {
	if err := t.check(); err != nil {
		return Result{}, err
	}
	if err := opts.Check(); err != nil {
		return Result{}, err
	}
	if err := limit.Check([]limit.Int{
		{Name: "rows", Value: rows, Min: 1, Max: dag.MaxScores / len(t.Means)}, {Name: "repetitions", Value: repetitions, Min: 1, Max: math.MaxInt},
	}); err != nil {
		return Result{}, fmt.Errorf("calibrate: %w", err)
	}
	if err := opts.CheckMemory(rows, len(t.Means)); err != nil {
		return Result{}, err
	}
	c := Result{Estimator: opts.Estimator, Rows: rows, Alpha: opts.Alpha}
	rng := rand.New(rand.NewPCG(opts.Seed, uint64(rows)))
	var n tally
	for range repetitions {
		opts.Seed = rng.Uint64()
		cfg := opts.Estimate()
		s := estimate.NewSample(t.Draw(rng, rows), cfg)
		est, _, err := s.Estimator(cfg)
		if err != nil {
			return c, err
		}
		n.add(t, trial{s, est, opts})
	}
	c.FalseEdges, c.Reversed, c.Found = share(n.falseEdges, n.equal), share(n.reversed, n.different), share(n.found, n.different)
	c.CoverBatch, c.CoverMean = share(n.coverBatch, n.equal+n.different), share(n.coverMean, n.equal+n.different)
	c.Cyclic = n.cyclic / float64(repetitions)
	return c, nil
}

// share returns part/whole, or 0 if whole is 0.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

type tally struct {
	equal, different, falseEdges, reversed, found, coverBatch, coverMean, cyclic float64
}

// trial is one sample and its estimator.
type trial struct {
	s    *estimate.Sample
	est  estimate.Estimator
	opts dag.Options
}

func (n *tally) add(t Truth, b trial) {
	z := estimate.ZAlpha(b.opts.Alpha)
	g := simple.NewDirectedGraph()
	for u := range t.Means {
		for v := u + 1; v < len(t.Means); v++ {
			n.cover(t, b, u, v)
			_, direction := estimate.Decide(b.s, b.est, u, v, b.opts.Alpha, z)
			switch direction {
			case 1:
				g.SetEdge(simple.Edge{F: simple.Node(u), T: simple.Node(v)})
			case -1:
				g.SetEdge(simple.Edge{F: simple.Node(v), T: simple.Node(u)})
			}
			n.count(t.Means[u]-t.Means[v], direction)
		}
	}
	if _, err := topo.Sort(g); err != nil {
		n.cyclic++
	}
}

func (n *tally) count(truth float64, direction int) {
	switch {
	case truth == 0:
		n.equal++
		if direction != 0 {
			n.falseEdges++
		}
		return
	case direction != 0 && (direction > 0) == (truth > 0):
		n.found++
	case direction != 0:
		n.reversed++
	}
	n.different++
}

func (n *tally) cover(t Truth, b trial, u, v int) {
	mu, half := b.s.Means[u]-b.s.Means[v], b.opts.R*b.est.Pair(u, v).Sigma
	truth, sigma := t.Means[u]-t.Means[v], t.sigma(b.s.Size)
	if math.Abs(mu-truth) <= half {
		n.coverMean++
	}
	n.coverBatch += phi((mu+half-truth)/sigma) - phi((mu-half-truth)/sigma)
}

// phi is the standard normal distribution function.
func phi(x float64) float64 { return estimate.NormalP(x, 1) }
