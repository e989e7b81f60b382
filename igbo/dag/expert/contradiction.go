package expert

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag/feasible"
)

// conflict converts a contradiction to an error.
func (c *claims) conflict(core *feasible.Core) *ConflictError {
	err := &ConflictError{File: c.file, Score: c.score, Irreducible: core.Irreducible, Smallest: core.Smallest}
	if core.Proof.Cycle {
		for _, t := range core.Proof.Terms {
			err.Chain = append(err.Chain, c.link(t.Group, c.reports(t.Constraint)))
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

// grouped returns one link per statement of a proof that uses the norm, in file order.
func (c *claims) grouped(proof *feasible.Proof) []Link {
	terms := slices.Clone(proof.Terms)
	slices.SortStableFunc(terms, func(a, b feasible.Term) int { return order(a.Group) - order(b.Group) })
	var links []Link
	for len(terms) > 0 {
		n := 1
		for n < len(terms) && terms[n].Group == terms[0].Group {
			n++
		}
		if reports := c.several(terms[:n]); reports != "" {
			links = append(links, c.link(terms[0].Group, reports))
		}
		terms = terms[n:]
	}
	return links
}

// order sorts constraints that no statement contains last.
func order(group int) int {
	if group < 0 {
		return math.MaxInt32
	}
	return group
}

// several describes the terms of one statement, truncated. It omits H ≥ 0, which the reason
// mentions.
func (c *claims) several(terms []feasible.Term) string {
	terms = slices.DeleteFunc(slices.Clone(terms), func(t feasible.Term) bool { return t.Group < 0 && t.Least == 0 })
	reports := ""
	for i, t := range terms {
		if i == 3 {
			return reports + fmt.Sprintf(", … (%d in all)", len(terms))
		}
		if i > 0 {
			reports += ", "
		}
		if t.Times > 1 {
			reports += fmt.Sprintf("%d × (%s)", t.Times, c.reports(t.Constraint))
		} else {
			reports += c.reports(t.Constraint)
		}
	}
	return reports
}

func (c *claims) link(by int, reports string) Link {
	if by < 0 {
		return Link{Used: reports}
	}
	s := c.statements[by]
	return Link{Line: s.Line, Statement: s, Used: reports}
}

// reports formats one constraint.
func (c *claims) reports(x feasible.Constraint) string {
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

// reason formats the sum of the proof.
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
		if shown == 0 {
			sign = map[string]string{" + ": "", " − ": "−"}[sign]
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
	return fmt.Sprintf("added up: %s ≥ %s, but %s", sumOf(c.score), sum, ruleOf(c.score))
}
