package dag

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
)

// errNil reports a method call on a nil graph.
var errNil = errors.New("dag: the graph (*DAG) must not be nil")

// Edge is an edge u→v: feature U is more important than feature V.
//
//	d_uv = H_u − H_v ∈ [Epsilon, Delta],  0 < Epsilon ≤ Delta
//
// U and V are indices into DAG.Features. Mu is the estimate of d_uv, Sigma is its standard
// deviation between batches, and P is the estimate of P(s_u > s_v). For an edge stated by an
// expert, Mu is the middle of the interval, Sigma its half width, and P the stated confidence.
type Edge struct {
	U, V                         int
	Mu, Sigma, P, Epsilon, Delta float64
}

// Bound is a unary constraint: Min ≤ H_K ≤ Max.
type Bound struct {
	K        int
	Min, Max float64
}

// Tie is an equality constraint: |H_U − H_V| ≤ Within. A tie is not an edge of the graph.
type Tie struct {
	U, V   int
	Within float64
}

// DAG is a directed acyclic graph of feature importance. It holds features, edges with intervals,
// bounds on single features, ties and directions. *DAG implements gonum's graph.Directed; the id of
// a node is its index in Features. Do not modify a DAG; use New to create a changed one.
type DAG struct {
	Features   []string
	Edges      []Edge // sorted by (U, V)
	Bounds     []Bound
	Ties       []Tie
	Directions []Direction // sorted by (K, Column); WithDirections sets them
	Report     *Report     // how it was built; nil if unknown

	index atomic.Pointer[adjacency]
}

// New returns a DAG with the given features and edges. It copies the edges and sorts them by (U,
// V), and the bounds by feature.
//
// New returns an error if:
//   - a name is repeated, contains control characters or is not valid UTF-8,
//   - an edge is a self-loop or is repeated, or does not satisfy 0 < ε ≤ δ,
//   - a number is not finite, or
//   - the graph has a cycle (a *CycleError).
func New(features []string, edges []Edge, bounds []Bound, ties []Tie) (*DAG, error) {
	d := newUnchecked(features, edges)
	d.Bounds, d.Ties = slices.Clone(bounds), slices.Clone(ties)
	slices.SortStableFunc(d.Bounds, func(a, b Bound) int { return a.K - b.K })
	if err := d.Validate(); err != nil {
		return nil, err
	}
	return d, nil
}

func newUnchecked(features []string, edges []Edge) *DAG {
	d := &DAG{Features: slices.Clone(features), Edges: slices.Clone(edges)}
	slices.SortFunc(d.Edges, compareEdges)
	return d
}

func compareEdges(a, b Edge) int {
	if a.U != b.U {
		return a.U - b.U
	}
	return a.V - b.V
}

// Validate checks the graph as New does.
func (d *DAG) Validate() error {
	if d == nil {
		return errNil
	}
	if err := checkNames(d.Features); err != nil {
		return err
	}
	if err := d.checkEnds(); err != nil {
		return err
	}
	for i, e := range d.Edges {
		if err := d.checkEdge(i, e); err != nil {
			return err
		}
	}
	for i, b := range d.Bounds {
		if err := d.checkBound(b); err != nil {
			return err
		}
		if i > 0 && d.Bounds[i-1].K == b.K {
			return fmt.Errorf("dag: feature %q has two bounds (want at most one)", d.Features[b.K])
		}
	}
	for _, t := range d.Ties {
		if err := d.checkTie(t); err != nil {
			return err
		}
	}
	if err := d.checkDirections(); err != nil {
		return err
	}
	return d.Acyclic()
}

