package shortcut

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/records"
	"github.com/igbolab/igbolab/igbo/task"
)

// fitSettings are all that the fits of a draw depend on.
type fitSettings struct {
	Setting Setting
	Test    int
	Seed    int64
}

// outcome is what one fit is like.
type outcome struct {
	// Out is the error in the test, above that of the truth, In the loss on fresh samples of the training law.
	Out, In float64
	// Moved is how far the output moves, on average over training-law samples, where the suspect is put to its mean, in
	// deviations of the target, or log-odds; Share is that over the sum of the like of every feature.
	Moved, Share float64
}

// fit draws the data of a seed and trains the student by every method.
func fit(ctx context.Context, w *study.Work, s fitSettings) ([]outcome, error) {
	l := newLaw(s.Setting, s.Seed)
	seed := uint64(s.Seed)
	p := &contest.Problem{
		Train: l.draw(s.Setting.Samples, seed, false), Test: l.draw(s.Test, seed+1<<32, true),
		Loss: task.Loss{Kind: s.Setting.Student.Loss}, Suspects: []int{s.Setting.Features},
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	fresh := *p
	fresh.Test = l.draw(s.Test, seed+1<<33, false)
	var found []outcome
	for _, try := range s.Setting.Student.trials() {
		f, err := s.Setting.Student.find(try.method).Fit(ctx, w.Backend, p, contest.Setting{Strength: try.strength}, s.Seed)
		if err != nil {
			return nil, fmt.Errorf("shortcut: %s: %w", try.method, err)
		}
		o := outcome{}
		if o.Out, err = contest.Error(p, f); err != nil {
			return nil, err
		}
		if o.In, err = contest.Error(&fresh, f); err != nil {
			return nil, err
		}
		if o.Moved, o.Share, err = reliance(f, fresh.Test); err != nil {
			return nil, err
		}
		for _, x := range []*float64{&o.Out, &o.In, &o.Moved, &o.Share} {
			*x = records.Short(*x)
		}
		found = append(found, o)
		w.Step(len(found))
	}
	return found, nil
}

// reliance is what the last feature does to the output, and its share among all: the mean change of the output where
// the feature is put to its mean, 0.
func reliance(f contest.Fitted, d igbo.Data) (moved, share float64, err error) {
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

// Result is what the study finds.
type Result struct {
	Config Config  `json:"config"`
	Groups []Group `json:"groups"`
}

// Group is what one setting finds.
type Group struct {
	Name string `json:"name"`
	// Reference is the method that others are compared with.
	Reference string `json:"reference"`
	Rows      []Row  `json:"rows"`
}

// Row is what a method at a strength finds.
type Row struct {
	Method   string  `json:"method"`
	Strength float64 `json:"strength"`
	// Out is the error out of distribution beside the reference's, Errors its values by draw.
	Out    contest.Row `json:"out"`
	Errors []float64   `json:"errors"`
	// OverDeleted is its ratio to deleting the suspect; nil where that is no method.
	OverDeleted *study.Interval `json:"over_deleted"`
	// In is the loss on fresh samples of the training law over the reference's.
	In study.Interval `json:"in"`
	// Moved is what the suspect does to the output, Share its share among all features'.
	Moved study.Estimate `json:"moved"`
	Share study.Estimate `json:"share"`
}

// ratio is that of two lists of paired errors.
func ratio(a, b []float64, level float64) study.Interval {
	mean, low, high := contest.Ratio(a, b, contest.AtLevel(level))
	return study.Interval{Mean: mean, Low: low, High: high}
}

// group folds the draws of a setting: by draw, the outcomes of every method and strength.
func (c Config) group(s Setting, draws [][]outcome) (g Group, err error) {
	student := s.Student
	g = Group{Name: s.Name, Reference: student.Methods[0].Name}
	column := func(i int, read func(o outcome) float64) []float64 {
		return study.Each(draws, func(d []outcome) float64 { return read(d[i]) })
	}
	out, in := func(o outcome) float64 { return o.Out }, func(o outcome) float64 { return o.In }
	trials := student.trials()
	without := slices.IndexFunc(trials, func(t trial) bool { return t.method == student.Network.Deleted().Name() })
	for i, t := range trials {
		row := Row{Method: t.method, Strength: t.strength, Errors: column(i, out), In: ratio(column(i, in), column(0, in), c.Level)}
		row.Out, err = contest.Beside(contest.Entry{Name: t.method, Tuning: tuning(student, t.method, t.strength), Errors: row.Errors},
			contest.Entry{Name: g.Reference, Errors: column(0, out)}, contest.AtLevel(c.Level))
		if err != nil {
			return g, fmt.Errorf("shortcut: %w", err)
		}
		if without >= 0 {
			row.OverDeleted = new(ratio(row.Errors, column(without, out), c.Level))
		}
		row.Moved = study.NewEstimate(column(i, func(o outcome) float64 { return o.Moved }), c.Level)
		row.Share = study.NewEstimate(column(i, func(o outcome) float64 { return o.Share }), c.Level)
		g.Rows = append(g.Rows, row)
	}
	return g, nil
}

// tuning says how a method's strength was chosen.
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

// Find is the group of a setting; nil where there is none.
func (r *Result) Find(name string) *Group {
	return study.First(r.Groups, func(g *Group) bool { return g.Name == name })
}

// Find is the first row of a method; nil where there is none.
func (g *Group) Find(method string) *Row {
	return study.First(g.Rows, func(r *Row) bool { return r.Method == method })
}

// At is the row of a method at a strength; nil where there is none.
func (g *Group) At(method string, strength float64) *Row {
	return study.First(g.Rows, func(r *Row) bool { return r.Method == method && r.Strength == strength })
}
