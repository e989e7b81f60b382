package dag

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/igbolab/igbolab/igbo/dag/feasible"
)

// ErrUndecided says that the limit of work was reached before it was known whether some
// scores meet all constraints (feasible.MaxWork).
var ErrUndecided = errors.New("dag: not decided within the limit of work whether scores exist that meet all constraints")

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
	score      Score
	lo, hi     float64
}

// system writes the claims as constraints, with no orderly one above most.
func (c *claims) system(most float64) feasible.System {
	s := feasible.System{N: len(c.features), Lo: c.lo, Hi: c.hi, Norm: math.Inf(1)}
	if c.score != RangeScore {
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

// conflict puts a contradiction into words.
func (c *claims) conflict(core *feasible.Core) *ConflictError {
	err := &ConflictError{File: c.file, Score: c.score, Irreducible: core.Irreducible, Smallest: core.Smallest}
	if core.Proof.Cycle {
		for _, t := range core.Proof.Terms {
			err.Chain = append(err.Chain, c.link(t.Group, c.says(t.Constraint)))
		}
	} else {
		err.Least = core.Least
		err.Chain = c.grouped(core.Proof)
	}
	err.Reason = c.reason(core.Proof)
	if slices.ContainsFunc(core.Proof.Terms, func(t feasible.Term) bool { return t.Group >= 0 && c.list[t.ID].kind == ordered }) {
		err.MinEpsilon = c.largestOrder()
	}
	return err
}

// grouped makes one link a statement of a proof by the norm, in the order of the file.
func (c *claims) grouped(proof *feasible.Proof) []Link {
	terms := slices.Clone(proof.Terms)
	slices.SortStableFunc(terms, func(a, b feasible.Term) int { return order(a.Group) - order(b.Group) })
	var links []Link
	for len(terms) > 0 {
		n := 1
		for n < len(terms) && terms[n].Group == terms[0].Group {
			n++
		}
		if says := c.several(terms[:n]); says != "" {
			links = append(links, c.link(terms[0].Group, says))
		}
		terms = terms[n:]
	}
	return links
}

// order puts what no statement says last.
func order(group int) int {
	if group < 0 {
		return math.MaxInt32
	}
	return group
}

// several says what is used of one statement, cut short. H ≥ 0 is left to the reason.
func (c *claims) several(terms []feasible.Term) string {
	terms = slices.DeleteFunc(slices.Clone(terms), func(t feasible.Term) bool { return t.Group < 0 && t.Least == 0 })
	says := ""
	for i, t := range terms {
		if i == 3 {
			return says + fmt.Sprintf(", … (%d in all)", len(terms))
		}
		if i > 0 {
			says += ", "
		}
		if t.Times > 1 {
			says += fmt.Sprintf("%d × (%s)", t.Times, c.says(t.Constraint))
		} else {
			says += c.says(t.Constraint)
		}
	}
	return says
}

func (c *claims) link(by int, says string) Link {
	if by < 0 {
		return Link{Says: says}
	}
	s := c.statements[by]
	return Link{Line: s.Line, Statement: s, Says: says}
}

// says writes one constraint.
func (c *claims) says(x feasible.Constraint) string {
	if x.Group < 0 {
		if x.Q == feasible.Ground {
			return fmt.Sprintf("%s ≥ %g", c.features[x.P], x.Least)
		}
		return fmt.Sprintf("%s ≤ %g", c.features[x.Q], -x.Least)
	}
	l := c.list[x.ID]
	switch l.kind {
	case ordered:
		return fmt.Sprintf("%s > %s by %g", c.features[l.u], c.features[l.v], l.x)
	case atLeast:
		return fmt.Sprintf("%s − %s ≥ %g", c.features[l.u], c.features[l.v], l.x)
	case atMost:
		return fmt.Sprintf("%s − %s ≤ %g", c.features[l.u], c.features[l.v], l.x)
	case tied:
		return fmt.Sprintf("|%s − %s| ≤ %g", c.features[l.u], c.features[l.v], l.x)
	case above:
		return fmt.Sprintf("%s ≥ %g", c.features[l.u], l.x)
	}
	return fmt.Sprintf("%s ≤ %g", c.features[l.u], l.x)
}

// reason adds the proof up.
func (c *claims) reason(proof *feasible.Proof) string {
	sum, shown := "", 0
	for _, t := range proof.Terms {
		if t.Least == 0 {
			continue
		}
		sign, x := " + ", t.Least
		if x < 0 {
			sign, x = " − ", -x
		}
		if shown == 0 && sign == " + " {
			sign = ""
		}
		if shown++; shown > 8 {
			sum += " + …"
			break
		}
		if t.Times > 1 {
			sign += fmt.Sprintf("%d·", t.Times)
		}
		sum += fmt.Sprintf("%s%.6g", sign, x)
	}
	if shown > 1 || shown == 1 && sum != fmt.Sprintf("%.6g", proof.Sum) {
		sum += fmt.Sprintf(" = %.6g", proof.Sum)
	}
	if proof.Cycle {
		return "added up: 0 ≥ " + sum
	}
	return fmt.Sprintf("added up: %s ≥ %s, but %s", c.score.sum(), sum, c.score.rule())
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
