package benchmark

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// strongest and weakest are the ends of every grid of ridge penalties, in standardised units.
const (
	strongest = 10
	weakest   = 3e-3
)

// penalised is a linear method with a penalty that depends on the knowledge and on a strength. The strength comes from a grid
// if tuned is set. If hides is set, the suspects are dropped.
type penalised struct {
	name    string
	tuned   bool
	needs   func(p *Problem) error
	penalty func(p *Problem, strength float64) (linear.Penalty, error)
	hides   bool
}

// method returns the recipe.
func (m penalised) method() Method {
	r := Recipe{Label: m.name, Needs: func(p *Problem) error { return tableWith(m.name, p, m.needs) }}
	if m.tuned {
		r.Grid = Grid(strongest, weakest)
	}
	r.Learn = func(ctx context.Context, _ compute.Backend, p *Problem, s Setting, _ int64) (Fitted, error) {
		penalty, err := m.penalty(p, s.Strength)
		if err != nil {
			return nil, err
		}
		if m.hides {
			penalty.Excluded = p.Suspects
		}
		return FittedLines(linear.Fit(ctx, p.Train.View(nil), p.Loss, p.outputs(), penalty))
	}
	return r
}

// tableWith rejects series, and then checks the other needs of a method.
func tableWith(name string, p *Problem, needs func(p *Problem) error) error {
	if p.Train.Steps != 1 || p.Train.Mask != nil {
		return fmt.Errorf("benchmark: %s requires a table, but the data are series", name)
	}
	if needs == nil {
		return nil
	}
	return needs(p)
}

// FittedLines returns a linear model as a Fitted.
func FittedLines(m *linear.Model, err error) (Fitted, error) {
	if err != nil {
		return nil, fmt.Errorf("benchmark: %w", err)
	}
	return lines{m}, nil
}

// lines is a linear model as a Fitted.
type lines struct{ *linear.Model }

// Predict implements Fitted.
func (l lines) Predict(x []float64) ([]float64, error) { return l.Model.Predict(x), nil }

// by returns the penalty of a form of ridge regression, from the order and the signs that it uses.
func by(m linear.Method) func(*Problem, float64) (linear.Penalty, error) {
	return func(p *Problem, strength float64) (linear.Penalty, error) {
		known := p.has(m == linear.RankRidge || m == linear.SignRankRidge, m == linear.SignRidge || m == linear.SignRankRidge)
		return m.Penalty(known, strength, p.columns()), nil
	}
}

// LeastSquares returns the model without any penalty. If there are several solutions, it is the one with the smallest norm.
func LeastSquares() Method {
	return penalised{name: "unconstrained", penalty: by(linear.Ridge)}.method()
}

// Ridge returns ridge regression, or its logistic or softmax counterpart, in standardised units.
func Ridge() Method { return penalised{name: "ridge", tuned: true, penalty: by(linear.Ridge)}.method() }

// RankRidge returns ridge regression whose penalty on a feature grows with the square of its rank in the order, which
// corresponds to weights that fall as 1/rank.
func RankRidge() Method {
	return penalised{name: "rank-weighted ridge", tuned: true, needs: needOrder, penalty: by(linear.RankRidge)}.method()
}

func needOrder(p *Problem) error {
	if p.Order == nil || len(p.Order.Edges) == 0 {
		return errNoOrder
	}
	return nil
}

// Ranks returns the ranks of the features in the order, 1 for the most important.
func Ranks(p *Problem) []float64 { return p.constraints().Ranks() }

// Above returns an order's edges as pairs of features, the more important first.
func Above(d *dag.DAG) [][2]int {
	return study.Each(d.Edges, func(e dag.Edge) [2]int { return [2]int{e.U, e.V} })
}

// constraints returns the order over the groups.
func (p *Problem) constraints() linear.Constraints {
	return linear.Constraints{Groups: p.groups(), Order: posterior.Order{Above: Above(p.Order)}}
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
