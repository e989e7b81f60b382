package compression

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/plots"
)

// Result is what the study finds.
type Result struct {
	Config Config  `json:"config"`
	Groups []Group `json:"groups"`
}

// Group is what one setting finds.
type Group struct {
	Name string `json:"name"`
	// Teacher is its mean squared error against the truth, Edges the number of edges of its order.
	Teacher study.Estimate `json:"teacher"`
	Edges   study.Estimate `json:"edges"`
	Rows    []Row          `json:"rows"`
	// Inputs and Units are the pruned teachers, by what is kept and then by ranking.
	Inputs []Pruned `json:"inputs"`
	Units  []Pruned `json:"units"`
}

// Row is a student taught one way.
type Row struct {
	Student string  `json:"student"`
	Method  string  `json:"method"`
	Decay   float64 `json:"weight_decay"`
	// Beside is its error beside that of the student's first method, Errors its values by draw.
	Beside contest.Row `json:"beside"`
	Errors []float64   `json:"errors"`
	// OverTwin is the error over that of the same student taught the same way without the order; nil for one
	// without.
	OverTwin *contest.Row `json:"over_twin"`
}

// Pruned is a teacher of which a share was kept by one ranking.
type Pruned struct {
	Kept    float64 `json:"kept"`
	Ranking string  `json:"ranking"`
	// Beside is its error beside that of the ranking by magnitude, Errors its values by draw.
	Beside contest.Row `json:"beside"`
	Errors []float64   `json:"errors"`
}

// beside compares two lists of errors, of the same draws.
func (c Config) beside(name, tuning string, errors, reference []float64) contest.Row {
	row, err := contest.Beside(contest.Entry{Name: name, Tuning: tuning, Errors: errors}, contest.Entry{Errors: reference}, contest.AtLevel(c.Level))
	if err != nil {
		panic(err) // lists of the same draws differ in length
	}
	return row
}

// group folds the draws of a setting.
func (c Config) group(s Setting, draws []part) Group {
	return Group{
		Name:    s.Name,
		Teacher: study.Over(draws, c.Level, func(p part) float64 { return p.Teacher }),
		Edges:   study.Over(draws, c.Level, func(p part) float64 { return float64(p.Edges) }),
		Rows:    c.students(draws),
		Inputs:  c.pruned(draws, func(p part) [][]float64 { return p.Inputs }),
		Units:   c.pruned(draws, func(p part) [][]float64 { return p.Units }),
	}
}

// students folds the rows of every student.
func (c Config) students(draws []part) (rows []Row) {
	at := 0
	for _, s := range c.Students {
		first, twins := at, map[string]int{}
		for _, m := range s.Methods {
			for i, decay := range m.Decays {
				errors := func(k int) []float64 { return study.Each(draws, func(p part) float64 { return p.Errors[k] }) }
				row := Row{Student: s.Name, Method: m.Name, Decay: decay, Errors: errors(at)}
				row.Beside = c.beside(m.Name, tuning(s.Network), row.Errors, errors(first))
				name, _, guided := strings.Cut(m.Name, ordered)
				if !guided && i == 0 {
					twins[name] = at
				}
				if twin, ok := twins[name]; ok && guided {
					row.OverTwin = new(c.beside(m.Name, "", row.Errors, errors(twin)))
				}
				rows, at = append(rows, row), at+1
			}
		}
	}
	return rows
}

// ordered stands in the name of a method that goes on with the order.
const ordered = ", then "

// tuning says how weight decays were chosen.
func tuning(n contest.Network) string {
	return fmt.Sprintf("best of %d weight decays on development draws", len(n.WeightDecay().Settings()))
}

func (c Config) pruned(draws []part, read func(p part) [][]float64) (list []Pruned) {
	for k, share := range c.Kept {
		for i, ranking := range rankings() {
			errors := func(i int) []float64 { return study.Each(draws, func(p part) float64 { return read(p)[k][i] }) }
			list = append(list, Pruned{share, ranking, c.beside(ranking, "nothing to tune", errors(i), errors(1)), errors(i)})
		}
	}
	return list
}

// Find is the group of a setting; nil where there is none.
func (r *Result) Find(name string) *Group {
	return study.First(r.Groups, func(g *Group) bool { return g.Name == name })
}

// Find is the first row of a student and a method; nil where there is none.
func (g *Group) Find(student, method string) *Row {
	return study.First(g.Rows, func(r *Row) bool { return r.Student == student && r.Method == method })
}

// Tables implements study.Result: the students, and the pruned teachers.
func (r *Result) Tables() []study.Table {
	return []study.Table{
		r.students(),
		r.pruned("compression-inputs", "Pruned inputs of the teacher", func(g Group) []Pruned { return g.Inputs }),
		r.pruned("compression-units", "Pruned hidden units of the teacher", func(g Group) []Pruned { return g.Units }),
	}
}

