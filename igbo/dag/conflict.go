package dag

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Link is one step of a contradiction: what follows from one statement.
type Link struct {
	Line      int       // of the statement; 0: built in code, or implied by the range of H
	Statement Statement // as stated
	Says      string    // what the step uses of it, such as a > b or a − b ≥ 0.1
}

// ConflictError is a shortest chain of statements that cannot hold together. When the
// orders alone form a cycle it unwraps to the *CycleError.
type ConflictError struct {
	File  string
	Chain []Link
	Cycle *CycleError // nil when intervals, ties or bounds conflict
}

// Error writes the chain, one statement a line.
func (e *ConflictError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "dag: %s%d statements contradict each other:", filePrefix(e.File), len(e.Chain))
	for _, l := range e.Chain {
		b.WriteString("\n  ")
		if l.Line > 0 {
			fmt.Fprintf(&b, "line %d: ", l.Line)
		}
		b.WriteString(l.Says)
		if stated := l.Statement; len(stated.Groups) > 0 && stated.String() != l.Says {
			fmt.Fprintf(&b, "  (from %s)", clip(stated.String(), 60))
		}
		if l.Statement.Comment != "" {
			fmt.Fprintf(&b, "  # %s", l.Statement.Comment)
		}
	}
	return b.String()
}

func filePrefix(file string) string {
	if file == "" {
		return ""
	}
	return file + ": "
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// Unwrap returns the cycle, if the orders form one.
func (e *ConflictError) Unwrap() error {
	if e.Cycle == nil {
		return nil
	}
	return e.Cycle
}

func (p *plan) link(by int, format string, args ...any) Link {
	if by < 0 {
		return Link{Says: fmt.Sprintf(format, args...)}
	}
	s := p.e.Statements[by]
	return Link{Line: s.Line, Statement: s, Says: fmt.Sprintf(format, args...)}
}

// cycleConflict is a shortest cycle of orders, as statements.
func (p *plan) cycleConflict(d *DAG) *ConflictError {
	cycle := d.shortestCycle()
	err := &ConflictError{File: p.e.File, Cycle: d.cycleError()}
	for i, u := range cycle {
		v := cycle[(i+1)%len(cycle)]
		r := p.relations[p.at[[2]int{u, v}]]
		err.Chain = append(err.Chain, p.link(r.by, "%s > %s", p.features[u], p.features[v]))
	}
	return err
}

// difference is the constraint x_to − x_from ≤ bound; node n stands for 0.
type difference struct {
	from, to int
	bound    float64
	link     Link
}

// strict is what an order without a stated ε asks for at least in a contradiction.
const strict = 1e-9

// feasible checks that some scores in [ScoreMin, ScoreMax] meet all intervals, ties and
// bounds: a system of difference constraints has a solution iff its graph has no
// negative cycle (Bellman and Ford). The cycle returned has the fewest statements when
// features·constraints·length ≤ 5e7, else the fewest through one of its features.
func (p *plan) feasible() error {
	cs := p.differences()
	if cs == nil {
		return nil
	}
	n := len(p.features) + 1
	cycle := negativeCycle(n, cs)
	if cycle == nil {
		return nil
	}
	sources := make([]int, n)
	for i := range sources {
		sources[i] = i
	}
	if n*len(cs)*len(cycle) > 5e7 {
		sources = sources[:0]
		for _, c := range cycle {
			sources = append(sources, cs[c].from)
		}
	}
	for _, s := range sources {
		if shorter := shortestNegative(n, cs, s, len(cycle)); shorter != nil {
			cycle = shorter
		}
	}
	err := &ConflictError{File: p.e.File}
	for _, i := range cycle {
		err.Chain = append(err.Chain, cs[i].link)
	}
	return err
}

// differences lists the constraints, nil when only orders are stated.
func (p *plan) differences() []difference {
	var cs []difference
	numbers := len(p.ties) > 0 || len(p.limits) > 0
	for _, r := range p.relations {
		u, v := p.features[r.u], p.features[r.v]
		if math.IsInf(r.epsilon, -1) {
			cs = append(cs, difference{r.u, r.v, -strict, p.link(r.by, "%s > %s", u, v)})
		} else {
			numbers = true
			cs = append(cs, difference{r.u, r.v, -r.epsilon, p.link(r.epsilonBy, "%s − %s ≥ %g", u, v, r.epsilon)})
		}
		if !math.IsInf(r.delta, 1) {
			numbers = true
			cs = append(cs, difference{r.v, r.u, r.delta, p.link(r.deltaBy, "%s − %s ≤ %g", u, v, r.delta)})
		}
	}
	if !numbers {
		return nil
	}
	for _, t := range p.ties {
		says := p.link(t.by, "|%s − %s| ≤ %g", p.features[t.u], p.features[t.v], t.within)
		cs = append(cs, difference{t.u, t.v, t.within, says}, difference{t.v, t.u, t.within, says})
	}
	return append(cs, p.unary()...)
}

// unary lists the bounds on single features, from statements or from the range of H.
func (p *plan) unary() []difference {
	zero := len(p.features)
	var cs []difference
	for k, name := range p.features {
		l := limit{min: p.opts.ScoreMin, max: p.opts.ScoreMax, minBy: -1, maxBy: -1}
		if s, ok := p.limits[k]; ok {
			if s.min > l.min {
				l.min, l.minBy = s.min, s.minBy
			}
			if s.max < l.max {
				l.max, l.maxBy = s.max, s.maxBy
			}
		}
		cs = append(cs,
			difference{zero, k, l.max, p.link(l.maxBy, "%s ≤ %g", name, l.max)},
			difference{k, zero, -l.min, p.link(l.minBy, "%s ≥ %g", name, l.min)})
	}
	return cs
}

const slackTolerance = 1e-12

// negativeCycle returns the constraints of some negative cycle, or nil.
func negativeCycle(n int, cs []difference) []int {
	dist, parent := make([]float64, n), make([]int, n)
	for i := range parent {
		parent[i] = -1
	}
	last := -1
	for range n {
		last = -1
		for i, c := range cs {
			if d := dist[c.from] + c.bound; d < dist[c.to]-slackTolerance {
				dist[c.to], parent[c.to], last = d, i, c.to
			}
		}
		if last < 0 {
			return nil
		}
	}
	for range n { // walk back into the cycle
		last = cs[parent[last]].from
	}
	var cycle []int
	for v := last; len(cycle) == 0 || v != last; v = cs[parent[v]].from {
		cycle = append(cycle, parent[v])
	}
	slices.Reverse(cycle)
	return cycle
}

// shortestNegative returns a negative cycle through s with fewer than limit
// constraints and as few as possible, or nil. Round k knows the least sum over walks of k
// constraints from s.
func shortestNegative(n int, cs []difference, s, limit int) []int {
	dist := make([]float64, n)
	for i := range dist {
		dist[i] = math.Inf(1)
	}
	dist[s] = 0
	var parents [][]int32
	for k := 1; k < limit; k++ {
		next, parent := make([]float64, n), make([]int32, n)
		for i := range next {
			next[i] = math.Inf(1)
		}
		for i, c := range cs {
			if d := dist[c.from] + c.bound; cmp.Less(d, next[c.to]) {
				next[c.to], parent[c.to] = d, int32(i)
			}
		}
		dist, parents = next, append(parents, parent)
		if dist[s] < -slackTolerance {
			return walkBack(cs, parents, s)
		}
	}
	return nil
}

func walkBack(cs []difference, parents [][]int32, s int) []int {
	cycle := make([]int, len(parents))
	for k, v := len(parents)-1, s; k >= 0; k-- {
		i := int(parents[k][v])
		cycle[k] = i
		v = cs[i].from
	}
	return cycle
}
