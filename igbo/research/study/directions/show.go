package directions

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/shift"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result.
func (r *Result) Tables() []tabulate.Table {
	tables := []tabulate.Table{r.main(), r.power(), r.methods(), r.predicted()}
	if t, ok := shifted(); ok {
		tables = append(tables, t)
	}
	return tables
}

func (r *Result) note() string {
	return fmt.Sprintf("Ratios of mean errors on new rows (noise included) over %d paired draws, with 95 %% bootstrap intervals that are not corrected for multiple comparisons.", r.Config.Draws)
}

// main compares the order with each reference.
func (r *Result) main() tabulate.Table {
	t := tabulate.Table{
		Name: "directions", Title: "Posterior under order and directions: error ÷ error of other methods",
		Notes: []string{r.note(), "The order adds: the reduction of the error compared with the best other method, if the intervals of all ratios are below 1. Otherwise: no. Centre: 16 rows, six features that explain half of the variance, decay from 0.5 to 0.9, and correlations up to 0.6."},
	}
	t.Columns("case", "case")
	for _, name := range references {
		t.Columns("÷ "+name, tabulate.Ends(name)...)
	}
	t.Columns("the order adds", "adds")
	for _, f := range r.Cases {
		line := []tabulate.Field{tabulate.Words(f.Name)}
		for _, a := range f.Added {
			line = append(line, a.Ratio.Field("%.3f"))
		}
		t.Add(append(line, tabulate.Words(f.verdict()))...)
	}
	return t
}

// power shows errors without noise, blocks, and the number of draws that is needed to detect a difference of 3 %.
func (r *Result) power() tabulate.Table {
	t := tabulate.Table{
		Name: "directions-power", Title: "Posterior under order and directions ÷ other methods: ratios without noise, in blocks of draws, and draws needed",
		Notes: []string{r.note(), "Draws needed: with this number of draws, 80 % of repeated studies detect a ratio of 0.97 (noise included) at the 5 % level."},
	}
	t.Columns("case", "case")
	t.Columns("compared with", "reference")
	t.Columns("without noise", tabulate.Ends("excess")...)
	t.Columns("blocks", "least", "greatest")
	t.Columns("draws needed", "draws_needed")
	for _, f := range r.Cases {
		for _, a := range f.Added {
			blocks := tabulate.Missing(2)
			if len(a.Blocks) > 0 {
				low, high := slices.Min(a.Blocks), slices.Max(a.Blocks)
				blocks = tabulate.Field{Shown: []string{fmt.Sprintf("%.3f–%.3f", low, high)}, Full: tabulate.InFull(low, high).Full}
			}
			t.Add(tabulate.Words(f.Name, a.Reference), a.Excess.Field("%.2f"), blocks, tabulate.Number("%.0f", a.Draws))
		}
	}
	return t
}

// methods shows all errors.
func (r *Result) methods() tabulate.Table {
	t := tabulate.Table{Name: "directions-methods", Title: "All methods: error ÷ ridge's error", Notes: []string{r.note(), "Excess: mean error minus the variance of the noise."}}
	t.Columns("case", "case")
	t.Columns("method", "method")
	t.Columns("error ÷ ridge's error", tabulate.Ends("ratio")...)
	t.Columns("excess", "excess")
	for _, f := range r.Cases {
		for _, m := range f.Methods {
			t.Add(tabulate.Words(f.Name, m.Name), m.Ratio.Field("%.3f"), tabulate.Number("%.4f", m.Excess))
		}
	}
	return t
}

// shifted shows the effect of the order compared with directions on the tables of package shift, and the number of tables that
// is needed to detect a difference of 3 %.
func shifted() (t tabulate.Table, ok bool) {
	r, err := study.Reported[*shift.Result](shift.Definition())
	if err != nil {
		return t, false
	}
	t = tabulate.Table{
		Name: "directions-tables", Title: "Posterior under order and directions ÷ posterior under directions only, on the tables of the study shift",
		Notes: []string{"Geometric means over tables, with 95 % intervals of a bootstrap over tables. Tables needed: with this number of tables, 80 % of repeated studies detect a ratio of 0.97 at the 5 % level."},
	}
	t.Columns("where", "where")
	t.Columns("order and directions ÷ directions only", tabulate.Ends("ratio")...)
	t.Columns("tables", "tables")
	t.Columns("tables needed", "needed")
	for _, at := range []shift.Where{shift.Home, shift.Abroad} {
		q, found := r.Pooled(at, "posterior, order and signs", "posterior, signs", 0.95)
		if !found {
			return t, false
		}
		n := float64(len(r.Found))
		half := math.Log(q.High/q.Low) / 2 / 1.96 * power
		t.Add(tabulate.Words(string(at)), q.Field("%.3f"), tabulate.Number("%.0f", n), tabulate.Number("%.0f", math.Ceil(n*half*half/math.Pow(math.Log(1-useful), 2))))
	}
	return t, true
}

// Figures implements study.Result: the effect of the order in each case.
func (r *Result) Figures() ([]plots.Figure, error) {
	labels := study.Each(r.Cases, func(f Found) string { return f.Name })
	names := study.Each(references, func(name string) string { return "÷ " + name })
	bars := study.Bars(names, len(r.Cases), func(i, c int) (study.Interval, bool) {
		q := r.Cases[c].Added[i].Ratio
		return q, q.Finite(false)
	})
	if len(bars) == 0 {
		return nil, nil
	}
	f, err := plots.Bars(labels, bars, plots.Name("directions"), plots.Size(1240, 520), plots.YLabel("error ÷ error of the other method"), plots.Title("Error with order and directions ÷ error of other methods (95 % intervals)"), plots.RuleY("no difference", 1))
	return []plots.Figure{f}, err
}
