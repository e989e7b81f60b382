package credit

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Result is the result of the study.
type Result struct {
	Config Config  `json:"config"`
	Cases  []Found `json:"cases"`
}

// Found is the result of a case: the errors of every method for each draw.
type Found struct {
	Name    string        `json:"name"`
	Kind    Kind          `json:"kind"`
	Entries []trial.Entry `json:"entries"`
}

const ridge = "ridge"

// Over returns the ratio of a method's mean error to another's in a case. It returns false if one of them was not tried.
func (r *Result) Over(name, method, reference string) (study.Interval, bool) {
	f := study.First(r.Cases, func(f *Found) bool { return f.Name == name })
	if f == nil {
		return study.Interval{}, false
	}
	row, ok := trial.Over(f.Entries, method, reference, trial.DefaultCompareOptions())
	return row.Over(), ok
}

// Tables implements study.Result: the predictions, the factors at each n, and the averages.
func (r *Result) Tables() []tabulate.Table {
	tables := []tabulate.Table{r.goals()}
	for _, f := range r.Cases {
		if f.Kind == Linear {
			tables = append(tables, r.factors(f))
			if r.Config.Seeds >= 2*trial.BlockCount {
				tables = append(tables, r.blocks(f))
			}
		}
	}
	return append(tables, r.averages(), r.everything())
}

// note describes the intervals.
func note(f Found) string {
	return fmt.Sprintf("%s: ratios of mean errors, with 95 %% intervals of a paired bootstrap over %d draws.", f.Name, len(f.Entries[0].Errors))
}

// uncorrected is a note about the intervals of all tables.
const uncorrected = "Intervals are not corrected for multiple comparisons."

// factors returns a table with a row for each start and a column for each way to train from it.
func (r *Result) factors(f Found) tabulate.Table {
	t := tabulate.Table{Name: "credit-" + tabulate.Slug(f.Name), Title: f.Name + ": error ÷ ridge's error, by start, signs, order and rule", Notes: []string{note(f), uncorrected, "The last two columns compare feasibility-first training with the same training without the order, and with the start itself."}}
	t.Columns("start", "start")
	t.Columns("the start itself", tabulate.Ends("start_itself")...)
	for _, way := range ways {
		t.Columns("trained, "+way, tabulate.Ends(way)...)
	}
	t.Columns("feasibility-first ÷ no order", tabulate.Ends("order_over_none")...)
	t.Columns("feasibility-first ÷ the start itself", tabulate.Ends("order_over_start")...)
	for _, o := range origins {
		line := []tabulate.Field{tabulate.Words(o.name), r.ratio(f, o.itself, ridge)}
		for _, way := range ways {
			line = append(line, r.ratio(f, trained(o, way), ridge))
		}
		t.Add(append(line, r.ratio(f, trained(o, feasibility), trained(o, untaught)), r.ratio(f, trained(o, feasibility), o.itself))...)
	}
	return t
}

func (r *Result) ratio(f Found, method, reference string) tabulate.Field {
	return study.Known(r.Over(f.Name, method, reference))
}

// blocks returns the ratios in four blocks of draws.
func (r *Result) blocks(f Found) tabulate.Table {
	var names []string
	for _, o := range origins {
		names = append(names, trained(o, untaught), trained(o, feasibility))
	}
	t, err := trial.Blocks("credit-blocks-"+tabulate.Slug(f.Name), f.Name+": error ÷ ridge's error in blocks of draws", ridge, names, f.Entries, trial.DefaultCompareOptions())
	if err != nil {
		t.Notes = append(t.Notes, err.Error())
	}
	return t
}

// averages shows means of more and more models, with the order and without, relative to one model without the order.
func (r *Result) averages() tabulate.Table {
	t := tabulate.Table{
		Name: "credit-averages", Notes: []string{uncorrected}, Title: "Averages of models compared with one model, with and without the order",
		Header: []string{"case", "models", "order ÷ ridge", "no order ÷ ridge", "order ÷ one model", "no order ÷ one model", "order ÷ no order"},
		Data:   [][]string{append([]string{"case", "models"}, tabulate.Ends("order_over_ridge", "none_over_ridge", "order_over_one", "none_over_one", "order_over_none")...)},
	}
	for _, f := range r.Cases {
		t.Notes = append(t.Notes, note(f))
		counts, name := f.Kind.models()
		for _, n := range counts {
			with, without := name(n, true), name(n, false)
			label := fmt.Sprint(n)
			if n == 0 {
				label = "all draws"
			}
			t.Add(tabulate.Words(f.Name, label), r.ratio(f, with, ridge), r.ratio(f, without, ridge), r.ratio(f, with, name(1, true)), r.ratio(f, without, name(1, false)), r.ratio(f, with, without))
		}
	}
	return t
}

