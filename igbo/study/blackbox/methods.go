package blackbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/task/linear"
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
		contest.SignedRidge(), contest.SignRankRidge(), contest.Centroid(), published{p}, c.signed(), // directions
		distillation{}, // answers
	} {
		arms = append(arms, arm{method: m})
	}
	for _, q := range c.Queries {
		arms = append(arms, arm{method: distillation{q}})
	}
	arms = append(arms, arm{method: itself{}}, arm{contest.RankRidge(), true}, arm{c.student(order, contest.Uniform), true}, arm{c.student(intervals, contest.Intervals), true})
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

// lines is a linear model as a contest.Fitted.
type lines struct{ *linear.Model }

// Predict implements contest.Fitted.
func (l lines) Predict(x []float64) ([]float64, error) { return l.Model.Predict(x), nil }

// distillation is ridge regression on the teacher's answers at the training inputs and at Queries points
// around them, tuned on the data's own labels.
type distillation struct{ queries int }

// Name implements contest.Method.
func (d distillation) Name() string {
	if d.queries == 0 {
		return atInputs
	}
	return asking(d.queries)
}

// Applies implements contest.Method.
func (d distillation) Applies(p *contest.Problem) error {
	if p.Teacher == nil {
		return errors.New("blackbox: there is no teacher to ask")
	}
	return nil
}

// Settings implements contest.Method: ridge's.
func (d distillation) Settings() []contest.Setting { return contest.Ridge().Settings() }

// Fit implements contest.Method.
func (d distillation) Fit(_ context.Context, _ compute.Backend, p *contest.Problem, s contest.Setting, seed int64) (contest.Fitted, error) {
	asked, err := contest.Asked(p, d.queries, seed)
	if err != nil {
		return nil, err
	}
	m, err := linear.Fit(asked, p.Loss, 1, linear.Uniform(s.Strength, asked.D))
	return lines{m}, err
}

// itself is the teacher, which is no student.
type itself struct{}

// Name implements contest.Method.
func (itself) Name() string { return teacherItself }

// Applies implements contest.Method.
func (itself) Applies(p *contest.Problem) error { return distillation{}.Applies(p) }

// Settings implements contest.Method.
func (itself) Settings() []contest.Setting { return []contest.Setting{{}} }

// Fit implements contest.Method.
func (itself) Fit(_ context.Context, _ compute.Backend, p *contest.Problem, _ contest.Setting, _ int64) (contest.Fitted, error) {
	return teaching{p.Teacher}, nil
}

// teaching is a teacher as a contest.Fitted.
type teaching struct {
	ask func(x []float64) ([]float64, error)
}

// Predict implements contest.Fitted.
func (t teaching) Predict(x []float64) ([]float64, error) { return t.ask(x) }

// Weights implements contest.Fitted.
func (teaching) Weights() []float64 { return nil }

// published is the teacher's mean scores with its directions as weights in standardised units, with
// one fitted scale a ≥ 0,
//
//	f = a·Σ_k s_k·H_k·z_k + b
type published struct{ told Published }

// Name implements contest.Method.
func (published) Name() string { return weights }

// Applies implements contest.Method.
func (q published) Applies(p *contest.Problem) error {
	if len(q.told.Shares) != len(p.Train.Features) {
		return fmt.Errorf("blackbox: %d scores, expected one for each of %d features", len(q.told.Shares), len(p.Train.Features))
	}
	return nil
}

// Settings implements contest.Method.
func (published) Settings() []contest.Setting { return []contest.Setting{{}} }

// Fit implements contest.Method.
func (q published) Fit(_ context.Context, _ compute.Backend, p *contest.Problem, _ contest.Setting, _ int64) (contest.Fitted, error) {
	w := make([]float64, len(q.told.Shares))
	for k, share := range q.told.Shares {
		w[k] = float64(q.told.Signs[k]) * share
	}
	m, err := contest.Along(p, w)
	return lines{m}, err
}