func (r *Result) title(of string) string {
	return fmt.Sprintf("%s (%s)", of, study.Intervals(r.Config.Level, r.Config.Seeds))
}

func (r *Result) students() study.Table {
	t := study.Table{
		Name: "compression", Title: r.title("Compression: mean squared error of narrow students"),
		Header: []string{"setting", "student", "taught by", "weight decay", "error", "over labels", "then the order, over without", "wins, ties, losses", "p", "tuned"},
		Data: [][]string{{"setting", "student", "method", "weight_decay", "error", "ratio", "ratio_low", "ratio_high", "over_twin", "over_twin_low", "over_twin_high",
			"wins", "ties", "losses", "p", "tuned"}},
		Notes: []string{
			"Errors are against the noise-free truth. Ratios are of means, with a paired bootstrap over draws; wins, ties (within one per cent), losses and p (Wilcoxon's signed ranks) are beside labels alone.",
		},
	}
	for _, g := range r.Groups {
		t.Notes = append(t.Notes, fmt.Sprintf("%s: the teacher's own error is %s; its order has %s edges.", g.Name, g.Teacher.Interval("%.3f"), g.Edges.Interval("%.1f")))
		for _, row := range g.Rows {
			twin, b := study.Missing(3), row.Beside
			if row.OverTwin != nil {
				twin = row.OverTwin.Over().Field("%.2f")
			}
			t.Add(study.Words(g.Name, row.Student, row.Method), study.Number("%g", row.Decay), study.Number("%.3f", b.Mean), b.Over().Field("%.2f"), twin,
				b.Counts(), study.Number("%.2g", b.P), study.Words(b.Tuning))
		}
	}
	return t
}

func (r *Result) pruned(name, title string, read func(g Group) []Pruned) study.Table {
	t := study.Table{
		Name: name, Title: r.title(title + ": mean squared error"),
		Header: []string{"setting", "kept", "ranked by", "error", "over magnitude", "wins, ties, losses", "p"},
		Data:   [][]string{{"setting", "kept", "ranking", "error", "ratio", "ratio_low", "ratio_high", "wins", "ties", "losses", "p"}},
		Notes: []string{
			"Importance: the mean share of the teacher's scores on its training data, a topological order of its graph; of a unit, the share of its contribution to the output. Magnitude: the length of the weights, of a unit in and out.",
			"What is pruned stays at its mean; nothing is trained again. Ratios, wins, ties and losses are beside magnitude at the same share.",
		},
	}
	for _, g := range r.Groups {
		for _, row := range read(g) {
			b := row.Beside
			t.Add(study.Words(g.Name), study.Shown(row.kept()), study.InFull(row.Kept), study.Words(row.Ranking), study.Number("%.3f", b.Mean), b.Over().Field("%.2f"),
				b.Counts(), study.Number("%.2g", b.P))
		}
	}
	return t
}

// kept is the share in words.
func (p Pruned) kept() string { return fmt.Sprintf("%.3g %%", 100*p.Kept) }

// Figures implements study.Result: students of the first setting, and its pruned teachers.
func (r *Result) Figures() ([]plots.Figure, error) {
	g := r.Groups[0]
	return study.Figures(
		r.bars,
		study.Drawn(r.shares(g.Inputs, "compression-inputs", "Error with a share of the inputs", "inputs that are kept")),
		study.Drawn(r.shares(g.Units, "compression-units", "Error with a share of the hidden units", "units that are kept")))
}

// bars draws the students of the first setting by the ways that they are taught.
func (r *Result) bars() (plots.Figure, error) {
	names := study.Each(r.Config.Students, func(s Student) string { return s.Name })
	methods := study.Each(r.Config.Students[0].Methods, func(m Method) string { return m.Name })
	taught := study.Bars(methods, len(names), func(method, student int) (study.Interval, bool) {
		row := r.Groups[0].Find(names[student], methods[method])
		if row == nil {
			return study.Interval{}, false
		}
		return row.Beside.Over(), true
	})
	return plots.Bars(names, taught, plots.Name("compression"), plots.Title(r.title("Error of narrow students over that of labels alone")), plots.YLabel("ratio"), plots.Size(900, 400))
}

// shares draws pruned teachers by what is kept.
func (r *Result) shares(list []Pruned, name, title, label string) (plots.Figure, error) {
	var kept []string
	series := make([]plots.BarSeries, len(rankings()))
	for i, row := range list {
		b := &series[i%len(series)]
		if b.Name = row.Ranking; i%len(series) == 0 {
			kept = append(kept, row.kept())
		}
		study.NewEstimate(row.Errors, r.Config.Level).AddTo(b)
	}
	return plots.Bars(kept, series, plots.Name(name), plots.Title(r.title(title)), plots.XLabel(label), plots.YLabel("mean squared error"))
}
