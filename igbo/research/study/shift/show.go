package shift

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// level is the confidence level of intervals, and claimed that of the two intervals of the claim.
const (
	level   = 0.95
	claimed = 0.975
)

func student(draws int, level float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: float64(draws - 1)}.Quantile((1 + level) / 2)
}

// Tables implements study.Result: the claim and the predictions, methods abroad and taught, the shifts one by one.
func (r *Result) Tables() []tabulate.Table {
	return []tabulate.Table{
		r.predicted("shift-predictions", "Predictions made before any fit", predictions()), r.predicted("shift-again", "Predictions made before draw 1065", again()),
		r.methods(Abroad), r.methods(Taught), r.shifts(),
	}
}

// note describes the intervals.
func (r *Result) note() string {
	return fmt.Sprintf("Geometric means over %d draws and over %d shifts, which have equal weights. In brackets: %g %% intervals of a bootstrap over shifts, not corrected for multiple comparisons. Over tables and draws: the interval of a bootstrap that resamples shifts and, within each shift, draws.", r.Config.Draws, len(r.Found), 100*level)
}

// methods compares every method with ridge.
func (r *Result) methods(at Where) tabulate.Table {
	t := tabulate.Table{
		Name: "shift-" + string(at), Title: "Trained on one group, tested in the other groups: error ÷ ridge's error",
		Notes: []string{r.note(), "At home: the ratio of the same models on other rows of the training group. Better than at home: the number of shifts with a smaller ratio in the other groups. Blocks: the smallest and the largest ratio of the four blocks of draws. Shifts: the number of shifts with less error than ridge."},
	}
	if at == Taught {
		t.Notes[1] = "Blocks: the smallest and the largest ratio of the four blocks of draws. Shifts: the number of shifts with less error than ridge."
		t.Title = "Trained on rows of the other groups with a teacher of one group, tested in the other groups: error ÷ ridge's error on the same rows"
	}
	t.Columns("method", "method")
	t.Columns("error ÷ ridge's error", tabulate.Ends("ratio")...)
	if at == Abroad {
		t.Columns("at home", tabulate.Ends("home")...)
		t.Columns("better than at home", "more")
	}
	t.Columns("over tables and draws", "nested_low", "nested_high")
	t.Columns("blocks", "least", "greatest")
	t.Columns("shifts", "better")
	t.Columns("median shift", "median")
	for _, name := range r.names(at) {
		q, ok := r.Pooled(at, name, ridgeName, level)
		if !ok {
			continue
		}
		line := []tabulate.Field{tabulate.Words(name), q.Field("%.2f")}
		if at == Abroad {
			home, _ := r.Pooled(Home, name, ridgeName, level)
			line = append(line, home.Field("%.2f"), tabulate.Count(r.more(name)))
		}
		low, high := r.spread(at, name)
		logs, _ := r.logs(at, name, ridgeName, -1)
		line = append(line, r.nestedField(Pair{at, name, ridgeName}, level), tabulate.Field{Shown: []string{fmt.Sprintf("%.2f–%.2f", low, high)}, Full: []string{tabulate.Full(&low), tabulate.Full(&high)}},
			tabulate.Count(r.Better(at, name, ridgeName)), tabulate.Number("%.2f", math.Exp(trial.Median(logs))))
		t.Add(line...)
	}
	return t
}

// spread returns the smallest and the largest pooled ratio of a block.
func (r *Result) spread(at Where, method string) (low, high float64) {
	low, high = math.Inf(1), 0
	for b := range min(blocks, r.Config.Draws) {
		logs, _ := r.logs(at, method, ridgeName, b)
		v := pooled(logs, level).Mean
		low, high = min(low, v), max(high, v)
	}
	return low, high
}

// more counts the shifts on which a method's error relative to ridge's is smaller in the other groups than at home.
func (r *Result) more(method string) (n int) {
	abroad, _ := r.logs(Abroad, method, ridgeName, -1)
	home, _ := r.logs(Home, method, ridgeName, -1)
	for i, l := range abroad {
		if i < len(home) && l < home[i] {
			n++
		}
	}
	return n
}

func (r *Result) names(at Where) []string {
	if len(r.Found) == 0 {
		return nil
	}
	return study.Each(r.Found[0].entries(at), func(e Entry) string { return e.Name })
}

