package oracletraining

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result: errors, gradients and paths.
func (r *Result) Tables() []study.Table {
	return []study.Table{r.errorTable(), r.gradientTable(), r.cancelTable(), r.pathTable()}
}

// title ends with what the intervals are.
func (r *Result) title(of string) string {
	return fmt.Sprintf("%s (%s)", of, study.Intervals(r.Config.Level, r.Config.Seeds))
}

// interval writes a ratio.
func (q Ratio) interval() string {
	if len(q.Values) < 2 {
		return fmt.Sprintf("%.2f", q.Mean)
	}
	return fmt.Sprintf("%.2f [%.2f, %.2f]", q.Mean, q.Low, q.High)
}

// row is a row of a table that is being made, as it is shown and in full.
type row struct{ shown, full []string }

func (w *row) word(s string) { w.shown, w.full = append(w.shown, s), append(w.full, s) }

func (w *row) estimate(format string, e study.Estimate) {
	w.shown, w.full = append(w.shown, e.Interval(format)), append(w.full, e.Full()...)
}

// head names the columns of the data: words, then estimates.
func head(words []string, estimates ...string) []string {
	for _, e := range estimates {
		words = append(words, e, e+"_low", e+"_high")
	}
	return words
}

func (r *Result) errorTable() study.Table {
	t := study.Table{
		Name: "oracle-training", Title: r.title("Root mean squared error by the paths of the scores"),
		Header: []string{"task", "paths", "test", "over straight", "training law", "share along straight", "along oracle"},
		Data:   [][]string{head([]string{"task", "paths"}, "test", "in_law", "share_straight", "share_oracle", "over_straight")},
		Notes:  append([]string{"Over straight: ratios seed by seed, geometric mean. Shares are those of the bounded inputs together, on fresh points."}, study.IntervalNotes(r.Config.Seeds)...),
	}
	for _, task := range r.Tasks {
		for _, a := range task.Arms {
			var w row
			w.word(task.Name)
			w.word(string(a.Arm))
			w.estimate("%.3f", a.Error)
			w.shown = append(w.shown, a.OverStraight.interval())
			w.estimate("%.3f", a.InLaw)
			w.estimate("%.3f", a.Shares[0])
			w.estimate("%.3f", a.Shares[1])
			q := a.OverStraight
			w.full = append(w.full, study.Full(&q.Mean), study.Full(&q.Low), study.Full(&q.High))
			t.Rows, t.Data = append(t.Rows, w.shown), append(t.Data, w.full)
		}
	}
	return t
}

func (r *Result) gradientTable() study.Table {
	t := study.Table{
		Name: "oracle-training-gradients", Title: r.title("Mean |∂F/∂x| of the bounded inputs, by where it is looked at"),
		Header: []string{"task", "trained along", "on data", "in the test", "along straight", "along oracle", "along across"},
		Data:   [][]string{head([]string{"task", "paths"}, "data", "test", "straight", "oracle", "across")},
	}
	for _, task := range r.Tasks {
		for _, a := range task.Arms {
			var w row
			w.word(task.Name)
			w.word(string(a.Arm))
			for _, e := range a.Slopes {
				w.estimate("%.3f", e)
			}
			t.Rows, t.Data = append(t.Rows, w.shown), append(t.Data, w.full)
		}
		t.Notes = append(t.Notes, fmt.Sprintf("%s: over all networks, log error in the test and log gradient there correlate by %.2f.", task.Name, task.Explained))
	}
	return t
}

// cancelTable shows how a network keeps a bound on a path and uses the input beside it.
func (r *Result) cancelTable() study.Table {
	t := study.Table{
		Name: "oracle-training-cancellation", Title: r.title("What cancels along the paths"),
		Header: []string{"task", "trained along", "kept along straight", "along oracle", "along across", "∂F/∂s on data", "off data"},
		Data:   [][]string{head([]string{"task", "paths"}, "kept_straight", "kept_oracle", "kept_across", "signed_on", "signed_off")},
		Notes: []string{"Kept: |∫∂F/∂x·dγ| over ∫|∂F/∂x·dγ| of the bounded inputs, 1 where nothing cancels.",
			"∂F/∂s: its mean with its sign, at those points of the straight paths that lie on the data, and at those off it."},
	}
	for _, task := range r.Tasks {
		for _, a := range task.Arms {
			var w row
			w.word(task.Name)
			w.word(string(a.Arm))
			for _, e := range a.Kept {
				w.estimate("%.2f", e)
			}
			for _, e := range a.Signed {
				w.estimate("%+.3f", e)
			}
			for len(w.shown) < len(t.Header) {
				w.shown, w.full = append(w.shown, "–"), append(w.full, "", "", "")
			}
			t.Rows, t.Data = append(t.Rows, w.shown), append(t.Data, w.full)
		}
	}
	return t
}

func (r *Result) pathTable() study.Table {
	t := study.Table{
		Name: "oracle-training-paths", Title: r.title("The paths to the training points"),
		Header: []string{"task", "path", "valid", "length", "test point to nearest path point"},
		Data:   [][]string{head([]string{"task", "path"}, "valid", "length", "reach")},
	}
	for _, task := range r.Tasks {
		for _, p := range task.Paths {
			var w row
			w.word(task.Name)
			w.word(string(p.Arm))
			w.estimate("%.3f", p.Valid)
			w.estimate("%.2f", p.Length)
			w.estimate("%.3f", p.Reach)
			t.Rows, t.Data = append(t.Rows, w.shown), append(t.Data, w.full)
		}
	}
	return t
}

// names are those of the tasks.
func (r *Result) names() (names []string) {
	for _, t := range r.Tasks {
		names = append(names, t.Name)
	}
	return names
}

// Figures implements study.Result: errors in the test, and gradients there.
func (r *Result) Figures() ([]plots.Figure, error) {
	errors, err := r.bars("oracle-training", "Error in the test, by the paths of the scores", "root mean squared error",
		func(a Trained) study.Estimate { return a.Error })
	if err != nil {
		return nil, err
	}
	slopes, err := r.bars("oracle-training-gradients", "Gradients of the bounded inputs in the test", "mean |∂F/∂x|",
		func(a Trained) study.Estimate { return a.Slopes[1] })
	return []plots.Figure{errors, slopes}, err
}

func (r *Result) bars(name, title, label string, read func(Trained) study.Estimate) (plots.Figure, error) {
	bars := make([]plots.BarSeries, len(Arms()))
	for _, t := range r.Tasks {
		for j, a := range t.Arms {
			bars[j].Name = string(a.Arm)
			read(a).AddTo(&bars[j])
		}
	}
	return plots.Bars(r.names(), bars, plots.Name(name), plots.Title(r.title(title)), plots.YLabel(label))
}
