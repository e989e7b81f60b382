package rivals

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result: all methods in all parts, the predictions, the complexities, blocks, each part, and the
// tuning of methods.
func (r *Result) Tables() []tabulate.Table {
	tables := []tabulate.Table{r.main(), r.goals(), r.complexity()}
	if r.Config.Draws >= 2*trial.BlockCount && r.Config.Abroad >= 2*trial.BlockCount {
		tables = append(tables, r.blocks())
	}
	for _, part := range []Part{FewSamples, WrongPrior, RealData, Abroad} {
		if len(r.of(part)) > 0 {
			tables = append(tables, r.part(part))
		}
	}
	return append(tables, r.tuning())
}

// names returns the methods in order of appearance.
func (r *Result) names() (names []string) {
	for _, f := range r.Cases {
		for _, e := range f.Entries {
			if !slices.Contains(names, e.Name) {
				names = append(names, e.Name)
			}
		}
	}
	return names
}

// notes describes the numbers.
func (r *Result) notes() []string {
	return []string{
		fmt.Sprintf("Few samples and wrong orders: ratios of mean errors over %d draws. Real data: geometric mean of such ratios over %s. Other groups: geometric mean over %s with %s each.",
			r.Config.Draws, tabulate.Plural(len(r.of(RealData)), "set"), tabulate.Plural(len(r.of(Abroad)), "table"), tabulate.Plural(r.Config.Abroad, "draw")),
		"In brackets: 95 % intervals of a paired bootstrap over draws (for other groups, over tables), not corrected for multiple comparisons.",
		"Ordered least squares have no value for real data, because they require a direction for each feature and a single column for each feature.",
	}
}

func (r *Result) main() tabulate.Table {
	columns, names := r.columns(), r.names()
	t := tabulate.Table{Name: "rivals", Title: "Error ÷ ridge's error", Notes: r.notes()}
	return trial.Ratios(t, []string{"method"}, study.Each(columns, func(c column) string { return c.name }), trial.Column(names), func(row, at int) (study.Interval, bool) {
		return columns[at].of(columns[at].cases(r), names[row], ridge)
	})
}

// part shows the cases of a part.
func (r *Result) part(part Part) tabulate.Table {
	cases, names := r.of(part), r.names()
	t := tabulate.Table{
		Name: "rivals-" + string(part), Title: fmt.Sprintf("Error ÷ ridge's error in the cases of the study %s", part),
		Notes: []string{"Ratios of mean errors with 95 % intervals of a paired bootstrap over draws."},
	}
	if part != Abroad {
		return trial.Ratios(t, []string{"method"}, study.Each(cases, func(f Found) string { return f.Name }), trial.Column(names), func(row, at int) (study.Interval, bool) {
			return cases[at].Over(names[row], ridge)
		})
	}
	t.Notes = []string{"Geometric means over draws. They have no intervals, because the main table has intervals over tables."}
	t.Columns("table", "table")
	for _, name := range names {
		t.Columns(name, name)
	}
	for _, f := range cases {
		line := []tabulate.Field{tabulate.Words(f.Name)}
		for _, name := range names {
			q, ok := abroad([]Found{f}, name, ridge)
			if !ok {
				line = append(line, tabulate.Missing(1))
				continue
			}
			line = append(line, tabulate.Number("%.2f", q.Mean))
		}
		t.Add(line...)
	}
	return t
}

// headlines are the methods of the table of blocks.
var headlines = []string{
	benchmark.PosteriorOrder, benchmark.PosteriorBoth, benchmark.PosteriorSoftAll, studentOrder, studentSigns, benchmark.RowConstraints, benchmark.MeanConstraints,
	benchmark.Explained, benchmark.ExplainedSigns, benchmark.LLMLasso, benchmark.LLMLassoSigns, benchmark.SparsityPrior,
}

// blocks returns the ratios in four blocks of draws.
func (r *Result) blocks() tabulate.Table {
	t := tabulate.Table{Name: "rivals-blocks", Title: "Error ÷ ridge's error in blocks of draws", Notes: r.notes()}
	var parts []*Result
	names := []string{"all"}
	parts = append(parts, r)
	for i := range trial.BlockCount {
		parts, names = append(parts, r.block(i)), append(names, fmt.Sprintf("block %d", i+1))
	}
	var rows [][]string
	for _, c := range r.columns() {
		for _, method := range headlines {
			rows = append(rows, []string{c.name, method})
		}
	}
	return trial.Ratios(t, []string{"part", "method"}, names, rows, func(row, at int) (study.Interval, bool) { return parts[at].At(rows[row][0], rows[row][1], ridge) })
}

