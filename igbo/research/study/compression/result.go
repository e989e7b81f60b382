package compression

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

// Result is the result of the study.
type Result struct {
	Config Config  `json:"config"`
	Groups []Group `json:"groups"`
}

// Group is the result of one setting.
type Group struct {
	Name string `json:"name"`
	// Teacher is the mean squared error of the teacher against the truth. Edges is the number of edges of its order.
	Teacher study.Estimate `json:"teacher"`
	Edges   study.Estimate `json:"edges"`
	Rows    []Row          `json:"rows"`
	// Inputs and Units are the pruned teachers, by kept share and then by ranking.
	Inputs []Pruned `json:"inputs"`
	Units  []Pruned `json:"units"`
}

// Row is the result of a student that is taught in one way.
type Row struct {
	Student string  `json:"student"`
	Method  string  `json:"method"`
	Decay   float64 `json:"weight_decay"`
	// Beside compares its error with that of the first method of the student. Errors has the error of each draw.
	Beside trial.Row `json:"beside"`
	Errors []float64 `json:"errors"`
	// OverTwin is the ratio of the error to that of the same student taught in the same way without the order; nil if the
	// student has no order.
	OverTwin *trial.Row `json:"over_twin"`
}

// Pruned is a teacher of which one ranking kept a share.
type Pruned struct {
	Kept    float64 `json:"kept"`
	Ranking string  `json:"ranking"`
	// Beside compares its error with that of the ranking by magnitude. Errors has the error of each draw.
	Beside trial.Row `json:"beside"`
	Errors []float64 `json:"errors"`
}

// beside compares two lists of errors on the same draws.
func (c Config) beside(name, tuning string, errors, reference []float64) trial.Row {
	row, err := trial.Beside(trial.Entry{Name: name, Tuning: tuning, Errors: errors}, trial.Entry{Errors: reference}, trial.AtLevel(c.Level))
	if err != nil {
		panic(err) // cannot happen: both lists have the same draws
	}
	return row
}

// group summarises the runs of a setting.
func (c Config) group(f trial.Found) Group {
	inputs := prunedFirst + len(c.Kept)*len(rankings())
	return Group{
		Name: f.Name, Teacher: study.NewEstimate(f.Facts(teacherError), c.Level), Edges: study.NewEstimate(f.Facts(orderEdges), c.Level),
		Rows: c.students(f.Entries(0)), Inputs: c.pruned(f, prunedFirst), Units: c.pruned(f, inputs),
	}
}

