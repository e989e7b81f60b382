package oracletraining

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result: errors, gradients and paths.
func (r *Result) Tables() []study.Table {
	return []study.Table{r.errorTable(), r.gradientTable(), r.cancelTable(), r.pathTable()}
}

// fields are estimates with one format.
func fields(format string, estimates []study.Estimate) (all []study.Field) {
	for _, e := range estimates {
		all = append(all, e.Field(format))
	}
	return all
}

// title ends with what the intervals are.
func (r *Result) title(of string) string {
	return fmt.Sprintf("%s (%s)", of, study.Intervals(r.Config.Level, r.Config.Seeds))
}

func (r *Result) errorTable() study.Table {
	t := study.Table{
		Name: "oracle-training", Title: r.title("Root mean squared error by the paths of the scores"),
		Header: []string{"task", "paths", "test", "over straight", "training law", "share along straight", "along oracle"},
		Data:   [][]string{slices.Concat([]string{"task", "paths"}, study.Ends("test", "in_law", "share_straight", "share_oracle", "over_straight"))},
		Notes:  append([]string{"Over straight: ratios seed by seed, geometric mean. Shares are those of the bounded inputs together, on fresh points."}, study.IntervalNotes(r.Config.Seeds)...),
	}
	for _, task := range r.Tasks {
		for _, a := range task.Arms {
			over := a.OverStraight
			t.Add(study.Words(task.Name, string(a.Arm)), a.Error.Field("%.3f"), study.Shown(over.Interval("%.2f")), a.InLaw.Field("%.3f"),
				a.Shares[0].Field("%.3f"), a.Shares[1].Field("%.3f"), study.InFull(over.Mean, over.Low, over.High))
		}
	}
	return t
}

func (r *Result) gradientTable() study.Table {
	t := study.Table{
		Name: "oracle-training-gradients", Title: r.title("Mean |∂F/∂x| of the bounded inputs, by where it is looked at"),
		Header: []string{"task", "trained along", "on data", "in the test", "along straight", "along oracle", "along across"},
		Data:   [][]string{slices.Concat([]string{"task", "paths"}, study.Ends("data", "test", "straight", "oracle", "across"))},
	}
	for _, task := range r.Tasks {
		for _, a := range task.Arms {
			t.Add(append([]study.Field{study.Words(task.Name, string(a.Arm))}, fields("%.3f", a.Slopes)...)...)
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
		Data:   [][]string{slices.Concat([]string{"task", "paths"}, study.Ends("kept_straight", "kept_oracle", "kept_across", "signed_on", "signed_off"))},
		Notes: []string{"Kept: |∫∂F/∂x·dγ| over ∫|∂F/∂x·dγ| of the bounded inputs, 1 where nothing cancels.",
			"∂F/∂s: its mean with its sign, at those points of the straight paths that lie on the data, and at those off it."},
	}
	for _, task := range r.Tasks {
		for _, a := range task.Arms {
			signed := fields("%+.3f", a.Signed)
			if len(signed) == 0 {
				signed = []study.Field{study.Missing(3), study.Missing(3)}
			}
			t.Add(slices.Concat([]study.Field{study.Words(task.Name, string(a.Arm))}, fields("%.2f", a.Kept), signed)...)
		}
	}
	return t
}

func (r *Result) pathTable() study.Table {
	t := study.Table{
		Name: "oracle-training-paths", Title: r.title("The paths to the training points"),
		Header: []string{"task", "path", "valid", "length", "test point to nearest path point"},
		Data:   [][]string{slices.Concat([]string{"task", "path"}, study.Ends("valid", "length", "reach"))},
		Notes:  []string{"Valid: the share of a path's points where about 95 % of the training law's points lie in each of what bounds it. Length is over that of the straight line."},
	}
	for _, task := range r.Tasks {
		for _, p := range task.Paths {
			t.Add(study.Words(task.Name, string(p.Arm)), p.Valid.Field("%.3f"), p.Length.Field("%.2f"), p.Reach.Field("%.3f"))
		}
	}
	return t
}

// Figures implements study.Result: errors in the test, and gradients there.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(
		func() (plots.Figure, error) {
			return r.bars("oracle-training", "Error in the test, by the paths of the scores", "root mean squared error", func(a Trained) study.Estimate { return a.Error })
		},
		func() (plots.Figure, error) {
			return r.bars("oracle-training-gradients", "Gradients of the bounded inputs in the test", "mean |∂F/∂x|", func(a Trained) study.Estimate { return a.Slopes[1] })
		})
}

func (r *Result) bars(name, title, label string, read func(Trained) study.Estimate) (plots.Figure, error) {
	bars := make([]plots.BarSeries, len(Arms()))
	var names []string
	for _, t := range r.Tasks {
		names = append(names, t.Name)
		for j, a := range t.Arms {
			bars[j].Name = string(a.Arm)
			read(a).AddTo(&bars[j])
		}
	}
	return plots.Bars(names, bars, plots.Name(name), plots.Title(r.title(title)), plots.YLabel(label))
}
