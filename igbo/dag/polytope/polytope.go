package polytope

import (
	"errors"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/dag"
)

// Limits on the size of an order.
const (
	MaxFeatures  = 100_000
	MaxComponent = 512 // in one connected component
	MaxEdges     = 1_000_000
)

// ErrCycle reports that the edges form a cycle, which no distinct shares satisfy.
var ErrCycle = errors.New("polytope: the edges form a cycle (want an acyclic order)")

// Options holds the limits of New and of its sampler. The comment of each field ends with its
// default.
type Options struct {
	MaxCells  int     `json:"max_cells"`  // ideals × features of a component with exact moments; 8 388 608, of 8 to 40 bytes
	Seed      uint64  `json:"seed"`       // for the sampler; 1
	MaxSweeps int     `json:"max_sweeps"` // largest length of each of its four chains; 262 144
	RHat      float64 `json:"r_hat"`      // largest split R̂ of a share; 1.01
	Tolerance float64 `json:"tolerance"`  // largest standard error of a share's mean, as a fraction of 1/n; 0.01
}

// DefaultOptions returns limits with which exact moments take at most a second and about 100 MB.
func DefaultOptions() Options {
	return Options{MaxCells: 1 << 23, Seed: 1, MaxSweeps: 1 << 18, RHat: 1.01, Tolerance: 0.01}
}

// Check returns an error if an option is invalid.
func (o Options) Check() error {
	switch {
	case o.MaxCells < 0 || o.MaxCells > 1<<28:
		return fmt.Errorf("polytope: MaxCells is %d, want a number in [0, %d]", o.MaxCells, 1<<28)
	case o.MaxSweeps < minSweeps || o.MaxSweeps > 1<<30:
		return fmt.Errorf("polytope: MaxSweeps is %d, want a number in [%d, %d]", o.MaxSweeps, minSweeps, 1<<30)
	case !(o.RHat > 1) || math.IsInf(o.RHat, 1):
		return fmt.Errorf("polytope: R̂ = %g, want a finite number > 1", o.RHat)
	case !(o.Tolerance > 0) || math.IsInf(o.Tolerance, 1):
		return fmt.Errorf("polytope: got a tolerance of %g, want a finite number > 0", o.Tolerance)
	}
	return nil
}

// Polytope holds the moments of shares that are uniformly distributed over all shares that satisfy
// an order.
type Polytope struct {
	n           int
	block, slot []int // of each feature: its component and its position in it
	blocks      []block
	diagnostics Diagnostics
}

// block holds the moments of the exponentials of one component.
type block struct {
	mean   []float64 // E[X_u]
	second []float64 // E[X_u·X_v], row by row
}

// Diagnostics reports how the moments were computed.
type Diagnostics struct {
	Exact         bool    `json:"exact"`          // no component was sampled
	Ideals        int     `json:"ideals"`         // total over the components with exact moments
	Sampled       int     `json:"sampled"`        // number of features in sampled components
	Sweeps        int     `json:"sweeps"`         // of the longest chain, without warm-up
	RHat          float64 `json:"r_hat"`          // largest split R̂ of a share; 0 without sampling
	StandardError float64 `json:"standard_error"` // largest standard error of a share's mean, as a fraction of 1/n
}

// Of is like [New] for the features and edges of a graph. It ignores intervals, ties and bounds.
func Of(order *dag.DAG, o Options) (*Polytope, error) {
	if err := order.Acyclic(); err != nil {
		return nil, fmt.Errorf("polytope: %w", err)
	}
	edges := make([][2]int, len(order.Edges))
	for i, e := range order.Edges {
		edges[i] = [2]int{e.U, e.V}
	}
	return New(len(order.Features), edges, o)
}

// New computes the moments of the order polytope of n features. The first feature of every edge has
// the larger share. New returns an error if there are no features, an edge refers to a feature that
// does not exist, or a limit is exceeded. It returns ErrCycle for a cycle, and a *ConvergenceError
// if the sampler does not converge.
func New(n int, edges [][2]int, o Options) (*Polytope, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if err := checkOrder(n, edges); err != nil {
		return nil, err
	}
	p := &Polytope{n: n, block: make([]int, n), slot: make([]int, n), diagnostics: Diagnostics{Exact: true}}
	for i, c := range components(n, edges) {
		for slot, k := range c.features {
			p.block[k], p.slot[k] = i, slot
		}
		b, err := p.moments(i, c, o)
		if err != nil {
			return nil, err
		}
		p.blocks = append(p.blocks, b)
	}
	return p, nil
}

