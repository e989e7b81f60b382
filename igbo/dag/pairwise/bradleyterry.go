package pairwise

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
)

// Options holds the settings of BradleyTerry. The comment of each field ends with its default.
type Options struct {
	Alpha         float64 `json:"alpha"`          // as dag.Options.Alpha; 0.7
	R             float64 `json:"r"`              // as dag.Options.R; 1
	MinEpsilon    float64 `json:"min_epsilon"`    // as dag.Options.MinEpsilon; 0.005
	Prior         float64 `json:"prior"`          // wins and losses of every feature against a virtual feature of strength 1; 0
	Tolerance     float64 `json:"tolerance"`      // for the log-strengths between rounds; 1e-10
	MaxIterations int     `json:"max_iterations"` // 100 000
}

// DefaultOptions returns α = 0.7, r = 1, ε ≥ 0.005 and no prior.
func DefaultOptions() Options {
	return Options{Alpha: 0.7, R: 1, MinEpsilon: 0.005, Tolerance: 1e-10, MaxIterations: 100_000}
}

// MaxIterations is the upper limit on Options.MaxIterations.
const MaxIterations = 1_000_000_000

// MaxFeatures is the largest number of features. BradleyTerry needs a D×D matrix and O(D³) time for
// the standard errors.
const MaxFeatures = 2000

// Strengths is a fitted Bradley–Terry model: P(u beats v) = 1/(1 + exp(β_v − β_u)).
type Strengths struct {
	Features   []string
	Beta       []float64  // log-strengths, with mean 0
	StdErr     []float64  // their standard errors
	Covariance *mat.Dense // of Beta
	Share      []float64  // exp(β_k)/Σ exp(β_i), on the scale of an absolute score
	Iterations int

	offset float64 // log-strength of β = 0 relative to the virtual feature of the prior
}

// ErrSeparable reports that the comparisons do not determine the strengths: some features never
// lose to the others, or are never compared with them.
var ErrSeparable = errors.New("pairwise: the comparisons do not determine the strengths")

// BradleyTerry fits strengths to comparisons with Hunter's MM algorithm,
//
//	π_k ← W_k / Σ_j n_kj/(π_k + π_j),
//
// where W_k is the number of wins of k and n_kj the number of comparisons of k and j. A tie counts
// as half a win for each. The standard errors come from the observed information of β = log π, with
// Σβ = 0.
//
// The maximum exists iff every feature can be reached from every other one by wins. If not, and
// without a prior, the error wraps ErrSeparable and names the groups. With a prior, every feature
// has opts.Prior wins and losses against a virtual feature of strength 1.
func BradleyTerry(comparisons []Comparison, opts Options) (*Strengths, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	g, err := newContest(comparisons)
	if err != nil {
		return nil, err
	}
	if opts.Prior == 0 {
		if err := g.determined(); err != nil {
			return nil, err
		}
	}
	s := &Strengths{Features: g.features}
	if err := g.fit(s, opts); err != nil {
		return nil, err
	}
	if err := g.errors(s, opts); err != nil {
		return nil, err
	}
	if !finite(s.Beta) || !finite(s.Share) || !finite(s.StdErr) {
		return nil, errors.New("pairwise: the strengths or their standard errors are not finite, because the weights of the comparisons differ too much")
	}
	return s, nil
}

func (o Options) check() error {
	base := dag.DefaultOptions()
	base.Alpha, base.R, base.MinEpsilon = o.Alpha, o.R, o.MinEpsilon
	if err := base.Check(); err != nil {
		return err
	}
	switch {
	case !(o.Prior >= 0 && o.Prior <= dag.MaxMagnitude):
		return fmt.Errorf("pairwise: prior = %g, want a finite number ≥ 0, at most %g", o.Prior, dag.MaxMagnitude)
	case !(o.Tolerance > 0) || math.IsInf(o.Tolerance, 1):
		return fmt.Errorf("pairwise: tolerance = %g, want a finite number > 0", o.Tolerance)
	case o.MaxIterations < 1 || o.MaxIterations > MaxIterations:
		return fmt.Errorf("pairwise: max_iterations = %d, want at least 1 and at most %d", o.MaxIterations, MaxIterations)
	}
	return nil
}

// DAG applies the edge rule with level α to the strengths: u→v is an edge iff
//
//	Φ((β_u − β_v)/se(β_u − β_v)) > α.
//
// The intervals are on the scale of the shares: μ_uv = π_u − π_v, with σ_uv by the delta method.
// The standard error is a seminorm, so the graph is acyclic and transitive.
func (s *Strengths) DAG(opts Options) (*dag.DAG, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if err := s.complete(); err != nil {
		return nil, err
	}
	z, n := estimate.ZAlpha(opts.Alpha), len(s.Features)
	share := s.shareCovariance()
	var edges []dag.Edge
	for u := range n {
		for v := range n {
			diff := s.Beta[u] - s.Beta[v]
			se := contrast(s.Covariance, u, v)
			if !(diff > z*se && diff > 1e-9) {
				continue
			}
			e := dag.Edge{U: u, V: v, Mu: s.Share[u] - s.Share[v], Sigma: contrast(share, u, v), P: estimate.NormalP(diff, se)}
			e.Epsilon, e.Delta = dag.Interval(e.Mu, e.Sigma, opts.R, opts.MinEpsilon)
			edges = append(edges, e)
		}
	}
	d, err := dag.New(s.Features, edges, nil, nil)
	if err != nil {
		return nil, err
	}
	d.Report = &dag.Report{Estimator: "bradley-terry", Reason: fmt.Sprintf("%d MM iterations", s.Iterations), Means: s.Share, Guarantee: d.Check(opts.Alpha)}
	if len(edges) == 0 {
		d.Report.Warnings = []string{"no pair passes the rule: the graph has no edge"}
	}
	return d, nil
}

// complete returns an error unless the strengths come from a fit.
func (s *Strengths) complete() error {
	if s == nil || s.Covariance == nil {
		return errors.New("pairwise: the strengths are nil or have no covariance (use the result of BradleyTerry)")
	}
	n := len(s.Features)
	if r, c := s.Covariance.Dims(); r != n || c != n || len(s.Beta) != n || len(s.Share) != n {
		return fmt.Errorf("pairwise: got %d strengths, %d shares and a covariance [%d,%d] for %d features, want %d of each (use the result of BradleyTerry)",
			len(s.Beta), len(s.Share), r, c, n, n)
	}
	return nil
}

// contrast returns the standard error of x_u − x_v.
func contrast(c *mat.Dense, u, v int) float64 {
	return math.Sqrt(math.Max(0, c.At(u, u)+c.At(v, v)-2*c.At(u, v)))
}

// shareCovariance returns J·C·Jᵀ, where J = diag(π) − π·πᵀ is the derivative of the shares.
func (s *Strengths) shareCovariance() *mat.Dense {
	n := len(s.Share)
	j := mat.NewDense(n, n, nil)
	for u := range n {
		for v := range n {
			x := -s.Share[u] * s.Share[v]
			if u == v {
				x += s.Share[u]
			}
			j.Set(u, v, x)
		}
	}
	var half, full mat.Dense
	half.Mul(j, s.Covariance)
	full.Mul(&half, j.T())
	return &full
}

func finite(x []float64) bool {
	return !floats.HasNaN(x) && !math.IsInf(floats.Norm(x, math.Inf(1)), 0)
}

func joinGroup(names []string) string {
	names = slices.Clone(names)
	if len(names) > 8 {
		names = append(names[:8], "…")
	}
	return "{" + strings.Join(names, ", ") + "}"
}
