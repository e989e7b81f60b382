package contest

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/task/linear"
	"github.com/igbolab/igbolab/igbo/task/ordered"
)

// strongest and weakest are the ends of every grid of ridge penalties, in standardised units.
const (
	strongest = 10
	weakest   = 3e-3
)

// penalised is a linear method: a penalty made of what is known of the training data, at one strength, of a grid
// where it is tuned. Where it hides them, the suspects are dropped.
type penalised struct {
	name    string
	tuned   bool
	needs   func(p *Problem) error
	penalty func(p *Problem, d linear.Data, strength float64) (linear.Penalty, error)
	hides   bool
}

// method is the recipe.
func (m penalised) method() Method {
	r := Recipe{Label: m.name, Needs: func(p *Problem) error { return tableWith(m.name, p, m.needs) }}
	if m.tuned {
		r.Grid = Grid(strongest, weakest)
	}
	r.Learn = func(ctx context.Context, _ compute.Backend, p *Problem, s Setting, _ int64) (Fitted, error) {
		d := p.table()
		if m.hides {
			d.Suppressed = p.Suspects
		}
		penalty, err := m.penalty(p, d, s.Strength)
		if err != nil {
			return nil, err
		}
		return FittedLines(linear.Fit(ctx, d, p.Loss, p.outputs(), penalty))
	}
	return r
}

// tableWith refuses series, and what a method needs beside.
func tableWith(name string, p *Problem, needs func(p *Problem) error) error {
	if p.Train.Steps != 1 || p.Train.Mask != nil {
		return fmt.Errorf("contest: %s of series, expected a table", name)
	}
	if needs == nil {
		return nil
	}
	return needs(p)
}

// FittedLines is a linear model as a Fitted.
func FittedLines(m *linear.Model, err error) (Fitted, error) {
	if err != nil {
		return nil, fmt.Errorf("contest: %w", err)
	}
	return lines{m}, nil
}

// lines is a linear model as a Fitted.
type lines struct{ *linear.Model }

// Predict implements Fitted.
func (l lines) Predict(x []float64) ([]float64, error) { return l.Model.Predict(x), nil }

func uniform(_ *Problem, d linear.Data, strength float64) (linear.Penalty, error) {
	return linear.Uniform(strength, d.D), nil
}

// LeastSquares is the model without any penalty: of the solutions the least one.
func LeastSquares() Method { return penalised{name: "unconstrained", penalty: uniform}.method() }

// Ridge is ridge regression, or its logistic and softmax counterpart, in standardised units.
func Ridge() Method { return penalised{name: "ridge", tuned: true, penalty: uniform}.method() }

// RankRidge is ridge regression whose penalty on a feature grows with the square of its rank in
// the order, which stands for weights that fall as 1/rank.
func RankRidge() Method {
	return penalised{name: "rank-weighted ridge", tuned: true, needs: needOrder, penalty: byRank}.method()
}

func needOrder(p *Problem) error {
	if p.Order == nil || len(p.Order.Edges) == 0 {
		return errNoOrder
	}
	return nil
}

// byRank is a penalty of mean strength that is proportional to squared ranks.
func byRank(p *Problem, d linear.Data, strength float64) (linear.Penalty, error) {
	return p.knowledge().RankPenalty(strength, d.D), nil
}

// Ranks are those of the features by the order, 1 for the most important.
func Ranks(p *Problem) []float64 { return p.knowledge().Ranks() }

// Above are an order's edges as pairs of features, the more important first.
func Above(d *dag.DAG) [][2]int {
	return study.Each(d.Edges, func(e dag.Edge) [2]int { return [2]int{e.U, e.V} })
}

// knowledge is the order over the groups.
func (p *Problem) knowledge() ordered.Knowledge {
	return ordered.Knowledge{Groups: p.groups(), Order: posterior.Order{Above: Above(p.Order)}}
}

// Line is a linear model in the data's own units, the bias last.
type Line []float64

// Predict implements Fitted.
func (l Line) Predict(x []float64) ([]float64, error) {
	k := len(l) - 1
	y := make([]float64, len(x)/k)
	for i := range y {
		y[i] = l[k]
		for j, v := range x[i*k : (i+1)*k] {
			y[i] += l[j] * v
		}
	}
	return y, nil
}

// Weights implements Fitted.
func (l Line) Weights() []float64 { return l[:len(l)-1] }
