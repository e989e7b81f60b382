package blackbox

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// distribution has the settings of a run.
type distribution struct {
	Set      string
	Samples  int
	Config   Config // of the methods
	Centre   bool
	Informed workflow.Part[Published]
}

// problem is the draw of a run; other is a problem with another order.
type problem struct {
	informed, other *benchmark.Problem
	published       Published
}

// Cells implements workflow.Study: a cell for each teacher, and a trial of each set and size.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	own := Config{Test: c.Test, Steps: c.Steps, Queries: c.Queries}
	t := trial.Trial[distribution, problem]{Seed0: c.Seed0, Draw: draw, Methods: methods}
	var teachers []workflow.Part[Published]
	for _, set := range c.Sets {
		informed := workflow.Add(p, workflow.Cell{Name: "the teacher of " + set, Steps: 1}, publish, set)
		teachers = append(teachers, informed)
		for i, n := range c.Sizes {
			t.Cases = append(t.Cases, trial.Case[distribution]{Name: name(set, n), Draws: c.Seeds, Steps: len(own.arms(Published{}, i == 0, 0)), Settings: distribution{set, n, own, i == 0, informed}})
		}
	}
	runs := t.Runs(p)
	return func(parts *workflow.Parts) (*Result, error) {
		found, err := runs(parts)
		if err != nil {
			return nil, err
		}
		r := &Result{Config: c, Teachers: workflow.All(parts, teachers)}
		for i, f := range found {
			l := t.Cases[i].Settings
			r.Cases = append(r.Cases, Case{Set: l.Set, Samples: l.Samples, Compared: trial.Compared{Entries: f.Entries(6)}})
		}
		return r, r.conclude()
	}, nil
}

// name returns the name of a case.
func name(set string, n int) string { return fmt.Sprintf("%s, n = %d", set, n) }

// draw draws samples and the information that a teacher reveals about them.
func draw(_ context.Context, w *workflow.Work, r trial.Run[distribution]) (problem, error) {
	return r.Case.problem(w.Backend, r.Case.Informed.Of(w.Parts), r.Seed)
}

// problem draws samples for a seed and the information that a teacher reveals about them.
func (s distribution) problem(b compute.Backend, published Published, seed int64) (drawn problem, err error) {
	of, err := load(s.Set)
	if err != nil {
		return drawn, err
	}
	rng := benchmark.Generator(s.Set, s.Samples, seed)
	p := &benchmark.Problem{Loss: of.loss}
	if p.Train, p.Test, err = of.draw(rng, s.Samples, s.Config.Test); err != nil {
		return drawn, err
	}
	m, err := of.open(b)
	if err != nil {
		return drawn, err
	}
	p.Signs, p.Teacher = published.Signs, benchmark.Trained(m, p.Train).Predict
	if p.Order, err = dag.New(published.Features, published.Edges, nil, nil); err != nil {
		return drawn, err
	}
	other := *p
	if other.Order, err = benchmark.Relabelled(p.Order, rng.Perm(len(p.Order.Features))); err != nil {
		return drawn, err
	}
	return problem{p, &other, published}, p.Validate()
}

// methods returns the methods of the run. Placebos get the order of another problem.
func methods(r trial.Run[distribution], p problem) []trial.Method {
	return study.Each(r.Case.Config.arms(p.published, r.Case.Centre, r.Seed), func(a arm) trial.Method {
		if a.placebo {
			return benchmark.Enter(a.name(), a.method, p.other, r.Seed)
		}
		return benchmark.Enter(a.name(), a.method, p.informed, r.Seed)
	})
}

// Names of methods that other files refer to.
const (
	ridge         = "ridge"
	order         = "order"
	intervals     = "order with intervals"
	signed        = "order with intervals and signs"
	weights       = "scores as weights, one scale"
	placebo       = ", placebo"
	atInputs      = "distillation, training inputs"
	teacherItself = "the teacher itself"
)

// asking returns the name of distillation with this number of queries beyond the training inputs.
func asking(queries int) string { return fmt.Sprintf("distillation, %d more", queries) }

// arm is a method, and whether it gets another order.
type arm struct {
	method  benchmark.Method
	placebo bool
}

func (a arm) name() string {
	if a.placebo {
		return a.method.Name() + placebo
	}
	return a.method.Name()
}

// arms returns the methods of a cell, in the order of increasing information. The gate trains many students, so it only runs at
// the centre.
func (c Config) arms(p Published, centre bool, seed int64) (arms []arm) {
	directed := c.student(signed, benchmark.Intervals)
	directed.Signed = true
	for _, m := range []benchmark.Method{
		benchmark.LeastSquares(), benchmark.Ridge(), // nothing
		benchmark.RankRidge(), c.student(order, benchmark.Uniform), c.student(intervals, benchmark.Intervals), // scores
		benchmark.SignedRidge(), benchmark.SignRankRidge(), benchmark.Centroid(), p.asWeights(), directed, // directions
		benchmark.DistillationOf(atInputs, 0), // answers
	} {
		arms = append(arms, arm{method: m})
	}
	for _, q := range c.Queries {
		arms = append(arms, arm{method: benchmark.DistillationOf(asking(q), q)})
	}
	arms = append(arms, arm{method: itself()}, arm{benchmark.RankRidge(), true}, arm{c.student(order, benchmark.Uniform), true}, arm{c.student(intervals, benchmark.Intervals), true})
	if centre {
		arms = append(arms, arm{method: c.student(order, benchmark.Uniform).Gated(benchmark.DefaultTuneOptions(seed), 1)})
	}
	return arms
}

// student returns the linear student that igbo trains with the order.
func (c Config) student(name string, known benchmark.Known) benchmark.Student {
	s := benchmark.DefaultStudent()
	s.Label, s.Known, s.Steps = name, known, c.Steps
	return s
}

// itself returns a method that uses the teacher as the model.
func itself() benchmark.Method {
	return benchmark.Recipe{
		Label: teacherItself, Needs: benchmark.Distillation().Applies,
		Learn: func(_ context.Context, _ compute.Backend, p *benchmark.Problem, _ benchmark.Setting, _ int64) (benchmark.Fitted, error) {
			return teaching(p.Teacher), nil
		},
	}
}

// teaching wraps a teacher as a benchmark.Fitted.
type teaching func(x []float64) ([]float64, error)

// Predict implements benchmark.Fitted.
func (t teaching) Predict(x []float64) ([]float64, error) { return t(x) }

// Weights implements benchmark.Fitted.
func (teaching) Weights() []float64 { return nil }

// asWeights returns a method that uses the teacher's mean scores with its directions as weights in standardised units, with
// one fitted scale a ≥ 0:
//
//	f = a·Σ_k s_k·H_k·z_k + b
func (p Published) asWeights() benchmark.Method {
	return benchmark.Recipe{
		Label: weights,
		Learn: func(_ context.Context, _ compute.Backend, problem *benchmark.Problem, _ benchmark.Setting, _ int64) (benchmark.Fitted, error) {
			w := make([]float64, len(p.Shares))
			for k, share := range p.Shares {
				w[k] = float64(p.Signs[k]) * share
			}
			return benchmark.FittedLines(benchmark.Along(problem, w))
		},
	}
}
