package compression

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

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
		func() (plots.Figure, error) {
			return r.shares(g.Inputs, "compression-inputs", "Error with a share of the inputs", "inputs that are kept")
		},
		func() (plots.Figure, error) {
			return r.shares(g.Units, "compression-units", "Error with a share of the hidden units", "units that are kept")
		})
}

// bars draws the students of the first setting by the ways that they are taught.
func (r *Result) bars() (plots.Figure, error) {
	var names, methods []string
	for _, s := range r.Config.Students {
		names = append(names, s.Name)
	}
	for _, m := range r.Config.Students[0].Methods {
		methods = append(methods, m.Name)
	}
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
