package dag

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

var errNilExpert = errors.New("dag: got a nil *Expert, expected one")

// relation is an order of two features, merged from the statements that say it.
type relation struct {
	u, v               int
	epsilon, delta     float64 // −Inf and +Inf: not stated
	epsilonBy, deltaBy int     // statements
	confidence         float64
	by                 int // the first statement that says it
}

type equality struct {
	u, v, by int
	within   float64
}

type limit struct {
	k            int
	min, max     float64
	minBy, maxBy int
}

// plan is an expert's statements taken apart.
type plan struct {
	e         *Expert
	opts      ExpertOptions
	features  []string
	ids       map[string]int
	relations []relation
	at        map[[2]int]int // (u, v) → index in relations
	ties      []equality
	limits    map[int]*limit
}

// Build turns the statements into a graph. An order without a stated interval gets
// [MinEpsilon, ScoreMax − ScoreMin]; several intervals on one pair are intersected; μ
// and σ are the middle and half width of the interval and P the confidence, so that r = 1
// gives the interval back.
//
// Errors: ErrEmpty; bad names, numbers or intervals, with the statement's line; a
// *ConflictError when statements contradict each other, which is a *CycleError too when
// the orders form a cycle (unless Repair drops the least confident ones).
func (e *Expert) Build(opts ExpertOptions) (*DAG, error) {
	if e == nil {
		return nil, errNilExpert
	}
	if err := opts.Check(); err != nil {
		return nil, err
	}
	p := &plan{e: e, opts: opts, ids: map[string]int{}, at: map[[2]int]int{}, limits: map[int]*limit{}}
	if err := p.read(); err != nil {
		return nil, err
	}
	if len(p.relations)+len(p.ties)+len(p.limits) == 0 {
		return nil, fmt.Errorf("%w%s", ErrEmpty, inFile(e.File))
	}
	d := newUnchecked(p.features, p.edges())
	report := &Report{Estimator: "expert", Reason: fmt.Sprintf("%d statements", len(e.Statements))}
	if d.Acyclic() != nil {
		if opts.Repair == NoRepair {
			return nil, p.cycleConflict(d)
		}
		d.Edges, report.Repair = Repair(d.Features, d.Edges, func(e Edge) float64 { return e.P })
		p.forget(report.Repair.Removed)
	}
	if err := p.feasible(); err != nil {
		return nil, err
	}
	return p.finish(d.Edges, report)
}

func inFile(file string) string {
	if file == "" {
		return ""
	}
	return ": " + file
}

func (p *plan) finish(edges []Edge, report *Report) (*DAG, error) {
	var ties []Tie
	for _, t := range p.ties {
		ties = append(ties, Tie{t.u, t.v, t.within})
	}
	var bounds []Bound
	for k, l := range p.limits {
		bounds = append(bounds, Bound{k, math.Max(l.min, p.opts.ScoreMin), math.Min(l.max, p.opts.ScoreMax)})
	}
	d, err := New(p.features, edges, bounds, ties)
	if err != nil {
		return nil, err
	}
	report.Guarantee = d.Check(0.5)
	report.Warnings = p.spreadWarning(d)
	d.Report = report
	switch p.opts.Form {
	case Reduction:
		return d.TransitiveReduction(), nil
	case Closure:
		return d.TransitiveClosure()
	}
	return d, nil
}

// spreadWarning tells of a chain so long that its default ε do not fit the range of H.
func (p *plan) spreadWarning(d *DAG) []string {
	order, _ := d.order()
	depth, deepest := make([]int, len(d.Features)), 0
	for _, u := range order {
		for _, i := range d.adj().successors(u) {
			v := d.Edges[i].V
			depth[v] = max(depth[v], depth[u]+1)
			deepest = max(deepest, depth[v])
		}
	}
	if need, have := float64(deepest)*p.opts.MinEpsilon, p.opts.ScoreMax-p.opts.ScoreMin; need > have {
		return []string{fmt.Sprintf("a chain of %d orders with ε = %g spans %g, more than the range %g of H: lower min_epsilon",
			deepest, p.opts.MinEpsilon, need, have)}
	}
	return nil
}

func (p *plan) edges() []Edge {
	edges := make([]Edge, len(p.relations))
	for i, r := range p.relations {
		epsilon, delta := r.epsilon, r.delta
		if math.IsInf(delta, 1) {
			delta = math.Max(p.opts.ScoreMax-p.opts.ScoreMin, epsilon)
		}
		if math.IsInf(epsilon, -1) {
			epsilon = math.Min(p.opts.MinEpsilon, delta)
		}
		edges[i] = Edge{U: r.u, V: r.v, Mu: (epsilon + delta) / 2, Sigma: (delta - epsilon) / 2, P: r.confidence, Epsilon: epsilon, Delta: delta}
	}
	return edges
}

func (p *plan) forget(removed []Edge) {
	p.relations = slices.DeleteFunc(p.relations, func(r relation) bool {
		return slices.ContainsFunc(removed, func(e Edge) bool { return e.U == r.u && e.V == r.v })
	})
}

// relate merges one more order into the plan.
func (p *plan) relate(u, v, by int, s Statement) {
	i, ok := p.at[[2]int{u, v}]
	if !ok {
		i = len(p.relations)
		p.at[[2]int{u, v}] = i
		p.relations = append(p.relations, relation{u: u, v: v, by: by, epsilon: math.Inf(-1), delta: math.Inf(1), epsilonBy: by, deltaBy: by})
	}
	r := &p.relations[i]
	if s.Epsilon != nil && *s.Epsilon > r.epsilon {
		r.epsilon, r.epsilonBy = *s.Epsilon, by
	}
	if s.Delta != nil && *s.Delta < r.delta {
		r.delta, r.deltaBy = *s.Delta, by
	}
	confidence := 1.0
	if s.Confidence != nil {
		confidence = *s.Confidence
	}
	r.confidence = math.Max(r.confidence, confidence)
}

func (p *plan) limit(k, by int, s Statement) {
	l, ok := p.limits[k]
	if !ok {
		l = &limit{k: k, min: math.Inf(-1), max: math.Inf(1), minBy: by, maxBy: by}
		p.limits[k] = l
	}
	if s.Min != nil && *s.Min > l.min {
		l.min, l.minBy = *s.Min, by
	}
	if s.Max != nil && *s.Max < l.max {
		l.max, l.maxBy = *s.Max, by
	}
}
