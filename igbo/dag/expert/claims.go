package expert

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/feasible"
)

// ErrUndecided says that the limit of work was reached before it was known whether some
// scores meet all constraints (feasible.MaxWork).
var ErrUndecided = errors.New("expert: could not decide within the limit of work whether any scores meet all constraints")

// claim is what a statement says in numbers, as one or (tied) two constraints.
type claim struct {
	kind claimKind
	u, v int
	x    float64
	by   int // the statement
}

type claimKind uint8

const (
	ordered claimKind = iota // H_u − H_v ≥ x, x being min_epsilon
	atLeast                  // H_u − H_v ≥ x, as stated
	atMost                   // H_u − H_v ≤ x
	tied                     // |H_u − H_v| ≤ x
	above                    // H_u ≥ x
	below                    // H_u ≤ x
)

// claims are all that statements say, and what every score obeys.
type claims struct {
	file       string
	features   []string
	statements []Statement
	list       []claim
	score      dag.Score
	lo, hi     float64
}

// system writes the claims as constraints, with no orderly one above most.
func (c *claims) system(most float64) feasible.System {
	s := feasible.System{N: len(c.features), Lo: c.lo, Hi: c.hi, Norm: math.Inf(1)}
	if c.score != dag.RangeScore {
		s.Norm = 1
	}
	add := func(p, q int, least float64, by, id int) {
		s.Constraints = append(s.Constraints, feasible.Constraint{P: p, Q: q, Least: least, Group: by, ID: id})
	}
	for id, x := range c.list {
		switch x.kind {
		case ordered:
			add(x.u, x.v, math.Min(x.x, most), x.by, id)
		case atLeast:
			add(x.u, x.v, x.x, x.by, id)
		case atMost:
			add(x.v, x.u, -x.x, x.by, id)
		case tied:
			add(x.u, x.v, -x.x, x.by, id)
			add(x.v, x.u, -x.x, x.by, id)
		case above:
			add(x.u, feasible.Ground, x.x, x.by, id)
		case below:
			add(feasible.Ground, x.u, -x.x, x.by, id)
		}
	}
	return s
}

// check returns nil where some scores meet all claims, a *ConflictError where none do, or
// ErrUndecided.
func (c *claims) check() error {
	s := c.system(math.Inf(1))
	v := feasible.Solve(s)
	switch {
	case !v.Decided:
		return ErrUndecided
	case v.Feasible:
		return nil
	}
	return c.conflict(feasible.Contradiction(s, v.Proof))
}

// orderWork is how many links the search for the largest min_epsilon may look at.
const orderWork = 20_000_000

// largestOrder is a min_epsilon that leaves all claims possible, the largest with two
// digits; 0 where there is none, or finding it takes more than orderWork.
func (c *claims) largestOrder() float64 {
	most := 0.0
	for _, x := range c.list {
		if x.kind == ordered {
			most = math.Max(most, x.x)
		}
	}
	work := orderWork
	holds := func(x float64) bool { return feasible.SolveWithin(c.system(x), &work).Feasible }
	low := most * 1e-6
	if !holds(low) {
		return 0
	}
	for high := most; high/low > 1.005; {
		if middle := math.Sqrt(low * high); holds(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	if work <= 0 {
		return 0
	}
	digits := fmt.Sprintf("%.1e", low)
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil || x > low && !holds(x) {
		return low * 0.99
	}
	return x
}

// ruleOf says in words what every such score obeys.
func ruleOf(s dag.Score) string {
	if s == dag.AbsoluteScore {
		return "H ≥ 0 and ΣH ≤ 1 for every absolute score"
	}
	return "Σ|H| ≤ 1 for every signed score"
}

// sumOf is how the sum of the sizes is written.
func sumOf(s dag.Score) string {
	if s == dag.AbsoluteScore {
		return "ΣH"
	}
	return "Σ|H|"
}
