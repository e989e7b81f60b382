package dag

import (
	"slices"

	"github.com/igbolab/igbolab/igbo/dag/repair"
)

// Repaired records the changes of a repair, and whether their weight is the minimum.
type Repaired struct {
	Mode       RepairMode `json:"mode"`
	Removed    []Edge     `json:"removed,omitempty"`     // a feedback arc set
	Weight     float64    `json:"weight"`                // its weight: Σ (P − ½), or Σ P for stated edges
	Exact      bool       `json:"exact"`                 // whether no lighter set exists
	Components []int      `json:"components,omitempty"`  // sizes of the cyclic components
	Added      []Edge     `json:"added,omitempty"`       // implied edges drawn at a lower α
	LocalAlpha []float64  `json:"local_alpha,omitempty"` // for each added edge, its P̂: the level at which it would fail
}

// Repair removes edges to make a graph acyclic. From each cyclic component, it removes a feedback arc set of minimum weight. The
// minimum is exact for components of up to repair.MaxExact features. For larger ones, Repair uses the weighted heuristic of Eades,
// Lin and Smyth, followed by sifting.
//
// Repair returns the remaining edges and a record of the changes, which is nil if nothing was
// removed. If weight is nil, the weight of an edge is P. Negative weights count as 0. The edges
// must refer to existing features.
func Repair(features []string, edges []Edge, weight func(Edge) float64) ([]Edge, *Repaired) {
	if weight == nil {
		weight = func(e Edge) float64 { return e.P }
	}
	d := newUnchecked(features, edges)
	positive := func(e Edge) float64 { return max(0, weight(e)) }
	drop := make(map[int]bool)
	rec := &Repaired{Mode: DropEdges, Exact: true}
	for _, c := range d.components() {
		list, exact := d.feedback(c, positive)
		rec.Components = append(rec.Components, len(c))
		rec.Exact = rec.Exact && exact
		for _, i := range list {
			drop[i] = true
			rec.Removed = append(rec.Removed, d.Edges[i])
			rec.Weight += positive(d.Edges[i])
		}
	}
	if len(drop) == 0 {
		return d.Edges, nil
	}
	kept := make([]Edge, 0, len(d.Edges)-len(drop))
	for i, e := range d.Edges {
		if !drop[i] {
			kept = append(kept, e)
		}
	}
	slices.SortFunc(rec.Removed, compareEdges)
	return kept, rec
}

// feedback returns the edges to remove to make the component acyclic, and whether their weight is the minimum.
func (d *DAG) feedback(component []int, weight func(Edge) float64) (drop []int, exact bool) {
	local := make(map[int]int, len(component))
	for i, v := range component {
		local[v] = i
	}
	var arcs []repair.Arc
	var edges []int // indices of the arcs' edges
	adj := d.adj()
	for i, u := range component {
		for _, e := range adj.successors(u) {
			if j, ok := local[d.Edges[e].V]; ok {
				arcs = append(arcs, repair.Arc{U: i, V: j, Weight: weight(d.Edges[e])})
				edges = append(edges, int(e))
			}
		}
	}
	drop, exact = repair.FeedbackArcSet(len(component), arcs)
	for i, k := range drop {
		drop[i] = edges[k]
	}
	slices.Sort(drop)
	return drop, exact
}

// repair applies Options.Repair. The paper's "reduce α locally" cannot break a cycle, because a
// lower α only adds edges; it can add a missing implied edge. So LowerAlpha first removes edges and
// then lowers α.
func (b *builder) repair(d *DAG) (*DAG, error) {
	if b.opts.Repair == NoRepair {
		if err := d.Acyclic(); err != nil {
			return nil, err
		}
		return d, nil
	}
	if d.Acyclic() != nil {
		kept, rec := Repair(d.Features, d.Edges, func(e Edge) float64 { return e.P - 0.5 })
		rec.Mode = b.opts.Repair
		b.report.Repair = rec
		d = d.derive(kept)
	}
	if b.opts.Repair == LowerAlpha {
		d = b.lowerAlpha(d)
	}
	return d, nil
}

func (b *builder) lowerAlpha(d *DAG) *DAG {
	added := b.implied(d, 0.5)
	if len(added) == 0 {
		return d
	}
	if b.report.Repair == nil {
		b.report.Repair = &Repaired{Mode: LowerAlpha, Exact: true}
	}
	rec := b.report.Repair
	rec.Added = added
	for _, e := range added {
		rec.LocalAlpha = append(rec.LocalAlpha, e.P)
	}
	return d.derive(append(slices.Clone(added), d.Edges...))
}
