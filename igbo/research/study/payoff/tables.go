package payoff

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Tables implements study.Result.
func (r *Result) Tables() []tabulate.Table {
	tables := []tabulate.Table{r.main(false), r.main(true), r.ends(), r.bare()}
	if r.Config.Draws >= 8 {
		tables = append(tables, r.blocks())
	}
	tables = append(tables, r.predicted())
	if check, ok := r.checked(); ok {
		tables = append(tables, check.summary(), check.table())
	}
	return tables
}

func (r *Result) note() string {
	return fmt.Sprintf("Ratios of mean errors on new rows (noise included) over %d draws, with 95 %% intervals of a paired bootstrap, not corrected for multiple comparisons. Explained: the share of the variance that the columns explain. Trust: the probability that a statement is right.", r.Config.Draws)
}

// main shows the change by rows and trust with all statements.
func (r *Result) main(directions bool) tabulate.Table {
	m := slices.Max(r.Config.Statements)
	t := tabulate.Table{Name: "payoff", Title: fmt.Sprintf("Error ÷ ridge's error: %d statements about %d columns, no directions", m, r.Config.Features), Notes: []string{r.note()}}
	if directions {
		t.Name, t.Title = "payoff-directions", fmt.Sprintf("Error ÷ ridge's error: %d statements about %d columns and their directions", m, r.Config.Features)
	}
	t.Columns("explained", "explained")
	t.Columns("rows", "rows")
	t.Columns("nothing known", tabulate.Ends("nothing_known")...)
	for _, p := range r.Config.Trusts {
		t.Columns(fmt.Sprintf("trust %g", p), tabulate.Ends(fmt.Sprintf("trust_%g", p))...)
	}
	for _, p := range r.Places {
		line := []tabulate.Field{tabulate.Number("%g", p.Explained), tabulate.Number("%.0f", float64(p.Rows)), interval(p.Nothing.Ratio).Field("%.3f")}
		for i := range r.Config.Trusts {
			line = append(line, interval(r.change(p.Rows, p.Explained, m, directions, i).Ratio).Field("%.3f"))
		}
		t.Add(line...)
	}
	return t
}

// bare shows the comparison with the same model without the order.
func (r *Result) bare() tabulate.Table {
	t := tabulate.Table{Name: "payoff-bare", Title: "Error ÷ error of the posterior without statements", Notes: []string{r.note()}}
	t.Columns("explained", "explained")
	t.Columns("rows", "rows")
	t.Columns("statements", "statements")
	t.Columns("directions", "directions")
	for _, p := range r.Config.Trusts {
		t.Columns(fmt.Sprintf("trust %g", p), tabulate.Ends(fmt.Sprintf("trust_%g", p))...)
	}
	for _, p := range r.Places {
		for _, l := range p.Lines {
			line := []tabulate.Field{tabulate.Number("%g", p.Explained), tabulate.Number("%.0f", float64(p.Rows)), tabulate.Number("%.0f", float64(l.Statements)), tabulate.Words(known(l.Directions))}
			for _, c := range l.Changes {
				line = append(line, interval(c.Bare).Field("%.3f"))
			}
			t.Add(line...)
		}
	}
	return t
}

func known(directions bool) string {
	if directions {
		return "known"
	}
	return "none"
}

// end is the number of rows up to which a gain lasts.
type end struct {
	rows   int
	beyond bool // the gain lasts beyond the largest number of rows
}

// String describes the number of rows.
func (e end) String() string {
	switch {
	case e.rows == 0:
		return "never"
	case e.beyond:
		return fmt.Sprintf("%d or more", e.rows)
	}
	return fmt.Sprint(e.rows)
}

// last returns the greatest number of rows at which a ratio is at most 1 − least and its whole interval is below 1.
func (r *Result) last(explained float64, statements int, directions bool, trust int, of func(Change) [3]float64, least float64) (e end) {
	rows := slices.Sorted(slices.Values(r.Config.Rows))
	for i, n := range rows {
		if q := of(r.change(n, explained, statements, directions, trust)); q[0] <= 1-least && q[2] < 1 {
			e = end{n, i == len(rows)-1}
		}
	}
	return e
}

// ends shows the number of rows up to which the gain lasts.
func (r *Result) ends() tabulate.Table {
	t := tabulate.Table{
		Name: "payoff-ends", Title: fmt.Sprintf("Largest number of rows with a gain of 1 %% or more, %d columns", r.Config.Features),
		Notes: []string{r.note(), "Each cell: the largest simulated number of rows for which the gain is at least 1 % and the interval of the ratio is below 1."},
	}
	t.Columns("compared with", "compared_with")
	t.Columns("explained", "explained")
	t.Columns("statements", "statements")
	t.Columns("directions", "directions")
	for _, p := range r.Config.Trusts {
		t.Columns(fmt.Sprintf("trust %g", p), fmt.Sprintf("trust_%g", p))
	}
	first := r.Places[0]
	for _, with := range []struct {
		name string
		of   func(Change) [3]float64
	}{{"ridge", Change.overRidge}, {"nothing known", Change.overBare}} {
		for _, share := range r.Config.Explained {
			for _, l := range first.Lines {
				line := []tabulate.Field{tabulate.Words(with.name), tabulate.Number("%g", share), tabulate.Number("%.0f", float64(l.Statements)), tabulate.Words(known(l.Directions))}
				for i := range r.Config.Trusts {
					line = append(line, tabulate.Words(r.last(share, l.Statements, l.Directions, i, with.of, worth).String()))
				}
				t.Add(line...)
			}
		}
	}
	return t
}

// blocks shows the ratios in four blocks of draws.
func (r *Result) blocks() tabulate.Table {
	m, last := slices.Max(r.Config.Statements), len(r.Config.Trusts)-1
	t := tabulate.Table{Name: "payoff-blocks", Title: "Error ÷ ridge's error in blocks of draws, at the highest trust", Notes: []string{r.note()}}
	t.Columns("explained", "explained")
	t.Columns("rows", "rows")
	t.Columns("directions", "directions")
	t.Columns("all", tabulate.Ends("all")...)
	for i := range 4 {
		t.Columns(fmt.Sprintf("block %d", i+1), fmt.Sprintf("block_%d", i+1))
	}
	for _, p := range r.Places {
		for _, directions := range []bool{false, true} {
			c := r.change(p.Rows, p.Explained, m, directions, last)
			line := []tabulate.Field{tabulate.Number("%g", p.Explained), tabulate.Number("%.0f", float64(p.Rows)), tabulate.Words(known(directions)), interval(c.Ratio).Field("%.3f")}
			for i := range 4 {
				block := tabulate.Missing(1)
				if i < len(c.Blocks) {
					block = tabulate.Number("%.3f", c.Blocks[i])
				}
				line = append(line, block)
			}
			t.Add(line...)
		}
	}
	return t
}
