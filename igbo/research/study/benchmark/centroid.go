package benchmark

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/polytope"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/task"
)

// halfWidth is half the width of the intervals of differences over the order polytope, in standard deviations.
const halfWidth = 0.5

// shares returns the mean shares of the order polytope. It computes them once for a problem and its folds.
func (p *Problem) shares() ([]float64, error) {
	if p.mean != nil {
		return p.mean, nil
	}
	s, err := polytope.Of(p.Order, polytope.DefaultOptions())
	if err != nil {
		return nil, fmt.Errorf("benchmark: %w", err)
	}
	p.mean = s.Mean()
	return p.mean, nil
}

// uniformOrder returns the order with intervals of the order polytope.
func (p *Problem) uniformOrder() (_ *dag.DAG, err error) {
	if p.spread == nil {
		if p.spread, err = polytope.Intervals(p.Order, halfWidth, polytope.DefaultOptions()); err != nil {
			return nil, fmt.Errorf("benchmark: %w", err)
		}
	}
	return p.spread, nil
}

// Centroid returns a method that uses the centroid of the order polytope as weights in standardised units, with known signs and one
// fitted scale. A feature's share is spread evenly over its columns; a column without a known sign has no weight.
func Centroid() Method {
	const name = "centroid, one scale"
	return Recipe{
		Label: name, Needs: func(p *Problem) error { return tableWith(name, p, needCentroid) },
		Learn: func(_ context.Context, _ compute.Backend, p *Problem, _ Setting, _ int64) (Fitted, error) {
			return FittedLines(fitCentroid(p))
		},
	}
}

// ToCentroid is ridge regression towards the model of Centroid.
func ToCentroid() Method {
	return penalised{name: "ridge towards the centroid", tuned: true, needs: needCentroid, penalty: toCentroid}.method()
}

func needCentroid(p *Problem) error {
	if err := cmp.Or(needOrder(p), needSigns(p)); err != nil {
		return err
	}
	_, err := p.shares()
	return err
}

func needSigns(p *Problem) error {
	switch {
	case p.Signs == nil:
		return errNoSigns
	case p.outputs() != 1:
		return errors.New("benchmark: signs require one output, but the problem has several")
	}
	return nil
}

// direction returns the centroid with signs, one number per column.
func (p *Problem) direction() ([]float64, error) {
	mean, err := p.shares()
	if err != nil {
		return nil, err
	}
	w := make([]float64, p.columns())
	for k, group := range p.groups() {
		for _, j := range group {
			w[j] = float64(p.Signs[j]) * mean[k] / float64(len(group))
		}
	}
	return w, nil
}

// fitCentroid fits the centroid with signs as weights.
func fitCentroid(p *Problem) (*linear.Model, error) {
	w, err := p.direction()
	if err != nil {
		return nil, err
	}
	return Along(p, w)
}

// Along fits the bias and the scale a ≥ 0 of f = a·Σ_j w_j·z_j + b in standardised units.
func Along(p *Problem, w []float64) (*linear.Model, error) {
	u, d := p.Units(), p.columns()
	z, one := u.Apply(p.Train).X, igbo.Data{Features: []string{"direction"}, Steps: 1, Y: p.Train.Y, Weights: p.Train.Weights}
	for i := 0; i < len(z); i += d {
		one.X = append(one.X, floats.Dot(w, z[i:i+d]))
	}
	penalty := linear.Penalty{Strengths: []float64{0}, Signs: []int{1}}
	if !p.Loss.Is(task.KindSquared) {
		penalty.Strengths[0] = weakest // separable classes have no finite scale
	}
	line, err := linear.Fit(context.Background(), one.View(nil), p.Loss, 1, penalty)
	if err != nil {
		return nil, err
	}
	m := &linear.Model{Units: u}
	scale := line.Theta[0] / line.Units.Scale[0]
	for _, v := range w {
		m.Theta = append(m.Theta, scale*v)
	}
	m.Theta = append(m.Theta, line.Theta[1]-scale*line.Units.Shift[0])
	return m, nil
}

func toCentroid(p *Problem, strength float64) (linear.Penalty, error) {
	m, err := fitCentroid(p)
	if err != nil {
		return linear.Penalty{}, err
	}
	d := p.columns()
	penalty := linear.Uniform(strength, d)
	penalty.Centre = m.Theta[:d]
	return penalty, nil
}