// shifts returns a table with a row for each shift.
func (r *Result) shifts() tabulate.Table {
	t := tabulate.Table{
		Name: "shift-tables", Title: "Error ÷ ridge's error on the same rows, by shift",
		Notes: []string{fmt.Sprintf("In brackets: %g %% intervals of Student's t over %d draws; each interval is for this table only.", 100*level, r.Config.Draws)},
	}
	t.Columns("shift", "shift")
	t.Columns("kind", "kind")
	columns := []struct {
		at     Where
		method string
	}{
		{Abroad, bothName}, {Abroad, softName}, {Abroad, bothUnits}, {Abroad, benchmark.SignRankRidge().Name()}, {Abroad, meanName}, {Taught, answersName}, {Taught, tunedName}, {Taught, taughtBoth},
	}
	for _, c := range columns {
		name := fmt.Sprintf("%s: %s", c.at, c.method)
		t.Columns(name, tabulate.Ends(name)...)
	}
	for _, f := range r.Found {
		line := []tabulate.Field{tabulate.Words(f.Name, f.Kind)}
		for _, c := range columns {
			line = append(line, study.Known(r.Of(f.Name, c.at, c.method, level)))
		}
		t.Add(line...)
	}
	return t
}

// Figures implements study.Result: methods abroad and at home, the use of a teacher, and the shifts sorted by their ratios.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(r.abroad, r.taught, r.sorted)
}

// abroad draws bars of the methods that are trained on one group.
func (r *Result) abroad() (plots.Figure, error) {
	methods := []string{benchmark.SignRankRidge().Name(), benchmark.OrderedCone, studentName, bareName, directedName, orderName, bothName, bothUnits, softName, placeboName, softWrongName}
	return r.bars("shift-abroad", "Trained on one group, tested at home and in the other groups", methods, Home, Abroad)
}

// taught draws bars of the methods that use a teacher.
func (r *Result) taught() (plots.Figure, error) {
	methods := []string{answersName, scaledName, tunedName, pooledName, bareName, taughtOrder, taughtBoth, taughtSoft, taughtPlacebo, bothName}
	return r.bars("shift-taught", "Ways to use a teacher of another group", methods, Taught)
}

func (r *Result) bars(name, title string, methods []string, at ...Where) (plots.Figure, error) {
	methods = slices.DeleteFunc(methods, func(m string) bool {
		q, ok := r.Pooled(at[0], m, ridgeName, level)
		return !ok || !q.Finite(true)
	})
	if len(methods) == 0 {
		return nil, nil
	}
	var labels []string
	for _, w := range at {
		labels = append(labels, map[Where]string{Home: "the same group", Abroad: "the other groups", Taught: "the other groups"}[w])
	}
	series := study.Bars(labels, len(methods), func(i, m int) (study.Interval, bool) { return r.Pooled(at[i], methods[m], ridgeName, level) })
	return plots.Bars(methods, series, plots.Name(name), plots.Size(980, 500), plots.YLabel("error ÷ ridge's error"),
		plots.Title(fmt.Sprintf("%s (%d shifts, %g %% intervals)", title, len(r.Found), 100*level)))
}

// sorted draws lines of ratios over shifts, each in increasing order.
func (r *Result) sorted() (plots.Figure, error) {
	var lines []plots.Line
	for _, m := range []struct {
		at              Where
		name, reference string
		label           string
	}{
		{Abroad, bothName, ridgeName, "order and signs ÷ ridge, abroad"}, {Abroad, placeboName, ridgeName, "placebo ÷ ridge, abroad"},
		{Taught, taughtBoth, answersName, "teacher's order ÷ teacher's answers"}, {Taught, taughtBoth, tunedName, "teacher's order ÷ fine-tuning"},
	} {
		logs, ok := r.logs(m.at, m.name, m.reference, -1)
		if !ok || len(logs) < 2 {
			continue
		}
		slices.Sort(logs)
		line := plots.Line{Name: m.label}
		for i, l := range logs {
			line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, math.Exp(l))
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil, nil
	}
	return plots.Lines(lines, plots.Name("shift-sorted"), plots.Size(820, 460), plots.XLabel("shifts, from the smallest ratio to the largest"), plots.YLabel("ratio of errors"),
		plots.Title("Ratios of errors over shifts, each line sorted separately"), plots.LogY())
}
