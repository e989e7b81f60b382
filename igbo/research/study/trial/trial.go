package trial

import (
	"context"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// Trial describes a study of methods on draws. C is a case's settings, plain data; P is a problem.
type Trial[C, P any] struct {
	// Cases are compared one by one.
	Cases []Case[C]
	// Seed0 is the seed of every case's first draw. The others follow it.
	Seed0 int64
	// Draw makes the problem of a run. It must be a plain function of a package or of a notebook's cell.
	Draw func(ctx context.Context, w *workflow.Work, r Run[C]) (P, error)
	// Methods lists what is tried on a problem, in this order. It must be a plain function too. The methods of a case have the
	// same names in every run. A method may use what an earlier one of its run found.
	Methods func(r Run[C], p P) []Method

	// Name begins the names of the tables and figures of [Cells]; Title is that of the main table. What follows is also for Cells only.
	Name, Title string
	// References name the methods that all others are compared with. Tests and counts are against the last one.
	References []string
	// Predictions are judged when all runs are done.
	Predictions []Prediction
	// Digits is the number of significant digits to which errors are rounded; 0 keeps all.
	Digits int
}

// Case is one law of problems with the number of its draws.
type Case[C any] struct {
	// Name is unique among the cases.
	Name  string
	Draws int
	// Steps and Weight are those of a run ([workflow.Cell]).
	Steps    int
	Weight   float64
	Settings C
}

// Run is one draw of a case: all that its errors depend on.
type Run[C any] struct {
	Case C
	Seed int64
}

// Method is one way to solve a run's problem.
type Method struct {
	// Name is unique among the methods of a run.
	Name string
	// Try solves the problem and measures the error. The Name of what it returns is filled in.
	Try func(ctx context.Context, w *workflow.Work) (Measured, error)
}

// Measured is how a method did in a run.
type Measured struct {
	Name string
	// Error is what methods are compared by, at least 0.
	Error float64
	// Tuning says in words how the method was tuned, Fits is the number of fits that this took.
	Tuning string
	Fits   float64
	// Also are further numbers, as many in every run.
	Also []float64
}

// Tried is what the methods of one run did, in their order: the part of a cell.
type Tried struct {
	Methods []Measured
	// Facts are those of the problem; nil if it has none.
	Facts []float64
}

// WithFacts is a problem with its own numbers, such as the size of an order. They are kept beside the errors.
type WithFacts interface{ Facts() []float64 }

// Found is what the runs of a case did, draw by draw.
type Found struct {
	Name string
	Runs []Tried
}

// Runs adds a cell to the plan for each case and draw. It returns the fold of their parts, case by case. Errors of the fold: a case without
// draws, runs of one case that tried different methods.
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

// Fold adds the runs of a trial to the plan and returns the fold of what they found into a result. It is the method Cells of a study whose
// result has another form.
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
			return found, fmt.Errorf("trial: two methods are called %q, want different names", m.Name)
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

// check refuses no runs, and runs of different methods.
func (f Found) check() error {
	if len(f.Runs) == 0 {
		return fmt.Errorf("trial: comparing the runs of %s: no draws, want at least 1", f.Name)
	}
	for i, r := range f.Runs {
		first := f.Runs[0].Methods
		if len(r.Methods) != len(first) {
			return fmt.Errorf("trial: comparing the runs of %s: run %d has %d methods, run 0 has %d", f.Name, i, len(r.Methods), len(first))
		}
		for j, m := range r.Methods {
			if m.Name != first[j].Name {
				return fmt.Errorf("trial: comparing the runs of %s: run %d has the method %q, run 0 has %q", f.Name, i, m.Name, first[j].Name)
			}
		}
	}
	return nil
}

// Entries returns the errors of each method, draw by draw, rounded to so many significant digits; 0 keeps all.
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

// Also returns further number j of method i, draw by draw.
func (f Found) Also(i, j int) []float64 {
	return study.Each(f.Runs, func(r Tried) float64 { return r.Methods[i].Also[j] })
}

// Facts returns fact j of the problems, draw by draw.
func (f Found) Facts(j int) []float64 {
	return study.Each(f.Runs, func(r Tried) float64 { return r.Facts[j] })
}
