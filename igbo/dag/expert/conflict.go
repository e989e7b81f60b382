package expert

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/textfile"
)

// Link is one step of a contradiction: a consequence of one statement.
type Link struct {
	Line      int       // of the statement; 0 if created in code, or implied by the range of H
	Statement Statement // as stated
	Used      string    // what the step uses from it, such as a > b or a − b ≥ 0.1
}

// ConflictError reports statements that contradict each other. If the orders alone form a cycle,
// Chain is a shortest cycle, and the error unwraps to the *dag.CycleError. Otherwise, no scores
// satisfy the numbers. Chain then contains every statement of the smallest contradiction found, and
// Reason adds them up.
type ConflictError struct {
	File        string
	Chain       []Link
	Cycle       *dag.CycleError // nil if intervals, ties or bounds conflict
	Score       dag.Score       // the assumed score; empty for a cycle
	Reason      string          // the sum of the chain
	Least       float64         // the smallest Σ|H| that the chain allows; 0 if no scores satisfy it
	MinEpsilon  float64         // the largest min_epsilon without a contradiction; 0 if there is none or it was not searched for
	Irreducible bool            // no statement can be omitted
	Smallest    bool            // no smaller set of statements is contradictory
}

// Lines returns the distinct line numbers of the contradictory statements, sorted.
func (e *ConflictError) Lines() []int {
	var lines []int
	for _, l := range e.Chain {
		if l.Line > 0 {
			lines = append(lines, l.Line)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// count returns the number of statements in the chain.
func (e *ConflictError) count() int {
	seen := map[string]bool{}
	for _, l := range e.Chain {
		if len(l.Statement.Groups) > 0 {
			seen[fmt.Sprint(l.Line, l.Statement)] = true
		}
	}
	return len(seen)
}

// shownLinks is the number of links that Error shows at each end of a long chain.
const shownLinks = 20

// Error lists the chain, one statement per line, and the reason.
func (e *ConflictError) Error() string {
	var b strings.Builder
	what := "1 statement cannot hold:"
	if n := e.count(); n > 1 {
		what = fmt.Sprintf("%d statements contradict each other:", n)
	}
	fmt.Fprintf(&b, "expert: %s%s", filePrefix(e.File), what)
	for i, l := range e.Chain {
		if len(e.Chain) > 2*shownLinks && i >= shownLinks && i < len(e.Chain)-shownLinks {
			if i == shownLinks {
				fmt.Fprintf(&b, "\n  … %d more …", len(e.Chain)-2*shownLinks)
			}
			continue
		}
		b.WriteString("\n  ")
		if l.Line > 0 {
			fmt.Fprintf(&b, "line %d: ", l.Line)
		}
		b.WriteString(l.Used)
		if stated := l.Statement; len(stated.Groups) > 0 && stated.String() != l.Used {
			fmt.Fprintf(&b, "  (from %s)", textfile.Clip(stated.String(), 60))
		}
		if l.Statement.Comment != "" {
			fmt.Fprintf(&b, "  # %s", l.Statement.Comment)
		}
	}
	if e.Reason != "" {
		fmt.Fprintf(&b, "\n  %s", e.Reason)
	}
	switch n := e.count(); {
	case n > 1 && e.Smallest:
		b.WriteString("\n  no fewer statements contradict each other")
	case n > 1 && e.Irreducible:
		b.WriteString("\n  none of them can be left out")
	}
	if e.MinEpsilon > 0 {
		fmt.Fprintf(&b, "\n  min_epsilon = %.2g or less would do", e.MinEpsilon)
	}
	return b.String()
}

func filePrefix(file string) string {
	if file == "" {
		return ""
	}
	return file + ": "
}

// Unwrap returns the cycle, if the orders form one.
func (e *ConflictError) Unwrap() error {
	if e.Cycle == nil {
		return nil
	}
	return e.Cycle
}

// cycleConflict returns a shortest cycle of orders, as statements.
func (p *plan) cycleConflict(cause error) error {
	var cyclic *dag.CycleError
	if !errors.As(cause, &cyclic) {
		return cause
	}
	err := &ConflictError{File: p.e.File, Cycle: cyclic}
	for i, from := range cyclic.Cycle {
		u, v := int(from.ID()), int(cyclic.Cycle[(i+1)%len(cyclic.Cycle)].ID())
		r := p.relations[p.at[[2]int{u, v}]]
		stated := p.e.Statements[r.by]
		err.Chain = append(err.Chain, Link{stated.Line, stated, fmt.Sprintf("%s > %s", p.features[u], p.features[v])})
	}
	return err
}
