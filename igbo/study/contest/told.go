package contest

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// Told is the order as the student is told it; nil where it ignores the order.
func (s Student) Told(p *Problem) (*dag.DAG, error) {
	switch {
	case s.Ignores:
		return nil, nil
	case s.Known == Intervals:
		return p.Order, nil
	case s.Known == Uniform:
		return p.uniformOrder()
	}
	edges := append([]dag.Edge(nil), p.Order.Edges...)
	for i := range edges {
		edges[i].Delta = widest
		if s.Known == OrderOnly {
			edges[i].Epsilon = leastEpsilon
		}
	}
	d, err := dag.New(p.Order.Features, edges, p.Order.Bounds, p.Order.Ties)
	if err != nil {
		return nil, fmt.Errorf("contest: %w", err)
	}
	return d, nil
}

// widest is the largest difference of two scores.
const widest = 2

// finite tells whether every number is.
func finite(values []float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// Interpretability is H(θ) of a linear model with one output on the training inputs: its scores from the training mean, in closed
// form, against the problem's order. Error: a model with other weights.
func Interpretability(p *Problem, f Fitted, score attribution.ScoreKind, order *dag.DAG) (objective.Value, error) {
	w, d := f.Weights(), p.columns()
	if len(w) != d {
		return objective.Value{}, fmt.Errorf("contest: a model with %d weights, expected a linear one with %d", len(w), d)
	}
	u := linear.Measure(p.table(), p.Loss, p.outputs())
	groups := p.groups()
	scores := mat.NewDense(p.Train.Samples(), len(groups), nil)
	for i := range p.Train.Samples() {
		total := attribution.DefaultConfig().Epsilon
		row := scores.RawRowView(i)
		for k, group := range groups {
			for _, j := range group {
				row[k] += w[j] * (p.Train.X[i*d+j] - u.Shift[j])
			}
			total += math.Abs(row[k])
		}
		for k := range row {
			if score == attribution.Absolute {
				row[k] = math.Abs(row[k])
			}
			row[k] /= total
		}
	}
	return objective.Evaluate(scores, order)
}

// TrainingLoss is the task loss on the training data.
func TrainingLoss(p *Problem, f Fitted) (float64, error) {
	on := *p
	on.Test = p.Train
	return heldOut(&on, f)
}
