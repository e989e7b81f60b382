package tasks

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Result is the result of the study.
type Result struct {
	// Config has the settings. The result of study routing stores them for all questions.
	Config Config `json:"-"`
	Tasks  []Task `json:"tasks"`
}

// With returns the result with the settings of the study.
func (r *Result) With(c Config) *Result {
	with := *r
	with.Config = c
	return &with
}

// Task is the result of one task.
type Task struct {
	Name string    `json:"name"`
	Arms []Trained `json:"arms"`
	// Paths describes the paths to the training points: straight, oracle and across.
	Paths []Route `json:"paths"`
	// Explained is the correlation between the logarithms of the error in the test and of the slope there, over all networks.
	Explained float64 `json:"explained"`
}

// Trained summarises the networks of one arm.
type Trained struct {
	Arm Arm `json:"arm"`
	// Error is the root mean squared error in the test, and InDistribution that on fresh points of the training distribution.
	Error          study.Estimate `json:"error"`
	InDistribution study.Estimate `json:"in_law"`
	// OverStraight is the geometric mean over seeds of the ratio of the error in the test to that along straight paths, with
	// its interval.
	OverStraight study.Estimate `json:"over_straight"`
	// Shares are the total shares of the bounded inputs along straight, oracle and across paths.
	Shares []study.Estimate `json:"shares"`
	// Slopes are the mean |∂F/∂x_k| summed over the bounded inputs: on the data, in the test, and along straight, oracle and
	// across paths to the training points.
	Slopes []study.Estimate `json:"slopes"`
	// Kept is Σ|∫g·dγ|/Σ∫|g·dγ| of the bounded inputs along straight, oracle and across paths to the training points. It is 1
	// if nothing cancels along a path.
	Kept []study.Estimate `json:"kept"`
	// Signed is the mean ∂F/∂s at the points of the straight paths on the data, and off the data; empty if there is no
	// shortcut.
	Signed []study.Estimate `json:"signed"`
}

// Route describes the paths of an arm.
type Route struct {
	Arm Arm `json:"arm"`
	// Valid is the share of a path's points in the region that contains about 95 % of the training distribution.
	Valid study.Estimate `json:"valid"`
	// Length is the length relative to that of the straight line.
	Length study.Estimate `json:"length"`
	// Reach is the mean distance of a test point to the nearest point of a path.
	Reach study.Estimate `json:"reach"`
}

// task collects the networks of a task, by arm and seed.
func (c Config) task(s Setting, arms [][]network) Task {
	t := Task{Name: s.Name}
	over := func(arm int, read func(network) float64) study.Estimate { return study.Over(arms[arm], c.Level, read) }
	each := func(arm int, read func(network) []float64) (list []study.Estimate) {
		for k := range read(arms[arm][0]) {
			list = append(list, over(arm, func(n network) float64 { return read(n)[k] }))
		}
		return list
	}
	for j, arm := range Arms() {
		t.Arms = append(t.Arms, Trained{
			Arm: arm, Error: over(j, func(n network) float64 { return n.Error }), InDistribution: over(j, func(n network) float64 { return n.InDistribution }),
			OverStraight: ratio(arms[j], arms[1], c.Level),
			Shares:       each(j, func(n network) []float64 { return n.Shares }), Slopes: each(j, func(n network) []float64 { return n.Slopes }),
			Kept: each(j, func(n network) []float64 { return n.Kept }), Signed: each(j, func(n network) []float64 { return n.Signed }),
		})
	}
	for j, arm := range paths { // the paths do not depend on the trained network
		t.Paths = append(t.Paths, Route{arm, over(0, func(n network) float64 { return n.Valid[j] }),
			over(0, func(n network) float64 { return n.Lengths[j] }), over(0, func(n network) float64 { return n.Reach[j] })})
	}
	var errors, slopes []float64
	for _, n := range slices.Concat(arms...) {
		errors, slopes = append(errors, math.Log(n.Error)), append(slopes, math.Log(n.Slopes[1]))
	}
	t.Explained = stat.Correlation(errors, slopes, nil)
	return t
}

// ratio returns the geometric mean over seeds of the ratio of two networks' errors, with the interval of the logarithms.
func ratio(networks, others []network, level float64) study.Estimate {
	values := study.Each(networks, func(n network) float64 { return n.Error })
	floats.Div(values, study.Each(others, func(n network) float64 { return n.Error }))
	e := study.Over(values, level, math.Log)
	return study.Estimate{Mean: math.Exp(e.Mean), Low: math.Exp(e.Low), High: math.Exp(e.High), Values: values}
}

// Tables implements study.Result: errors, gradients and paths.
func (r *Result) Tables() []tabulate.Table {
	return []tabulate.Table{r.errorTable(), r.gradientTable(), r.cancelTable(), r.pathTable()}
}

// fields formats estimates.
func fields(format string, estimates []study.Estimate) []tabulate.Field {
	return study.Each(estimates, func(e study.Estimate) tabulate.Field { return e.Field(format) })
}

