package trial

import (
	"context"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// Trial describes a study of methods on draws. C is the type of the settings of a case, which are plain data; P is the type of
// a problem.
type Trial[C, P any] struct {
	// Cases are compared separately.
	Cases []Case[C]
	// Seed0 is the seed of the first draw of every case. The other seeds follow it.
	Seed0 int64
	// Draw returns the problem of a run. It must be a plain function of a package or of a notebook cell.
	Draw func(ctx context.Context, w *workflow.Work, r Run[C]) (P, error)
	// Methods returns the methods to try on a problem, in this order. It must be a plain function too. The methods of a case
	// must have the same names in every run. A method can use results of an earlier method of its run.
	Methods func(r Run[C], p P) []Method

	// Name is the prefix of the names of the tables and figures of [Cells], and Title is the title of the main table. Only
	// Cells uses these and the following fields.
	Name, Title string
	// References are the names of the methods with which all others are compared. Tests and counts refer to the last one.
	References []string
	// Predictions are judged when all runs are done.
	Predictions []Prediction
	// Digits is the number of significant digits to which errors are rounded; 0 keeps all digits.
	Digits int
}

// Case is a distribution of problems with a number of draws.
type Case[C any] struct {
	// Name is unique among the cases.
	Name  string
	Draws int
	// Steps and Weight are the steps and the weight of a run ([workflow.Cell]).
	Steps    int
	Weight   float64
	Settings C
}

// Run is one draw of a case, with all inputs of its errors.
type Run[C any] struct {
	Case C
	Seed int64
}

// Method is one way to solve a run's problem.
type Method struct {
	// Name is unique among the methods of a run.
	Name string
	// Try solves the problem and measures the error. The caller sets the Name of the result.
	Try func(ctx context.Context, w *workflow.Work) (Measured, error)
}

// Measured is the result of a method in a run.
type Measured struct {
	Name string
	// Error is the number by which methods are compared; it must be at least 0.
	Error float64
	// Tuning describes how the method was tuned, and Fits is the number of fits that the tuning took.
	Tuning string
	Fits   float64
	// Also has further numbers; their count must be the same in every run.
	Also []float64
}

// Tried has the results of the methods of one run in their order. It is the part of a cell.
type Tried struct {
	Methods []Measured
	// Facts are the facts of the problem; nil if it has none.
	Facts []float64
}

// WithFacts is a problem with its own numbers, such as the size of an order. They are stored with the errors.
type WithFacts interface{ Facts() []float64 }

// Found has the results of the runs of a case, in the order of the draws.
type Found struct {
	Name string
	Runs []Tried
}

// Runs adds a cell to the plan for each case and draw. It returns the fold of their parts for each case. The fold returns an
// error if a case has no draws or if runs of one case tried different methods.
func (t Trial[C, P]) Runs(p *workflow.Plan) func(parts *workflow.Parts) ([]Found, error) {
	runs := make([][]workflow.Part[Tried], len(t.Cases))
	for i, c := range t.Cases {
		for j := range c.Draws {
			r := Run[C]{c.Settings, t.Seed0 + int64(j)}
			cell := workflow.Cell{Name: fmt.Sprintf("%s, draw %d", c.Name, r.Seed), Steps: c.Steps, Weight: c.Weight}
			runs[i] = append(runs[i], workflow.AddCalling(p, cell, t.try, r, t.Draw, t.Methods))
		}
	}
	return func(parts *workflow.Parts) ([]Found, error) {
		return study.Try(t.Cases, func(i int, c Case[C]) (Found, error) {
			f := Found{c.Name, workflow.All(parts, runs[i])}
			return f, f.check()
		})
	}
}

// Fold adds the runs of a trial to the plan and returns the fold of their results into a result. It is the method Cells of a
// study whose result has another type.
func Fold[R, C, P any](p *workflow.Plan, t Trial[C, P], conclude func(found []Found) (R, error)) (fold func(parts *workflow.Parts) (R, error), err error) {
	runs := t.Runs(p)
	return func(parts *workflow.Parts) (R, error) {
		found, err := runs(parts)
		if err != nil {
			var none R
			return none, err
		}
		return conclude(found)
	}, nil
}

// try draws the problem of a run and tries every method.
func (t Trial[C, P]) try(ctx context.Context, w *workflow.Work, r Run[C]) (found Tried, err error) {
	p, err := t.Draw(ctx, w, r)
	if err != nil {
		return found, err
	}
	if k, ok := any(p).(WithFacts); ok {
		found.Facts = k.Facts()
	}
	methods := t.Methods(r, p)
	for i, m := range methods {
		if slices.ContainsFunc(methods[:i], func(o Method) bool { return o.Name == m.Name }) {
			return found, fmt.Errorf("trial: two methods have the name %q; names must be different", m.Name)
		}
	}
	for i, m := range methods {
		d, err := m.Try(ctx, w)
		if err != nil {
			return found, fmt.Errorf("trial: trying %s: %w", m.Name, err)
		}
		d.Name = m.Name
		found.Methods = append(found.Methods, d)
		w.Step(i + 1)
	}
	return found, nil
}

// check returns an error if there are no runs, or runs with different methods.
func (f Found) check() error {
	if len(f.Runs) == 0 {
		return fmt.Errorf("trial: comparing the runs of %s: at least one draw is required", f.Name)
	}
	for i, r := range f.Runs {
		first := f.Runs[0].Methods
		if len(r.Methods) != len(first) {
			return fmt.Errorf("trial: comparing the runs of %s: run %d has %d methods, but run 0 has %d", f.Name, i, len(r.Methods), len(first))
		}
		for j, m := range r.Methods {
			if m.Name != first[j].Name {
				return fmt.Errorf("trial: comparing the runs of %s: run %d has method %q, but run 0 has %q", f.Name, i, m.Name, first[j].Name)
			}
		}
	}
	return nil
}

// Entries returns the errors of each method by draw, rounded to a number of significant digits; 0 keeps all digits.
func (f Found) Entries(digits int) (entries []Entry) {
	for i, m := range f.Runs[0].Methods {
		e := Entry{Name: m.Name, Tuning: m.Tuning}
		for _, r := range f.Runs {
			e.Errors = append(e.Errors, Round(r.Methods[i].Error, digits))
			e.Fits += r.Methods[i].Fits / float64(len(f.Runs))
		}
		entries = append(entries, e)
	}
	return entries
}

// Also returns further number j of method i, by draw.
func (f Found) Also(i, j int) []float64 {
	return study.Each(f.Runs, func(r Tried) float64 { return r.Methods[i].Also[j] })
}

// Facts returns fact j of the problems, by draw.
func (f Found) Facts(j int) []float64 {
	return study.Each(f.Runs, func(r Tried) float64 { return r.Facts[j] })
}
