package expert

import (
	"math"

	"github.com/igbolab/igbolab/igbo/dag"
)

// leastOpen is the smallest difference required from an order that later gets its interval from the
// polytope.
const leastOpen = 1e-9

// claim lists the claims of all statements. An order without a stated ε requires the same
// difference as its edge: MinEpsilon, or less if the pair has a smaller ε or δ.
func (p *plan) claim() {
	c := &p.claims
	c.features, c.list = p.features, nil
	for _, o := range p.orders {
		s, r := p.e.Statements[o.by], p.relations[p.at[[2]int{o.u, o.v}]]
		if r.filled {
			c.list = append(c.list, claim{atLeast, o.u, o.v, r.epsilon, o.by}, claim{atMost, o.u, o.v, r.delta, o.by})
			continue
		}
		if s.Epsilon != nil {
			c.list = append(c.list, claim{atLeast, o.u, o.v, *s.Epsilon, o.by})
		} else {
			least := math.Min(p.opts.MinEpsilon, r.delta)
			if p.source == PolytopeSource && r.open() {
				least = leastOpen
			}
			if !math.IsInf(r.epsilon, -1) {
				least = math.Min(least, r.epsilon)
			}
			c.list = append(c.list, claim{ordered, o.u, o.v, least, o.by})
		}
		if s.Delta != nil {
			c.list = append(c.list, claim{atMost, o.u, o.v, *s.Delta, o.by})
		}
	}
	for _, t := range p.ties {
		c.list = append(c.list, claim{tied, t.u, t.v, t.within, t.by})
	}
	for _, b := range p.bounds {
		s := p.e.Statements[b.by]
		if s.Min != nil {
			c.list = append(c.list, claim{above, b.u, b.u, *s.Min, b.by})
		}
		if s.Max != nil {
			c.list = append(c.list, claim{below, b.u, b.u, *s.Max, b.by})
		}
	}
}

// Feasible reports, with a nil error, that scores exist that satisfy every interval, bound and tie
// of the graph and
//
//	Σ_k |H_k| ≤ 1   (dag.SignedScore, dag.AnyScore),
//	H_k ≥ 0, Σ_k H_k ≤ 1   (dag.AbsoluteScore).
//
// For dag.RangeScore, it only checks the intervals, bounds and ties. Prior.Build already runs this
// check; graphs from data or from dag.New are not checked.
//
// Feasible returns a *ConflictError, which names a smallest contradictory set of edges, bounds and
// ties, if no such scores exist. It returns ErrUndecided if it reaches the work limit, and an error
// if the graph is invalid.
func Feasible(d *dag.DAG, score dag.Score) error {
	if err := score.Check(); err != nil {
		return err
	}
	if err := d.Validate(); err != nil {
		return err
	}
	c := &claims{features: d.Features, score: score, lo: -1, hi: 1}
	switch score {
	case dag.AnyScore:
		c.score = dag.SignedScore
	case dag.AbsoluteScore:
		c.lo = 0
	case dag.RangeScore:
		c.lo, c.hi = math.Inf(-1), math.Inf(1)
	}
	state := func(s Statement, parts ...claim) {
		for _, x := range parts {
			x.by = len(c.statements)
			c.list = append(c.list, x)
		}
		c.statements = append(c.statements, s)
	}
	name := func(k int) string { return d.Features[k] }
	for _, e := range d.Edges {
		parts := []claim{{kind: atLeast, u: e.U, v: e.V, x: e.Epsilon}}
		if e.Delta < c.hi-c.lo {
			parts = append(parts, claim{kind: atMost, u: e.U, v: e.V, x: e.Delta})
		}
		state(Statement{Kind: KindEdge, Groups: [][]string{{name(e.U)}, {name(e.V)}}, Epsilon: &e.Epsilon, Delta: &e.Delta}, parts...)
	}
	for _, b := range d.Bounds {
		state(Statement{Kind: KindBound, Groups: [][]string{{name(b.K)}}, Min: &b.Min, Max: &b.Max},
			claim{kind: above, u: b.K, x: b.Min}, claim{kind: below, u: b.K, x: b.Max})
	}
	for _, t := range d.Ties {
		state(Statement{Kind: KindTie, Groups: [][]string{{name(t.U), name(t.V)}}, Within: &t.Within},
			claim{kind: tied, u: t.U, v: t.V, x: t.Within})
	}
	return c.check()
}