// moments returns the moments of one component. They are exact if the component is small enough.
func (p *Polytope) moments(i int, c component, o Options) (block, error) {
	if len(c.features) == 1 {
		return block{mean: []float64{1}, second: []float64{2}}, nil
	}
	if len(c.features) > MaxComponent {
		return block{}, fmt.Errorf("polytope: the edges connect %d features, which is too many (max %d)", len(c.features), MaxComponent)
	}
	if !c.acyclic() {
		return block{}, ErrCycle
	}
	if l, ok := newLattice(c, o.MaxCells); ok {
		p.diagnostics.Ideals += len(l.sets)
		return l.moments(), nil
	}
	b, d, err := sample(c, o, uint64(i))
	was := p.diagnostics
	p.diagnostics = Diagnostics{Ideals: was.Ideals, Sampled: was.Sampled + len(c.features), Sweeps: max(was.Sweeps, d.Sweeps),
		RHat: max(was.RHat, d.RHat), StandardError: max(was.StandardError, d.StandardError)}
	return b, err
}

func checkOrder(n int, edges [][2]int) error {
	if n < 1 || n > MaxFeatures {
		return fmt.Errorf("polytope: got %d features, want a number in [1, %d]", n, MaxFeatures)
	}
	if len(edges) > MaxEdges {
		return fmt.Errorf("polytope: %d edges are too many (max %d)", len(edges), MaxEdges)
	}
	for i, e := range edges {
		if e[0] < 0 || e[0] >= n || e[1] < 0 || e[1] >= n {
			return fmt.Errorf("polytope: edge %d leads from feature %d to feature %d, want indices in [0, %d)", i, e[0], e[1], n)
		}
		if e[0] == e[1] {
			return fmt.Errorf("%w: edge %d joins feature %d with itself", ErrCycle, i, e[0])
		}
	}
	return nil
}

// Len returns the number of features. It returns 0 for a nil polytope.
func (p *Polytope) Len() int {
	if p == nil {
		return 0
	}
	return p.n
}

// Diagnostics reports how the moments were computed. It returns the zero value for a nil polytope.
func (p *Polytope) Diagnostics() Diagnostics {
	if p == nil {
		return Diagnostics{}
	}
	return p.diagnostics
}

// Mean returns the centroid, E[s_k] for every feature. The values sum to 1, even if they were
// sampled.
func (p *Polytope) Mean() []float64 {
	mean := make([]float64, p.Len())
	for k := range mean {
		mean[k] = p.first(k) / float64(p.n)
	}
	return mean
}

// Covariance returns cov(s_u, s_v). It panics with an error if u or v is not a feature.
func (p *Polytope) Covariance(u, v int) float64 {
	p.mustHave(u, v)
	n := float64(p.n)
	return p.second(u, v)/(n*(n+1)) - p.first(u)*p.first(v)/(n*n)
}

// Difference returns the mean and variance of s_u − s_v. It panics with an error if u or v is not a
// feature.
func (p *Polytope) Difference(u, v int) (mean, variance float64) {
	p.mustHave(u, v)
	if u == v {
		return 0, 0
	}
	n := float64(p.n)
	mean = (p.first(u) - p.first(v)) / n
	square := (p.second(u, u) + p.second(v, v) - 2*p.second(u, v)) / (n * (n + 1))
	return mean, math.Max(0, square-mean*mean)
}

func (p *Polytope) mustHave(u, v int) {
	if n := p.Len(); u < 0 || u >= n || v < 0 || v >= n {
		panic(fmt.Errorf("polytope: got features %d and %d, want indices in [0, %d)", u, v, n))
	}
}

func (p *Polytope) first(k int) float64 { return p.blocks[p.block[k]].mean[p.slot[k]] }

func (p *Polytope) second(u, v int) float64 {
	if p.block[u] != p.block[v] {
		return p.first(u) * p.first(v)
	}
	b := p.blocks[p.block[u]]
	return b.second[p.slot[u]*len(b.mean)+p.slot[v]]
}
