package judged

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// ends returns the ends of the 95 % percentile interval of numbers, which it sorts.
func ends(values []float64) (low, high float64) {
	slices.Sort(values)
	return stat.Quantile(0.025, stat.LinInterp, values, nil), stat.Quantile(0.975, stat.LinInterp, values, nil)
}

// Tables implements study.Result.
func (r *Result) Tables() []tabulate.Table {
	return []tabulate.Table{r.main(), r.carried(), r.predicted()}
}

// note says what intervals are.
const note = "In brackets: 95 % intervals of a bootstrap over draws, not corrected for multiple comparisons."

// main shows the share of edges that hold by each judge.
func (r *Result) main() tabulate.Table {
	t := tabulate.Table{
		Name: "judged", Title: "Share of the order's edges that hold, by importance measure",
		Notes: []string{note, "An edge holds if the feature that the order ranks higher is at least as important as the other feature. Truth: the share of the order's edges that hold in the true model. For compression and black-box, the teacher replaces the true model."},
	}
	t.Columns("setting", "setting")
	t.Columns("draws", "draws")
	t.Columns("student", "student")
	for _, name := range judges {
		t.Columns(name, tabulate.Ends(name)...)
	}
	t.Columns("truth", tabulate.Ends("truth")...)
	t.Columns("error", tabulate.Ends("error")...)
	for _, f := range r.Settings {
		for _, s := range f.Students {
			line := []tabulate.Field{tabulate.Words(f.Name), tabulate.Count(f.Draws), tabulate.Words(s.Name)}
			for _, j := range s.Judges {
				line = append(line, j.Holds.Field("%.2f"))
			}
			truth := tabulate.Missing(3)
			if f.Truth != nil {
				truth = f.Truth.Field("%.2f")
			}
			t.Add(append(line, truth, s.Error.Field("%.2f"))...)
		}
	}
	t.Notes = append(t.Notes, "Error: the test error ÷ the test error of the student without the order.")
	return t
}

// carried shows the gain of the order for each judge relative to the gain for the trained score.
func (r *Result) carried() tabulate.Table {
	t := tabulate.Table{
		Name: "judged-carried", Title: "Effect of the order on the trained score, and on measures that were not used in training",
		Notes: []string{note, "Added: the share of edges that hold, minus the share that holds in the student without the order. Carried over: added share of a measure ÷ added share of the trained score. If the ratio is below 1, the order changes this measure less than the trained score.",
			"The verdict uses the smallest ratio, without permutation importance, which also depends on the targets. Carries over: the interval of this ratio reaches 1. Carries over in part: the interval is below 1. Fits only the trained score: the interval is below 1, and the ratio is below 0.5."},
	}
	t.Columns("setting", "setting")
	t.Columns("student", "student")
	t.Columns("added, trained score", tabulate.Ends("added")...)
	for _, name := range judges[1:] {
		t.Columns("carried over, "+name, tabulate.Ends(name)...)
	}
	t.Columns("verdict", "verdict")
	for _, f := range r.Settings {
		for _, s := range f.Students[1:] {
			line := []tabulate.Field{tabulate.Words(f.Name, s.Name), s.Judges[0].Gain.Field("%.2f")}
			for _, j := range s.Judges[1:] {
				line = append(line, study.Known(j.Carried, j.Carried.Finite(false)))
			}
			t.Add(append(line, tabulate.Words(s.verdict()))...)
		}
	}
	return t
}

// verdict reports whether a student overfits the trained score, according to the judges that only use the model.
func (s Student) verdict() string {
	if !(s.Judges[0].Gain.Low > 0) {
		return "the order adds nothing"
	}
	worst := study.Interval{Mean: 1, High: 1}
	for _, j := range s.Judges[1:] {
		if j.Judge != permutationLoss && j.Carried.Mean < worst.Mean {
			worst = j.Carried
		}
	}
	switch {
	case !(worst.High < 1):
		return "carries over"
	case worst.Mean < 0.5:
		return "fits only the trained score"
	}
	return "carries over in part"
}

// Figures implements study.Result: the transferred gain for each judge that only uses the model, by student.
func (r *Result) Figures() ([]plots.Figure, error) {
	alone := []string{freshScore, shapleyValues, permutedOutput}
	var labels []string
	var rows []Student
	for _, f := range r.Settings {
		for _, s := range f.Students[1:] {
			if s.Judges[0].Gain.Low > 0 {
				labels, rows = append(labels, fmt.Sprintf("%s: %s", f.Name, s.Name)), append(rows, s)
			}
		}
	}
	bars := study.Bars(alone, len(rows), func(i, at int) (study.Interval, bool) {
		q := rows[at].by(alone[i]).Carried
		return q, q.Finite(false)
	})
	if len(bars) == 0 {
		return nil, nil
	}
	f, err := plots.Dots(labels, bars, plots.Name("judged"), plots.Size(1000, 200+46*len(rows)), plots.XLabel("edges added by this measure ÷ edges added by the trained score"),
		plots.RuleX("the trained score", 1), plots.Title("Edges that the order adds, by measures that were not used in training (95 % intervals)"))
	return []plots.Figure{f}, err
}
