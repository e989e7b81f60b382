package expert

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/feasible"
)

// ErrUndecided reports that the work limit (feasible.MaxWork) was reached before the check found
// out whether scores exist that satisfy all constraints.
var ErrUndecided = errors.New("expert: could not decide within the computation limit whether any scores satisfy all constraints")

// claim is the numeric form of a statement. It represents one constraint, or two if it is a tie.
type claim struct {
	kind claimKind
	u, v int
	x    float64
	by   int // index of the statement
}

type claimKind uint8

const (
	ordered claimKind = iota // H_u − H_v ≥ x, where x is min_epsilon
	atLeast                  // H_u − H_v ≥ x, as stated
	atMost                   // H_u − H_v ≤ x
	tied                     // |H_u − H_v| ≤ x
	above                    // H_u ≥ x
	below                    // H_u ≤ x
)

// claims holds the claims of all statements, and the constraints that every score satisfies.
type claims struct {
	file       string
	features   []string
	statements []Statement
	list       []claim
	score      dag.Score
	lo, hi     float64
}

// system returns the claims as constraints. It limits the ordered claims to most.
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

// check returns nil if scores exist that satisfy all claims, a *ConflictError if none exist, or
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

// orderWork is the largest number of links that the search for the largest min_epsilon may visit.
const orderWork = 20_000_000

// largestOrder returns the largest feasible min_epsilon, rounded down to two digits. It returns 0
// if there is none, or if the search exceeds orderWork.
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

// ruleOf describes the constraints that every score of a kind satisfies.
func ruleOf(s dag.Score) string {
	if s == dag.AbsoluteScore {
		return "H ≥ 0 and ΣH ≤ 1 for every absolute score"
	}
	return "Σ|H| ≤ 1 for every signed score"
}

// sumOf returns the notation for the sum of the absolute scores.
func sumOf(s dag.Score) string {
	if s == dag.AbsoluteScore {
		return "ΣH"
	}
	return "Σ|H|"
}