// complexity compares the remaining share of the complexity of linear models with the remaining share of the error.
func (r *Result) complexity() tabulate.Table {
	t := tabulate.Table{
		Name: "rivals-complexity", Title: "Does knowledge reduce the error as much as it reduces the Rademacher complexity?",
		Header: []string{"part", "known", "compared", "remaining complexity", "remaining error", "rank correlation over cases"},
		Data:   [][]string{{"part", "known", "compared", "complexity_least", "complexity_most", "error_least", "error_most", "correlation", "correlation_low", "correlation_high"}},
		Notes: []string{
			"Remaining complexity: the empirical Rademacher complexity of bounded linear models that satisfy the knowledge ÷ the complexity of all bounded linear models, on the training inputs. Remaining error: the error with the knowledge ÷ the error of the same method without it (geometric mean over draws).",
			"Both columns show the range over cases. The rank correlation is Spearman's, with a bootstrap interval over cases. It requires at least four cases.",
		},
	}
	span := func(values []float64) tabulate.Field {
		low, high := slices.Min(values), slices.Max(values)
		return tabulate.Field{Shown: []string{fmt.Sprintf("%.2f to %.2f", low, high)}, Full: []string{tabulate.Full(&low), tabulate.Full(&high)}}
	}
	for _, part := range []Part{FewSamples, RealData, Abroad} {
		for i, k := range knowledge {
			for _, pair := range [][2]string{{k.posterior, benchmark.PosteriorBare}, {k.explained, ridge}} {
				left, errors := r.complexities(part, i, pair[0], pair[1])
				if len(left) == 0 {
					continue
				}
				t.Add(tabulate.Words(string(part), k.name, pair[0]+" / "+pair[1]), span(left), span(errors), study.Known(rankCorrelation(left, errors)))
			}
		}
	}
	return t
}

// goals judges the predictions.
func (r *Result) goals() tabulate.Table {
	t := tabulate.Table{
		Name: "rivals-goals", Title: "Predictions made before any reported draw", Notes: []string{"The ratio decides whether a prediction is met. Its interval is in brackets."},
		Header: []string{"part", "ratio", "bound", "value", "verdict"}, Data: [][]string{{"part", "method", "against", "bound", "value", "low", "high", "verdict"}},
	}
	for _, g := range Predictions() {
		q, ok := r.At(g.Case, g.Method, g.Against)
		if part, known, found := strings.Cut(g.Case, complexityOf); found {
			q, ok = r.follows(Part(part), known)
		}
		t.Add(tabulate.Words(g.Case), tabulate.Shown(g.Method+" / "+g.Against), tabulate.InFull(g.Method, g.Against), g.Bound().Field(), study.Known(q, ok), g.Bound().Outcome(q, ok))
	}
	return t
}

// follows returns the rank correlation of complexity and error over the cases of a part for a kind of knowledge.
func (r *Result) follows(part Part, known string) (study.Interval, bool) {
	for i, k := range knowledge {
		if k.name == known {
			return rankCorrelation(r.complexities(part, i, k.posterior, benchmark.PosteriorBare))
		}
	}
	return study.Interval{}, false
}

// tuning shows how each method is tuned, and its number of fits.
func (r *Result) tuning() tabulate.Table {
	t := tabulate.Table{Name: "rivals-tuning", Title: "How methods are tuned", Header: []string{"method", "tuned", "fits"}, Data: [][]string{{"method", "tuned", "fits"}},
		Notes: []string{"Fits: the number of fits for one draw, including the final fit. Tuning inside a fit of a posterior or a student is not counted."}}
	for _, name := range r.names() {
		for _, f := range r.Cases {
			if e := trial.Find(f.Entries, name); e != nil {
				t.Add(tabulate.Words(name, e.Tuning), tabulate.Number("%.0f", e.Fits))
				break
			}
		}
	}
	return t
}

// Figures implements study.Result: all methods in the columns of the main table.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(r.bars)
}

func (r *Result) bars() (plots.Figure, error) {
	columns := r.columns()
	names := slices.DeleteFunc(slices.Clone(headlines), func(name string) bool { return !slices.Contains(r.names(), name) })
	labels := study.Each(columns, func(c column) string { return c.name })
	series := study.Bars(names, len(columns), func(i, at int) (study.Interval, bool) {
		q, ok := columns[at].of(columns[at].cases(r), names[i], ridge)
		return q, ok && q.Finite(false)
	})
	return plots.Bars(labels, series, plots.Name("rivals"), plots.Size(1180, 520), plots.YLabel("error ÷ ridge's error"), plots.RuleY(ridge, 1), plots.Title("Published methods and methods of this library in four designs (95 % intervals)"))
}
