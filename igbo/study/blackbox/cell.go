package blackbox

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// settings are those of a cell.
type settings struct {
	Set     string
	Samples int
	Seed    int64
	Config  Config // of the methods
	Centre  bool
	Told    study.Part[Published]
}

// Cells implements study.Study: one for each teacher, and one for each set, size and draw.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	own := Config{Test: c.Test, Steps: c.Steps, Queries: c.Queries}
	told := map[string]study.Part[Published]{}
	found := map[string][]study.Part[contest.Tried]{}
	for _, set := range c.Sets {
		told[set] = study.Add(p, study.Cell{Name: "the teacher of " + set, Steps: 1}, publish, set)
		for i, n := range c.Sizes {
			for j := range c.Seeds {
				s := settings{set, n, c.Seed0 + int64(j), own, i == 0, told[set]}
				cell := study.Cell{Name: fmt.Sprintf("%s, n = %d, draw %d", set, n, s.Seed), Steps: 1}
				found[name(set, n)] = append(found[name(set, n)], study.Add(p, cell, look, s))
			}
		}
	}
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for _, set := range c.Sets {
			r.Teachers = append(r.Teachers, told[set].Of(parts))
			for _, n := range c.Sizes {
				r.Cases = append(r.Cases, Case{Set: set, Samples: n, Entries: contest.Entries(study.All(parts, found[name(set, n)]))})
			}
		}
		return r, r.conclude()
	}, nil
}

// name is that of a case.
func name(set string, n int) string { return fmt.Sprintf("%s, n = %d", set, n) }

// look draws samples and tries every arm.
func look(ctx context.Context, w *study.Work, s settings) (found contest.Tried, err error) {
	of, err := load(s.Set)
	if err != nil {
		return found, err
	}
	rng := contest.Generator(s.Set, s.Samples, s.Seed)
	p := &contest.Problem{Loss: of.loss}
	if p.Train, p.Test, err = of.draw(rng, s.Samples, s.Config.Test); err != nil {
		return found, err
	}
	m, err := of.open(w.Backend)
	if err != nil {
		return found, err
	}
	published := s.Told.Of(w.Parts)
	p.Signs, p.Teacher = published.Signs, contest.Trained(m, p.Train).Predict
	if p.Order, err = dag.New(published.Features, published.Edges, nil, nil); err != nil {
		return found, err
	}
	other := *p
	if other.Order, err = contest.Relabelled(p.Order, rng.Perm(len(p.Order.Features))); err != nil {
		return found, err
	}
	if err := p.Validate(); err != nil {
		return found, err
	}
	o := contest.DefaultTuneOptions(s.Seed)
	for _, a := range s.Config.arms(published, s.Centre, s.Seed) {
		own := p
		if a.placebo {
			own = &other
		}
		if _, err := found.Try(ctx, w.Backend, a.name(), a.method, own, o); err != nil { // both problems have one test
			return found, err
		}
	}
	w.Step(1)
	return found, nil
}

// Names of methods that others speak of.
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

// asking is distillation with so many answers beside those at the training inputs.
func asking(queries int) string { return fmt.Sprintf("distillation, %d more", queries) }

// arm is a method, and whether it is told of another order.
type arm struct {
	method  contest.Method
	placebo bool
}

func (a arm) name() string {
	if a.placebo {
		return a.method.Name() + placebo
	}
	return a.method.Name()
}

// arms are those of a cell: what is told grows from one to the next. The gate, which trains many
// students, is for the centre.
func (c Config) arms(p Published, centre bool, seed int64) (arms []arm) {
	directed := c.student(signed, contest.Intervals)
	directed.Signed = true
	for _, m := range []contest.Method{
		contest.LeastSquares(), contest.Ridge(), // nothing
		contest.RankRidge(), c.student(order, contest.Uniform), c.student(intervals, contest.Intervals), // scores
		contest.SignedRidge(), contest.SignRankRidge(), contest.Centroid(), p.asWeights(), directed, // directions
		contest.DistillationOf(atInputs, 0), // answers
	} {
		arms = append(arms, arm{method: m})
	}
	for _, q := range c.Queries {
		arms = append(arms, arm{method: contest.DistillationOf(asking(q), q)})
	}
	arms = append(arms, arm{method: itself()}, arm{contest.RankRidge(), true}, arm{c.student(order, contest.Uniform), true}, arm{c.student(intervals, contest.Intervals), true})
	if centre {
		arms = append(arms, arm{method: c.student(order, contest.Uniform).Gated(contest.DefaultTuneOptions(seed), 1)})
	}
	return arms
}

// student is the linear one that igbo trains with the order.
func (c Config) student(name string, known contest.Known) contest.Student {
	s := contest.DefaultStudent()
	s.Label, s.Known, s.Steps = name, known, c.Steps
	return s
}

// itself is the teacher, which is no student.
func itself() contest.Method {
	return contest.Recipe{
		Label: teacherItself, Needs: contest.Distillation().Applies,
		Learn: func(_ context.Context, _ compute.Backend, p *contest.Problem, _ contest.Setting, _ int64) (contest.Fitted, error) {
			return teaching(p.Teacher), nil
		},
	}
}

// teaching is a teacher as a contest.Fitted.
type teaching func(x []float64) ([]float64, error)

// Predict implements contest.Fitted.
func (t teaching) Predict(x []float64) ([]float64, error) { return t(x) }

// Weights implements contest.Fitted.
func (teaching) Weights() []float64 { return nil }

// asWeights are the teacher's mean scores with its directions as weights in standardised units, with
// one fitted scale a ≥ 0,
//
//	f = a·Σ_k s_k·H_k·z_k + b
func (p Published) asWeights() contest.Method {
	return contest.Recipe{
		Label: weights,
		Learn: func(_ context.Context, _ compute.Backend, problem *contest.Problem, _ contest.Setting, _ int64) (contest.Fitted, error) {
			w := make([]float64, len(p.Shares))
			for k, share := range p.Shares {
				w[k] = float64(p.Signs[k]) * share
			}
			return contest.FittedLines(contest.Along(problem, w))
		},
	}
}
