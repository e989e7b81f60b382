package blackbox

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/study/contest"
)

// Names of methods that others speak of.
const (
	ridge         = "ridge"
	order         = "order"
	intervals     = "order with intervals"
	signed        = "order with intervals and signs"
	weights       = "scores as weights, one scale"
	gateOf        = ", gate"
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
	for _, m := range []contest.Method{
		contest.LeastSquares(), contest.Ridge(), // nothing
		contest.RankRidge(), c.student(order, contest.Uniform), c.student(intervals, contest.Intervals), // scores
		contest.SignedRidge(), contest.SignRankRidge(), contest.Centroid(), p.asWeights(), c.signed(), // directions
		contest.DistillationOf(atInputs, 0), // answers
	} {
		arms = append(arms, arm{method: m})
	}
	for _, q := range c.Queries {
		arms = append(arms, arm{method: contest.DistillationOf(asking(q), q)})
	}
	arms = append(arms, arm{method: itself()}, arm{contest.RankRidge(), true}, arm{c.student(order, contest.Uniform), true}, arm{c.student(intervals, contest.Intervals), true})
	if centre {
		arms = append(arms, arm{method: contest.Gated{Method: c.student(order, contest.Uniform), Fallback: contest.Ridge(), Handicap: 1, Options: contest.DefaultTuneOptions(seed)}})
	}
	return arms
}

// student is the linear one that igbo trains with the order.
func (c Config) student(name string, known contest.Known) contest.Student {
	s := contest.DefaultStudent()
	s.Label, s.Known, s.Steps = name, known, c.Steps
	return s
}

// signed keeps the directions, too.
func (c Config) signed() contest.Student {
	s := c.student(signed, contest.Intervals)
	s.Signed = true
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

// asWeights are the teacher's mean scores with its directions as weights in standardised units, with
// one fitted scale a ≥ 0,
//
//	f = a·Σ_k s_k·H_k·z_k + b
func (p Published) asWeights() contest.Method {
	return contest.Recipe{
		Label: weights,
		Needs: func(problem *contest.Problem) error {
			if len(p.Shares) != len(problem.Train.Features) {
				return fmt.Errorf("blackbox: %d scores, expected one for each of %d features", len(p.Shares), len(problem.Train.Features))
			}
			return nil
		},
		Learn: func(_ context.Context, _ compute.Backend, problem *contest.Problem, _ contest.Setting, _ int64) (contest.Fitted, error) {
			w := make([]float64, len(p.Shares))
			for k, share := range p.Shares {
				w[k] = float64(p.Signs[k]) * share
			}
			return contest.FittedLines(contest.Along(problem, w))
		},
	}
}

// Weights implements contest.Fitted.
func (teaching) Weights() []float64 { return nil }