// title appends a description of the intervals.
func (r *Result) title(of string) string {
	return fmt.Sprintf("%s (%s)", of, study.Intervals(r.Config.Level, r.Config.Seeds))
}

func (r *Result) errorTable() tabulate.Table {
	t := tabulate.Table{
		Name: "oracle-training", Title: r.title("Root mean squared error, by the paths used for the scores"),
		Header: []string{"task", "paths", "test error", "÷ straight", "error, training distribution", "share along straight paths", "share along the oracle's paths"},
		Data:   [][]string{slices.Concat([]string{"task", "paths"}, tabulate.Ends("test", "in_law", "share_straight", "share_oracle", "over_straight"))},
		Notes:  append([]string{"÷ straight: test error ÷ test error with straight paths (geometric mean over seeds). Shares: the importance share of all bounded inputs together, on fresh points."}, study.IntervalNotes(r.Config.Seeds)...),
	}
	for _, task := range r.Tasks {
		for _, a := range task.Arms {
			over := a.OverStraight
			t.Add(tabulate.Words(task.Name, string(a.Arm)), a.Error.Field("%.3f"), tabulate.Shown(over.Interval("%.2f")), a.InDistribution.Field("%.3f"),
				a.Shares[0].Field("%.3f"), a.Shares[1].Field("%.3f"), tabulate.InFull(over.Mean, over.Low, over.High))
		}
	}
	return t
}

func (r *Result) gradientTable() tabulate.Table {
	t := tabulate.Table{
		Name: "oracle-training-gradients", Title: r.title("Mean |∂F/∂x| of the bounded inputs, by where it is measured"),
		Header: []string{"task", "trained along", "on data", "in the test", "along straight", "along oracle", "along across"},
		Data:   [][]string{slices.Concat([]string{"task", "paths"}, tabulate.Ends("data", "test", "straight", "oracle", "across"))},
	}
	for _, task := range r.Tasks {
		for _, a := range task.Arms {
			t.Add(append([]tabulate.Field{tabulate.Words(task.Name, string(a.Arm))}, fields("%.3f", a.Slopes)...)...)
		}
		t.Notes = append(t.Notes, fmt.Sprintf("%s: over all networks, the log error in the test and the log gradient in the test have a correlation of %.2f.", task.Name, task.Explained))
	}
	return t
}

// cancelTable shows how a network satisfies a bound on a path and still uses the input off the path.
func (r *Result) cancelTable() tabulate.Table {
	t := tabulate.Table{
		Name: "oracle-training-cancellation", Title: r.title("Cancellation along the paths"),
		Header: []string{"task", "trained along", "kept along straight", "along oracle", "along across", "∂F/∂s on data", "off data"},
		Data:   [][]string{slices.Concat([]string{"task", "paths"}, tabulate.Ends("kept_straight", "kept_oracle", "kept_across", "signed_on", "signed_off"))},
		Notes: []string{"Kept: |∫∂F/∂x·dγ| ÷ ∫|∂F/∂x·dγ| for the bounded inputs; 1 if nothing cancels.",
			"∂F/∂s: the signed mean over the points of the straight paths that are on the data, and over the points that are off the data."},
	}
	for _, task := range r.Tasks {
		for _, a := range task.Arms {
			signed := fields("%+.3f", a.Signed)
			if len(signed) == 0 {
				signed = []tabulate.Field{tabulate.Missing(3), tabulate.Missing(3)}
			}
			t.Add(slices.Concat([]tabulate.Field{tabulate.Words(task.Name, string(a.Arm))}, fields("%.2f", a.Kept), signed)...)
		}
	}
	return t
}

func (r *Result) pathTable() tabulate.Table {
	t := tabulate.Table{
		Name: "oracle-training-paths", Title: r.title("The paths to the training points"),
		Header: []string{"task", "path", "valid", "length", "distance from a test point to the nearest path point"},
		Data:   [][]string{slices.Concat([]string{"task", "path"}, tabulate.Ends("valid", "length", "reach"))},
		Notes:  []string{"Valid: the share of the path's points in the region that contains about 95 % of the training distribution. Length: in units of the straight line."},
	}
	for _, task := range r.Tasks {
		for _, p := range task.Paths {
			t.Add(tabulate.Words(task.Name, string(p.Arm)), p.Valid.Field("%.3f"), p.Length.Field("%.2f"), p.Reach.Field("%.3f"))
		}
	}
	return t
}

// Figures implements study.Result: errors in the test, and gradients there.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(
		study.Drawn(r.bars("oracle-training", "Test error, by the paths used for the scores", "root mean squared error", func(a Trained) study.Estimate { return a.Error })),
		study.Drawn(r.bars("oracle-training-gradients", "Gradients of the bounded inputs in the test", "mean |∂F/∂x|", func(a Trained) study.Estimate { return a.Slopes[1] })))
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
