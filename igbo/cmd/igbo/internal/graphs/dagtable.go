package graphs

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/gomlx/compute/support/xslices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// dagTable writes a graph for reading: what it is, how it was built, its edges from the
// most important feature down, the order as layers, and what to beware of.
func dagTable(d *dag.DAG) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s%s\n", tabulate.Plural(len(d.Features), "feature"), tabulate.Plural(len(d.Edges), "edge"), guarantees(d.Report))
	b.WriteString(provenance(d.Report))
	if len(d.Edges) > 0 {
		b.WriteByte('\n')
		edgeTable(&b, d)
	}
	if len(d.Bounds)+len(d.Ties)+len(d.Directions) > 0 {
		b.WriteByte('\n')
		for _, x := range d.Bounds {
			fmt.Fprintf(&b, "bound  %.4g ≤ H(%s) ≤ %.4g\n", x.Min, d.Features[x.K], x.Max)
		}
		for _, t := range d.Ties {
			fmt.Fprintf(&b, "tie    |H(%s) − H(%s)| ≤ %.4g\n", d.Features[t.U], d.Features[t.V], t.Within)
		}
		for _, x := range d.Directions {
			fmt.Fprintf(&b, "rise   %s\n", x.Text(d.Features))
		}
	}
	if len(d.Edges) > 0 {
		fmt.Fprintf(&b, "\n%s\n", layers(d))
	}
	b.WriteString(remarks(d))
	return b.String()
}

func guarantees(r *dag.Report) string {
	if r == nil {
		return ""
	}
	s := ", acyclic"
	if r.Guarantee.Transitive {
		return s + ", transitive"
	}
	return s + fmt.Sprintf(", %s not drawn", tabulate.Plural(r.Guarantee.MissingEdges, "implied edge"))
}

// provenance describes in one or two lines how the graph was made.
func provenance(r *dag.Report) string {
	switch {
	case r == nil:
		return ""
	case r.Options == nil:
		return fmt.Sprintf("From %s (%s)\n", r.Estimator, r.Reason)
	}
	o := r.Options
	kind := "consecutive batches"
	if o.Batches > 0 {
		kind = "batches drawn with replacement"
	}
	reason := "as requested"
	if o.Estimator == estimate.Auto {
		reason = "because " + r.Reason
	}
	s := fmt.Sprintf("P by estimator %s, %s; α = %g, r = %g\n%s in %d %s of %d", r.Estimator, reason, o.Alpha, o.R,
		tabulate.Plural(r.Rows, "row"), r.Batches, kind, r.BatchSize)
	if o.Batches > 0 {
		s += fmt.Sprintf(", equivalent to %.0f independent rows", r.Effective)
	}
	if o.Multiplicity != estimate.NoCorrection {
		name := map[estimate.Multiplicity]string{estimate.BenjaminiHochberg: "Benjamini–Hochberg", estimate.Holm: "Holm"}[o.Multiplicity]
		s += fmt.Sprintf("\n%s at level %g removes %s that passed the rule P > α", name, o.Level, tabulate.Plural(r.Rejected, "edge"))
	}
	return s + "\n"
}

// edgeTable lists the edges in order of importance, columns aligned.
func edgeTable(b *strings.Builder, d *dag.DAG) {
	place := make([]int, len(d.Features))
	if order, err := d.Order(); err == nil {
		for i, k := range order {
			place[k] = i
		}
	}
	index := xslices.Iota(0, len(d.Edges))
	slices.SortStableFunc(index, func(i, j int) int {
		x, y := d.Edges[i], d.Edges[j]
		if x.U != y.U {
			return place[x.U] - place[y.U]
		}
		return place[x.V] - place[y.V]
	})
	corrected := d.Report != nil && len(d.Report.PValues) == len(d.Edges)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	header := "more important\t\tless important\tP\tμ\tσ\tε\tδ"
	if corrected {
		header += "\tp corrected"
	}
	fmt.Fprintln(w, header)
	for _, i := range index {
		e := d.Edges[i]
		fmt.Fprintf(w, "%s\t→\t%s\t%.3f\t%.4f\t%.4f\t%.4f\t%.4f", d.Features[e.U], d.Features[e.V], e.P, e.Mu, e.Sigma, e.Epsilon, e.Delta)
		if corrected {
			fmt.Fprintf(w, "\t%.2g", d.Report.PValues[i])
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	switch {
	case d.Report != nil && d.Report.Options != nil:
		b.WriteString("P: probability that the mean score of a batch is higher; μ, σ: mean and standard deviation of the difference; [ε, δ]: its interval\n")
	case d.Report != nil && d.Report.Estimator == "expert":
		b.WriteString("P: stated confidence; μ, σ: centre and half width of [ε, δ], the interval of the difference\n")
	}
}

// layers writes the order as a > {b, c} > d: a feature is one layer below the lowest feature above it. If this would order pairs
// that the graph does not order, it only writes the layers. It leaves out features without edges.
func layers(d *dag.DAG) string {
	order, err := d.Order()
	if err != nil {
		return ""
	}
	level := make([]int, len(d.Features))
	linked := make([]bool, len(d.Features))
	var byLevel [][]string
	for _, u := range order {
		for from := d.To(int64(u)); from.Next(); {
			level[u] = max(level[u], level[from.Node().ID()]+1)
			linked[u], linked[from.Node().ID()] = true, true
		}
	}
	for _, u := range order {
		if !linked[u] {
			continue
		}
		for len(byLevel) <= level[u] {
			byLevel = append(byLevel, nil)
		}
		byLevel[level[u]] = append(byLevel[level[u]], d.Features[u])
	}
	// A path between neighbouring layers is one edge, as every edge leads down.
	ordered := true
	for v, l := range level {
		above := 0
		for from := d.To(int64(v)); from.Next(); {
			if level[from.Node().ID()] == l-1 {
				above++
			}
		}
		ordered = ordered && (l == 0 || above == len(byLevel[l-1]))
	}
	if !ordered {
		return layered(byLevel)
	}
	parts := make([]string, len(byLevel))
	for i, l := range byLevel {
		if parts[i] = strings.Join(l, ", "); len(l) > 1 {
			parts[i] = "{" + parts[i] + "}"
		}
	}
	return "Order: " + strings.Join(parts, " > ")
}

// layered writes layers, not all of which are ordered.
func layered(byLevel [][]string) string {
	parts := make([]string, len(byLevel))
	for i, l := range byLevel {
		parts[i] = strings.Join(l, ", ")
	}
	return "Layers (edges lead to the right, but not every pair has an edge): " + strings.Join(parts, " | ")
}

// remarks lists repairs and warnings.
func remarks(d *dag.DAG) string {
	r := d.Report
	if r == nil {
		return ""
	}
	var b strings.Builder
	if r.Repair != nil {
		exactness := "the minimum"
		if !r.Repair.Exact {
			exactness = "from a heuristic, perhaps not the minimum"
		}
		fmt.Fprintf(&b, "\nRepaired: %s dropped, weight %.3g (%s); %s added at a lower α\n",
			tabulate.Plural(len(r.Repair.Removed), "edge"), r.Repair.Weight, exactness, tabulate.Plural(len(r.Repair.Added), "edge"))
		for _, e := range r.Repair.Removed {
			fmt.Fprintf(&b, "  dropped %s → %s, P = %.3f\n", d.Features[e.U], d.Features[e.V], e.P)
		}
		for _, e := range r.Repair.Added {
			fmt.Fprintf(&b, "  added %s → %s, P = %.3f\n", d.Features[e.U], d.Features[e.V], e.P)
		}
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "\nNote: %s\n", w)
	}
	return b.String()
}
