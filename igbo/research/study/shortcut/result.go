package shortcut

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/task"
)

// distribution has the settings of a run.
type distribution struct {
	Setting Setting
	Test    int
}

// problem is the draw of a run. fresh has test samples from the training distribution.
type problem struct{ train, fresh *benchmark.Problem }

// draw returns the problem of a run.
func draw(_ context.Context, _ *workflow.Work, r trial.Run[distribution]) (problem, error) {
	l, seed := newTruth(r.Case.Setting, r.Seed), uint64(r.Seed)
	p := &benchmark.Problem{
		Train: l.draw(r.Case.Setting.Samples, seed, false), Test: l.draw(r.Case.Test, seed+1<<32, true),
		Loss: task.Loss{Kind: r.Case.Setting.Student.Loss}, Suspects: []int{r.Case.Setting.Features},
	}
	fresh := *p
	fresh.Test = l.draw(r.Case.Test, seed+1<<33, false)
	return problem{p, &fresh}, p.Validate()
}

// The measures of a fitted student in addition to its error in the test.
const (
	in    = iota // loss on fresh samples of the training distribution
	moved        // mean change of the output on these samples if the suspect is set to its mean, in standard deviations of the target or in log-odds
	share        // moved divided by the sum of the same measure over all features
)

// fits returns the fits of the student.
func fits(r trial.Run[distribution], p problem) []trial.Method {
	s := r.Case.Setting.Student
	return study.Each(s.attempts(), func(a attempt) trial.Method {
		return benchmark.EnterAt(a.name(), s.find(a.method), p.train, a.strength, r.Seed, func(_ context.Context, _ *workflow.Work, f benchmark.Fitted) ([]float64, error) {
			e, err := benchmark.Error(p.fresh, f)
			if err != nil {
				return nil, err
			}
			moved, share, err := reliance(f, p.fresh.Test)
			return []float64{e, moved, share}, err
		})
	})
}

// reliance returns the effect of the last feature on the output, and its share of all effects. The effect is the mean change of
// the output if the feature is set to its mean, 0.
func reliance(f benchmark.Fitted, d igbo.Data) (moved, share float64, err error) {
	width := len(d.Features)
	x := append([]float64(nil), d.X...)
	for k := range width {
		without := append([]float64(nil), d.X...)
		for i := k; i < len(without); i += width {
			without[i] = 0
		}
		x = append(x, without...)
	}
	y, err := f.Predict(x)
	if err != nil {
		return 0, 0, err
	}
	n, sum := len(d.Y), 0.0
	for k := range width {
		moved = 0
		for i := range n {
			moved += math.Abs(y[(k+1)*n+i]-y[i]) / float64(n)
		}
		sum += moved
	}
	if sum == 0 {
		return 0, 0, nil
	}
	return moved, moved / sum, nil
}

// Result is the result of the study.
type Result struct {
	Config Config  `json:"config"`
	Groups []Group `json:"groups"`
}

// Group is the result of one setting.
type Group struct {
	Name string `json:"name"`
	// Reference is the method with which others are compared.
	Reference string `json:"reference"`
	Rows      []Row  `json:"rows"`
}

// Row is the result of a method at a strength.
type Row struct {
	Method   string  `json:"method"`
	Strength float64 `json:"strength"`
	// Out compares the error out of distribution with that of the reference. Errors has the error of each draw.
	Out    trial.Row `json:"out"`
	Errors []float64 `json:"errors"`
	// OverDeleted is the ratio of its error to that of deletion; nil if deletion is not among the methods.
	OverDeleted *study.Interval `json:"over_deleted"`
	// In is the loss on fresh samples of the training distribution relative to the reference.
	In study.Interval `json:"in"`
	// Moved is the effect of the suspect on the output, and Share its share of the effects of all features.
	Moved study.Estimate `json:"moved"`
	Share study.Estimate `json:"share"`
}

// ratio returns the ratio of two lists of paired errors.
func ratio(a, b []float64, level float64) study.Interval {
	mean, low, high := trial.Ratio(a, b, trial.AtLevel(level))
	return study.Interval{Mean: mean, Low: low, High: high}
}

// group summarises the runs of a setting.
func (c Config) group(s Setting, found trial.Found) (g Group, err error) {
	student, attempts, entries := s.Student, s.Student.attempts(), found.Entries(6)
	g = Group{Name: s.Name, Reference: student.Methods[0].Name}
	also := func(i, j int) []float64 {
		return study.Each(found.Also(i, j), func(x float64) float64 { return trial.Round(x, 6) })
	}
	without := slices.IndexFunc(attempts, func(a attempt) bool { return a.method == student.Network.Deleted().Name() })
	for i, a := range attempts {
		row := Row{Method: a.method, Strength: a.strength, Errors: entries[i].Errors, In: ratio(also(i, in), also(0, in), c.Level)}
		row.Out, err = trial.Beside(trial.Entry{Name: a.method, Tuning: tuning(student, a.method, a.strength), Errors: row.Errors}, entries[0], trial.AtLevel(c.Level))
		if err != nil {
			return g, fmt.Errorf("shortcut: %w", err)
		}
		if without >= 0 {
			row.OverDeleted = new(ratio(row.Errors, entries[without].Errors, c.Level))
		}
		row.Moved, row.Share = study.NewEstimate(also(i, moved), c.Level), study.NewEstimate(also(i, share), c.Level)
		g.Rows = append(g.Rows, row)
	}
	return g, nil
}

// tuning describes how a method's strength was chosen.
func tuning(s Student, name string, strength float64) string {
	n := s.Network
	if strength == round && (name == n.Cap(false).Name() || name == n.AttributionBound().Name()) {
		return "a round number"
	}
	if settings := len(s.find(name).Settings()); settings > 1 {
		return fmt.Sprintf("best of %d on development draws, out of distribution", settings)
	}
	return "nothing to tune"
}

// Find returns the group of a setting, or nil if there is none.
func (r *Result) Find(name string) *Group {
	return study.First(r.Groups, func(g *Group) bool { return g.Name == name })
}

// Find returns the first row of a method; nil if there is none.
func (g *Group) Find(method string) *Row {
	return study.First(g.Rows, func(r *Row) bool { return r.Method == method })
}

// At returns the row of a method at a strength; nil if there is none.
func (g *Group) At(method string, strength float64) *Row {
	return study.First(g.Rows, func(r *Row) bool { return r.Method == method && r.Strength == strength })
}
