package compression

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
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

// text writes a ratio with its interval.
func text(row contest.Row) string {
	return fmt.Sprintf("%.2f [%.2f, %.2f]", row.Ratio, row.Low, row.High)
}

// full is a ratio with all its digits.
func full(row contest.Row) []string {
	return []string{study.Full(&row.Ratio), study.Full(&row.Low), study.Full(&row.High)}
}

// counts are wins, ties and losses.
func counts(row contest.Row) string { return fmt.Sprintf("%d, %d, %d", row.Wins, row.Ties, row.Losses) }

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
			twin, fullTwin := "–", []string{"", "", ""}
			if row.OverTwin != nil {
				twin, fullTwin = text(*row.OverTwin), full(*row.OverTwin)
			}
			b := row.Beside
			t.Rows = append(t.Rows, []string{g.Name, row.Student, row.Method, fmt.Sprintf("%g", row.Decay), fmt.Sprintf("%.3f", b.Mean), text(b), twin, counts(b), fmt.Sprintf("%.2g", b.P), b.Tuning})
			line := append([]string{g.Name, row.Student, row.Method, study.Full(&row.Decay), study.Full(&b.Mean)}, full(b)...)
			line = append(line, fullTwin...)
			t.Data = append(t.Data, append(line, fmt.Sprint(b.Wins), fmt.Sprint(b.Ties), fmt.Sprint(b.Losses), study.Full(&b.P), b.Tuning))
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
			kept := fmt.Sprintf("%.3g %%", 100*row.Kept)
			t.Rows = append(t.Rows, []string{g.Name, kept, row.Ranking, fmt.Sprintf("%.3f", b.Mean), text(b), counts(b), fmt.Sprintf("%.2g", b.P)})
			line := append([]string{g.Name, study.Full(&row.Kept), row.Ranking, study.Full(&b.Mean)}, full(b)...)
			t.Data = append(t.Data, append(line, fmt.Sprint(b.Wins), fmt.Sprint(b.Ties), fmt.Sprint(b.Losses), study.Full(&b.P)))
		}
	}
	return t
}

// Figures implements study.Result: students of the first setting, and its pruned teachers.
func (r *Result) Figures() ([]plots.Figure, error) {
	g := r.Groups[0]
	var names []string
	for _, s := range r.Config.Students {
		names = append(names, s.Name)
	}
	var taught []plots.BarSeries
	for _, m := range r.Config.Students[0].Methods {
		series := plots.BarSeries{Name: m.Name}
		for _, s := range r.Config.Students {
			if row := g.Find(s.Name, m.Name); row != nil {
				series.AddInterval(row.Beside.Ratio, row.Beside.Low, row.Beside.High)
			}
		}
		if len(series.Values) == len(names) {
			taught = append(taught, series)
		}
	}
	students, err := plots.Bars(names, taught, plots.Name("compression"), plots.Title(r.title("Error of narrow students over that of labels alone")), plots.YLabel("ratio"), plots.Size(900, 400))
	if err != nil {
		return nil, err
	}
	inputs, err := r.bars(g.Inputs, "compression-inputs", "Error with a share of the inputs", "inputs that are kept")
	if err != nil {
		return nil, err
	}
	units, err := r.bars(g.Units, "compression-units", "Error with a share of the hidden units", "units that are kept")
	return []plots.Figure{students, inputs, units}, err
}

// bars draws pruned teachers by what is kept.
func (r *Result) bars(list []Pruned, name, title, label string) (plots.Figure, error) {
	var kept []string
	series := make([]plots.BarSeries, len(rankings()))
	for i, row := range list {
		b := &series[i%len(series)]
		if b.Name = row.Ranking; i%len(series) == 0 {
			kept = append(kept, fmt.Sprintf("%.3g %%", 100*row.Kept))
		}
		study.NewEstimate(row.Errors, r.Config.Level).AddTo(b)
	}
	return plots.Bars(kept, series, plots.Name(name), plots.Title(r.title(title)), plots.XLabel(label), plots.YLabel("mean squared error"))
}