// everything compares every method with ridge.
func (r *Result) everything() tabulate.Table {
	t := tabulate.Table{
		Name: "credit-all", Notes: []string{uncorrected}, Title: "All methods: error ÷ ridge's error",
		Header: []string{"case", "method", "error ÷ ridge's error"}, Data: [][]string{append([]string{"case", "method"}, tabulate.Ends("ratio")...)},
	}
	for _, f := range r.Cases {
		t.Notes = append(t.Notes, note(f))
		for _, e := range f.Entries {
			t.Add(tabulate.Words(f.Name, e.Name), r.ratio(f, e.Name, ridge))
		}
	}
	return t
}

// goals judges the predictions of the study.
func (r *Result) goals() tabulate.Table {
	t := tabulate.Table{
		Name: "credit-goals", Title: "Predictions made before any run", Notes: []string{"The ratio decides whether a prediction is met. Its interval is in brackets."},
		Header: []string{"case", "ratio", "bound", "value", "verdict"},
		Data:   [][]string{{"case", "method", "reference", "bound", "value", "value_low", "value_high", "verdict"}},
	}
	centroid, both := origins[2], origins[4]
	n16, mixed, monotone, series := "linear, n = 16", "network, mixed truth", "network, monotone truth", "GRU, series"
	all := []trial.Prediction{
		trial.AtMost(n16, trained(centroid, feasibility), trained(centroid, untaught), 0.99), trial.AtLeast(n16, trained(both, feasibility), both.itself, 0.98),
		trial.AtMost(n16, rung(0, true), rung(1, true), 0.7), trial.AtMost(n16, rung(0, false), rung(1, false), 0.85),
		trial.AtMost("additive, mixed truth", rung(0, true), rung(0, false), 0.9),
		trial.AtMost(monotone, networks(8, true), networks(1, true), 0.85), trial.AtMost(monotone, networks(8, false), networks(1, false), 0.85),
		trial.AtMost(mixed, networks(8, true), networks(1, true), 0.85), trial.AtMost(mixed, networks(8, false), networks(1, false), 0.85),
		trial.AtMost(mixed, networks(8, true), networks(8, false), 0.9), trial.AtLeast(monotone, networks(8, true), networks(8, false), 0.95),
	}
	for _, ordered := range []bool{true, false} {
		all = append(all, trial.AtMost(series, networks(8, ordered), networks(1, ordered), 0.85))
	}
	for _, n := range []int{1, 8} {
		all = append(all, trial.AtMost(series, networks(n, true), networks(n, false), 0.9))
	}
	for _, o := range origins {
		all = append(all, trial.AtMost(n16, trained(o, paper), trained(o, feasibility), 1.05), trial.AtLeast(n16, trained(o, paper), trained(o, feasibility), 0.95))
	}
	for _, g := range all {
		q, ok := r.Over(g.Case, g.Method, g.Against)
		t.Add(tabulate.Words(g.Case), tabulate.Shown(g.Method+" ÷ "+g.Against), tabulate.InFull(g.Method, g.Against), g.Bound().Field(), study.Known(q, ok), g.Bound().Outcome(q, ok))
	}
	return t
}

// Figures implements study.Result: the starts with the effect of training, and the averages.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(r.starts, r.means)
}

// starts draws bars by n: each start, and the models trained from it with the order and without.
func (r *Result) starts() (plots.Figure, error) {
	labels := study.Each(origins, func(o origin) string { return o.name })
	f := study.First(r.Cases, func(f *Found) bool { return f.Kind == Linear })
	if f == nil {
		return nil, nil
	}
	series := study.Bars([]string{"the start itself", "no order, trained", "feasibility-first, trained", "paper, trained with P"}, len(origins), func(i, o int) (study.Interval, bool) {
		method := origins[o].itself
		if i > 0 {
			method = trained(origins[o], ways[i-1])
		}
		return r.Over(f.Name, method, ridge)
	})
	return plots.Bars(labels, series, plots.Name("credit-starts"), plots.Size(940, 460), plots.YLabel("error ÷ ridge's error"), plots.Title("Error of each start before and after training: "+f.Name+" (95 % intervals)"))
}

// means draws bars of one model and of the largest average, with the order and without.
func (r *Result) means() (plots.Figure, error) {
	labels := study.Each(r.Cases, func(f Found) string { return f.Name })
	names := []string{"no order, one model", "no order, average", "with the order, one model", "with the order, average"}
	series := study.Bars(names, len(r.Cases), func(i, c int) (study.Interval, bool) {
		counts, name := r.Cases[c].Kind.models()
		return r.Over(r.Cases[c].Name, name(counts[i%2*(len(counts)-1)], i >= 2), ridge)
	})
	return plots.Bars(labels, series, plots.Name("credit-averages"), plots.Size(980, 480), plots.YLabel("error ÷ ridge's error"), plots.Title("One model and the average of several, with and without the order (95 % intervals)"))
}