// checkEnds checks that the graph is not nil and that its edges, bounds and ties refer to its
// features, as every traversal requires.
func (d *DAG) checkEnds() error {
	if d == nil {
		return errNil
	}
	n := len(d.Features)
	for i, e := range d.Edges {
		if e.U < 0 || e.U >= n || e.V < 0 || e.V >= n {
			return fmt.Errorf("dag: edge %d leads from feature %d to feature %d, want indices in [0, %d)", i, e.U, e.V, n)
		}
	}
	for _, b := range d.Bounds {
		if b.K < 0 || b.K >= n {
			return fmt.Errorf("dag: a bound has feature %d, want an index in [0, %d)", b.K, n)
		}
	}
	for _, t := range d.Ties {
		if t.U < 0 || t.U >= n || t.V < 0 || t.V >= n || t.U == t.V {
			return fmt.Errorf("dag: a tie has features %d and %d, want two different indices in [0, %d)", t.U, t.V, n)
		}
	}
	return nil
}

func (d *DAG) checkEdge(i int, e Edge) error {
	switch {
	case e.U == e.V:
		return fmt.Errorf("dag: edge %d leads from %q to itself (want two different features)", i, d.Features[e.U])
	case i > 0 && compareEdges(d.Edges[i-1], e) == 0:
		return fmt.Errorf("dag: edge %s appears twice (want it once)", d.edgeName(e))
	case !finite(e.Mu):
		return fmt.Errorf("dag: edge %s: μ = %g must be finite", d.edgeName(e), e.Mu)
	case !finite(e.Sigma):
		return fmt.Errorf("dag: edge %s: σ = %g must be finite", d.edgeName(e), e.Sigma)
	case !finite(e.P):
		return fmt.Errorf("dag: edge %s: P = %g must be finite", d.edgeName(e), e.P)
	case !finite(e.Epsilon):
		return fmt.Errorf("dag: edge %s: ε = %g must be finite", d.edgeName(e), e.Epsilon)
	case !finite(e.Delta):
		return fmt.Errorf("dag: edge %s: δ = %g must be finite", d.edgeName(e), e.Delta)
	case e.Sigma < 0:
		return fmt.Errorf("dag: edge %s: σ = %g must be ≥ 0", d.edgeName(e), e.Sigma)
	case e.P < 0 || e.P > 1:
		return fmt.Errorf("dag: edge %s: P = %g must be a probability (0 to 1)", d.edgeName(e), e.P)
	}
	return checkInterval("edge "+d.edgeName(e), e.Epsilon, e.Delta)
}

func checkInterval(what string, epsilon, delta float64) error {
	if !(epsilon > 0) || math.IsInf(epsilon, 0) {
		return fmt.Errorf("dag: %s: ε = %g must be > 0", what, epsilon)
	}
	if !(epsilon <= delta) || math.IsInf(delta, 0) {
		return fmt.Errorf("dag: %s has ε = %g > δ = %g, want ε ≤ δ", what, epsilon, delta)
	}
	return nil
}

func (d *DAG) checkBound(b Bound) error {
	if !finite(b.Min, b.Max) || b.Min > b.Max {
		return fmt.Errorf("dag: the bound on %q is [%g, %g], want finite numbers with min ≤ max", d.Features[b.K], b.Min, b.Max)
	}
	return nil
}

func (d *DAG) checkTie(t Tie) error {
	if !finite(t.Within) || t.Within < 0 {
		return fmt.Errorf("dag: the tie of %q and %q has within = %g, want a finite number ≥ 0",
			d.Features[t.U], d.Features[t.V], t.Within)
	}
	return nil
}

func (d *DAG) edgeName(e Edge) string { return d.Features[e.U] + "→" + d.Features[e.V] }

// Equal reports whether two graphs have identical features, edges, bounds, ties and directions. It
// compares numbers bit for bit and ignores reports. A nil graph only equals a nil graph.
func (d *DAG) Equal(other *DAG) bool {
	if d == nil || other == nil {
		return d == other
	}
	return slices.Equal(d.Features, other.Features) && slices.Equal(d.Edges, other.Edges) &&
		slices.Equal(d.Bounds, other.Bounds) && slices.Equal(d.Ties, other.Ties) && slices.Equal(d.Directions, other.Directions)
}

func finite(xs ...float64) bool {
	for _, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}
