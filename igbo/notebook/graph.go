package notebook

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// graph draws a DAG, with its edges as the text alternative. A DAG that is too large to draw is shown as a table.
func graph(d *dag.DAG) error {
	t := edges(d)
	var drawn []plots.DAGEdge
	for _, e := range d.Edges {
		drawn = append(drawn, plots.DAGEdge{U: e.U, V: e.V, P: e.P, Epsilon: e.Epsilon, Delta: e.Delta})
	}
	figure, err := plots.DAG(d.Features, drawn, plots.Title(top(d)))
	if err != nil {
		t.Notes = append(t.Notes, "not drawn: "+err.Error())
		return table(t)
	}
	c, err := inline.ContentOf(figure)
	c.Text = t.Text()
	if err != nil {
		return err
	}
	return inline.Display(c)
}

// top returns a title that names the features that no edge leads to. It counts them if there are more than four, or if their names are
// long.
func top(d *dag.DAG) string {
	below := map[int]bool{}
	for _, e := range d.Edges {
		below[e.V] = true
	}
	var names []string
	for k, name := range d.Features {
		if !below[k] {
			names = append(names, name)
		}
	}
	n := len(names)
	switch {
	case len(d.Edges) == 0:
		return "No feature is above another"
	case n == 0:
		return fmt.Sprintf("%d edges, and no feature is at the top", len(d.Edges))
	case n > 4 || utf8.RuneCountInString(strings.Join(names, ", ")) > 60:
		return fmt.Sprintf("Nothing is above %d of %d features", n, len(d.Features))
	case n == 1:
		return "Nothing is above " + names[0]
	}
	return "Nothing is above " + strings.Join(names[:n-1], ", ") + " and " + names[n-1]
}

// edges lists the constraints of a DAG.
func edges(d *dag.DAG) tabulate.Table {
	t := tabulate.Table{
		Name: "dag", Title: fmt.Sprintf("an order of %d features by %d edges", len(d.Features), len(d.Edges)),
		Header: []string{"edge", "Pr", "ε", "δ"},
	}
	name := func(k int) string {
		if k < 0 || k >= len(d.Features) {
			return fmt.Sprintf("no feature %d", k)
		}
		return d.Features[k]
	}
	number := func(v float64) string { return fmt.Sprintf("%.3g", v) }
	for _, e := range d.Edges {
		t.Rows = append(t.Rows, []string{name(e.U) + " → " + name(e.V), number(e.P), number(e.Epsilon), number(e.Delta)})
	}
	for _, b := range d.Bounds {
		t.Notes = append(t.Notes, fmt.Sprintf("%s ≤ H(%s) ≤ %s", number(b.Min), name(b.K), number(b.Max)))
	}
	for _, tie := range d.Ties {
		t.Notes = append(t.Notes, fmt.Sprintf("|H(%s) − H(%s)| ≤ %s", name(tie.U), name(tie.V), number(tie.Within)))
	}
	for _, x := range d.Directions {
		t.Notes = append(t.Notes, "direction of "+x.Text(d.Features))
	}
	if d.Report != nil {
		t.Notes = append(t.Notes, d.Report.Warnings...)
	}
	return t
}
