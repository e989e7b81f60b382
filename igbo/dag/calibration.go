package dag

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Truth is a law of scores with a known order: H = Means + Noise·(√(1−Common)·z_k +
// √Common·z), z standard normal, z shared by the features of a row.
type Truth struct {
	Means  []float64 `json:"means"`
	Noise  float64   `json:"noise"`
	Common float64   `json:"common"`
}

// check says what is wrong with the truth, or returns nil.
func (t Truth) check() error {
	if len(t.Means) == 0 || !finite(t.Means...) {
		return fmt.Errorf("dag: truth: got means %v, expected at least one, all finite", t.Means)
	}
	if !(t.Noise >= 0) || !finite(t.Noise) || !(t.Common >= 0 && t.Common <= 1) {
		return fmt.Errorf("dag: truth: got noise %g and common %g, expected a finite noise ≥ 0 and a share in [0, 1]", t.Noise, t.Common)
	}
	return nil
}

// Draw draws n rows of scores, clipped to [−1, 1].
func (t Truth) Draw(rng *rand.Rand, n int) *mat.Dense {
	m := mat.NewDense(n, len(t.Means), nil)
	own, shared := t.Noise*math.Sqrt(1-t.Common), t.Noise*math.Sqrt(t.Common)
	for i := range n {
		z := rng.NormFloat64()
		for k, mu := range t.Means {
			m.Set(i, k, math.Max(-1, math.Min(1, mu+own*rng.NormFloat64()+shared*z)))
		}
	}
	return m
}

// sigma is the true deviation of s_u − s_v over batches of the given size.
func (t Truth) sigma(size int) float64 {
	return t.Noise * math.Sqrt(2*(1-t.Common)/float64(size))
}

// Calibration is how one way of building fares on a Truth, over many repetitions. Shares of
// no pairs are 0.
type Calibration struct {
	Estimator Estimator `json:"estimator"`
	Rows      int       `json:"rows"`
	Alpha     float64   `json:"alpha"`
	// FalseEdges is the share of pairs with equal means that got an edge.
	FalseEdges float64 `json:"false_edges"`
	// Reversed is the share of pairs with different means that got the wrong edge.
	Reversed float64 `json:"reversed"`
	// Found is the share of pairs with different means that got the right edge.
	Found float64 `json:"found"`
	// CoverBatch is the share of μ_uv ± rσ_uv that hold the difference of a fresh batch,
	// averaged over its law: nominally 2Φ(r) − 1.
	CoverBatch float64 `json:"cover_batch"`
	// CoverMean is the share that hold the true E[H_u − H_v].
	CoverMean float64 `json:"cover_mean"`
	// Cyclic is the share of repetitions whose graph had a cycle.
	Cyclic float64 `json:"cyclic"`
}

// Calibrate draws rows from the truth, builds, and counts, for the given number of
// repetitions. opts.Batches = 0 and > 0 calibrate consecutive and redrawn batches.
// Intervals are counted over all pairs, before the clip at MinEpsilon. Errors: those of
// Build; a truth without means; fewer than one row or repetition.
func Calibrate(t Truth, rows, repetitions int, opts Options) (Calibration, error) {
	if err := t.check(); err != nil {
		return Calibration{}, err
	}
	if err := opts.Check(); err != nil {
		return Calibration{}, err
	}
	if rows < 1 || repetitions < 1 || rows > MaxScores/len(t.Means) {
		return Calibration{}, fmt.Errorf("dag: got %d rows of %d features and %d repetitions, expected at least 1 of each and at most %d scores",
			rows, len(t.Means), repetitions, MaxScores)
	}
	if err := opts.checkMemory(rows, len(t.Means)); err != nil {
		return Calibration{}, err
	}
	c := Calibration{Estimator: opts.Estimator, Rows: rows, Alpha: opts.Alpha}
	rng := rand.New(rand.NewPCG(opts.Seed, uint64(rows)))
	var n tally
	for range repetitions {
		opts.Seed = rng.Uint64()
		s, err := newSample(t.Draw(rng, rows), opts)
		if err != nil {
			return c, err
		}
		est, _, err := newEstimator(s, opts)
		if err != nil {
			return c, err
		}
		b := &builder{s: s, est: est, opts: opts, z: zAlpha(opts.Alpha)}
		n.add(t, b)
	}
	c.FalseEdges, c.Reversed, c.Found = share(n.falseEdges, n.equal), share(n.reversed, n.different), share(n.found, n.different)
	c.CoverBatch, c.CoverMean = share(n.coverBatch, n.equal+n.different), share(n.coverMean, n.equal+n.different)
	c.Cyclic = n.cyclic / float64(repetitions)
	return c, nil
}

// share is 0 of nothing.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

type tally struct {
	equal, different, falseEdges, reversed, found, coverBatch, coverMean, cyclic float64
}

func (n *tally) add(t Truth, b *builder) {
	var edges []Edge
	for u := range t.Means {
		for v := u + 1; v < len(t.Means); v++ {
			n.cover(t, b, u, v)
			e, ok := b.decide(u, v)
			if ok {
				edges = append(edges, e)
			}
			n.count(t.Means[u]-t.Means[v], e, u, ok)
		}
	}
	if newUnchecked(names(nil, len(t.Means)), edges).Acyclic() != nil {
		n.cyclic++
	}
}

func (n *tally) count(truth float64, e Edge, u int, drawn bool) {
	if truth == 0 {
		n.equal++
		if drawn {
			n.falseEdges++
		}
		return
	}
	n.different++
	if !drawn {
		return
	}
	if (e.U == u) == (truth > 0) {
		n.found++
	} else {
		n.reversed++
	}
}

func (n *tally) cover(t Truth, b *builder, u, v int) {
	mu, half := b.s.mu[u]-b.s.mu[v], b.opts.R*b.est.pair(u, v).sigma
	truth, sigma := t.Means[u]-t.Means[v], t.sigma(b.s.size)
	if math.Abs(mu-truth) <= half {
		n.coverMean++
	}
	n.coverBatch += phi((mu+half-truth)/sigma) - phi((mu-half-truth)/sigma)
}