// students summarises the rows of every student.
func (c Config) students(entries []trial.Entry) (rows []Row) {
	for _, s := range c.Students {
		first, twins := entries[len(rows)].Errors, map[string][]float64{}
		for _, m := range s.Methods {
			for i, decay := range m.Decays {
				row := Row{Student: s.Name, Method: m.Name, Decay: decay, Errors: entries[len(rows)].Errors}
				row.Beside = c.beside(m.Name, tuning(s.Network), row.Errors, first)
				name, _, guided := strings.Cut(m.Name, ordered)
				if !guided && i == 0 {
					twins[name] = row.Errors
				}
				if twin, ok := twins[name]; ok && guided {
					row.OverTwin = new(c.beside(m.Name, "", row.Errors, twin))
				}
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// ordered is the part of the names of methods whose second phase uses the order.
const ordered = ", then "

// tuning describes how weight decays were chosen.
func tuning(n benchmark.Network) string {
	return fmt.Sprintf("best of %d weight decays on development draws", len(n.WeightDecay().Settings()))
}

// pruned summarises the pruned teachers, whose errors begin at index fact of the facts.
func (c Config) pruned(f trial.Found, fact int) (list []Pruned) {
	for _, share := range c.Kept {
		magnitude := f.Facts(fact + 1)
		for _, ranking := range rankings() {
			errors := f.Facts(fact)
			list = append(list, Pruned{share, ranking, c.beside(ranking, "nothing to tune", errors, magnitude), errors})
			fact++
		}
	}
	return list
}

// Find returns the group of a setting, or nil if there is none.
func (r *Result) Find(name string) *Group {
	return study.First(r.Groups, func(g *Group) bool { return g.Name == name })
}

// Find returns the first row of a student and a method; nil if there is none.
func (g *Group) Find(student, method string) *Row {
	return study.First(g.Rows, func(r *Row) bool { return r.Student == student && r.Method == method })
}

// Tables implements study.Result: the students, and the pruned teachers.
func (r *Result) Tables() []tabulate.Table {
	return []tabulate.Table{
		r.students(),
		r.pruned("compression-inputs", "Pruned inputs of the teacher", func(g Group) []Pruned { return g.Inputs }),
		r.pruned("compression-units", "Pruned hidden units of the teacher", func(g Group) []Pruned { return g.Units }),
	}
}

func (r *Result) title(of string) string {
	return fmt.Sprintf("%s (%s)", of, study.Intervals(r.Config.Level, r.Config.Seeds))
}

func (r *Result) students() tabulate.Table {
	t := tabulate.Table{
		Name: "compression", Title: r.title("Compression: mean squared error of narrow students"),
		Header: []string{"setting", "student", "taught by", "weight decay", "error", "÷ labels alone", "with the order ÷ without it", "wins, ties, losses", "p", "tuned"},
		Data: [][]string{{"setting", "student", "method", "weight_decay", "error", "ratio", "ratio_low", "ratio_high", "over_twin", "over_twin_low", "over_twin_high",
			"wins", "ties", "losses", "p", "tuned"}},
		Notes: []string{
			"Errors are measured against the noise-free truth. Ratios of means have intervals of a paired bootstrap over draws. Wins, ties (within 1 %), losses and p (Wilcoxon's signed-rank test) compare each method with labels alone.",
		},
	}
	for _, g := range r.Groups {
		t.Notes = append(t.Notes, fmt.Sprintf("%s: the teacher's own error is %s; its order has %s edges.", g.Name, g.Teacher.Interval("%.3f"), g.Edges.Interval("%.1f")))
		for _, row := range g.Rows {
			twin, b := tabulate.Missing(3), row.Beside
			if row.OverTwin != nil {
				twin = row.OverTwin.Over().Field("%.2f")
			}
			t.Add(tabulate.Words(g.Name, row.Student, row.Method), tabulate.Number("%g", row.Decay), tabulate.Number("%.3f", b.Mean), b.Over().Field("%.2f"), twin,
				b.Counts(), tabulate.Number("%.2g", b.P), tabulate.Words(b.Tuning))
		}
	}
	return t
}

func (r *Result) pruned(name, title string, read func(g Group) []Pruned) tabulate.Table {
	t := tabulate.Table{
		Name: name, Title: r.title(title + ": mean squared error"),
		Header: []string{"setting", "kept", "ranked by", "error", "÷ magnitude", "wins, ties, losses", "p"},
		Data:   [][]string{{"setting", "kept", "ranking", "error", "ratio", "ratio_low", "ratio_high", "wins", "ties", "losses", "p"}},
		Notes: []string{
			"Importance: for an input, its mean share of the teacher's scores on the training data; for a unit, the mean share of its contribution to the output. Magnitude: the norm of the weights (for a unit, incoming and outgoing). Chance: a random ranking.",
			"Pruned inputs and units are fixed at their mean, and the teacher is not retrained. Ratios, wins, ties and losses compare each ranking with magnitude at the same share.",
		},
	}
	for _, g := range r.Groups {
		for _, row := range read(g) {
			b := row.Beside
			t.Add(tabulate.Words(g.Name), tabulate.Shown(row.kept()), tabulate.InFull(row.Kept), tabulate.Words(row.Ranking), tabulate.Number("%.3f", b.Mean), b.Over().Field("%.2f"),
				b.Counts(), tabulate.Number("%.2g", b.P))
		}
	}
	return t
}

// kept returns the kept share as text.
func (p Pruned) kept() string { return fmt.Sprintf("%.3g %%", 100*p.Kept) }

// Figures implements study.Result: students of the first setting, and its pruned teachers.
func (r *Result) Figures() ([]plots.Figure, error) {
	g := r.Groups[0]
	return study.Figures(
		r.bars,
		study.Drawn(r.shares(g.Inputs, "compression-inputs", "inputs")),
		study.Drawn(r.shares(g.Units, "compression-units", "hidden units")))
}

// bars draws the students of the first setting by the ways that they are taught, next to labels alone, the first way.
func (r *Result) bars() (plots.Figure, error) {
	names := study.Each(r.Config.Students, func(s Student) string { return s.Name })
	methods := study.Each(r.Config.Students[0].Methods, func(m Method) string { return m.Name })
	if len(methods) > 1 {
		methods = methods[1:]
	}
	taught := study.Bars(methods, len(names), func(method, student int) (study.Interval, bool) {
		row := r.Groups[0].Find(names[student], methods[method])
		if row == nil {
			return study.Interval{}, false
		}
		return row.Beside.Over(), true
	})
	for i := range taught {
		taught[i].Name = short(taught[i].Name)
	}
	return plots.Dots(names, taught, plots.Name("compression"), plots.Title(better(taught)), plots.RuleX("labels alone", 1),
		plots.XLabel(r.title("error ÷ error of labels alone")))
}

// short returns the name of a method for a legend: "distillation alone, then order only" becomes "distillation + order".
func short(method string) string {
	return strings.NewReplacer(ordered, " + ", " alone", "", " only", "").Replace(method)
}

// better names the series whose intervals are all below 1, the error of labels alone.
func better(series []plots.BarSeries) string {
	var names []string
	for _, s := range series {
		if len(s.High) > 0 && slices.Max(s.High) < 1 { // one draw has no interval
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return "No method is clearly better than labels for every student"
	}
	return "Better than labels for every student: " + strings.Join(names, ", ")
}

// clearest returns the index of the series that has the smallest value of a group, or −1 if the interval of this value overlaps
// another one, or if the values have no intervals.
func clearest(series []plots.BarSeries, group int) int {
	best := 0
	for i, s := range series {
		if s.Values[group] < series[best].Values[group] {
			best = i
		}
	}
	for i, s := range series {
		if s.Low == nil || i != best && s.Low[group] <= series[best].High[group] {
			return -1
		}
	}
	return best
}

// winners names the series with the smallest value, each with its groups: "importance at 75 %, 50 %; no clear winner at 25 %".
func winners(series []plots.BarSeries, groups []string) string {
	var parts []string
	for i := range len(series) + 1 {
		name, at := "no clear winner", []string(nil)
		if i < len(series) {
			name = series[i].Name
		}
		for k, group := range groups {
			if best := clearest(series, k); best == i || best < 0 && i == len(series) {
				at = append(at, group)
			}
		}
		if len(at) > 0 {
			parts = append(parts, name+" at "+strings.Join(at, ", "))
		}
	}
	return "Smallest error: " + strings.Join(parts, "; ")
}

// shares draws teachers by kept share of the inputs or hidden units.
func (r *Result) shares(list []Pruned, name, parts string) (plots.Figure, error) {
	var kept []string
	series := make([]plots.BarSeries, len(rankings()))
	for i, row := range list {
		b := &series[i%len(series)]
		if b.Name = row.Ranking; i%len(series) == 0 {
			kept = append(kept, row.kept())
		}
		study.NewEstimate(row.Errors, r.Config.Level).AddTo(b)
	}
	title := plots.Title(winners(series, kept))
	return plots.Bars(kept, series, plots.Name(name), title, plots.XLabel(r.title(parts+" kept")), plots.YLabel("mean squared error"))
}
