package linear

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/task"
)

// Penalty is what is known of the weights before the data, in standardised units:
//
//	½·Σ_j p_j·(θ_j − c_j)²,   s_j·θ_j ≥ 0.
//
// Biases are free.
type Penalty struct {
	// Strengths are p_j ≥ 0, one for each column.
	Strengths []float64
	// Centre is c [D·K], output by output; nil is 0.
	Centre []float64
	// Signs are s_j, −1, 0 (unknown) or +1, one for each column; nil is unknown. It
	// takes one output.
	Signs []int
}

// Uniform is one strength for each of d columns.
func Uniform(strength float64, d int) Penalty {
	return Penalty{Strengths: slices.Repeat([]float64{strength}, d)}
}

func (p Penalty) check(d, outputs int) error {
	if len(p.Strengths) != d || p.Centre != nil && len(p.Centre) != d*outputs || p.Signs != nil && len(p.Signs) != d {
		return fmt.Errorf("linear: a penalty of %d strengths, a centre of %d and %d signs, expected %d, %d and %d", len(p.Strengths), len(p.Centre), len(p.Signs), d, d*outputs, d)
	}
	for j, s := range p.Strengths {
		if !(s >= 0) || math.IsInf(s, 1) {
			return fmt.Errorf("linear: a penalty of %g on column %d, expected a finite number of at least 0", s, j)
		}
	}
	for j, s := range p.Signs {
		if s < -1 || s > 1 {
			return fmt.Errorf("linear: the sign %d of column %d, expected −1, 0 or 1", s, j)
		}
	}
	if p.Signs != nil && outputs != 1 {
		return fmt.Errorf("linear: signs with %d outputs, expected 1", outputs)
	}
	return nil
}

// Model is a linear model: weights and biases in the standardised units of its data.
type Model struct {
	Units Units `json:"units"`
	// Theta holds, output by output, D weights and a bias.
	Theta []float64 `json:"theta"`
}

// Fit minimises
//
//	Σ w_i·ℓ(y_i, f(x_i)) + ½·Σ p_j·(θ_j − c_j)²,   s_j·θ_j ≥ 0,   Σ w_i = 1
//
// for a linear f with that many outputs, by Newton's steps that keep to the signs: one for the squared error without signs.
// A weight that neither data nor penalty hold gets a penalty of 1e-8, which
// gives very nearly the least solution. Errors: sizes, targets or strengths that do not fit; equations
// without a solution; the context's error, within one of Newton's steps after the context ends.
func Fit(ctx context.Context, d Data, loss task.Loss, outputs int, p Penalty) (*Model, error) {
	if ctx == nil {
		return nil, errors.New("linear: fitting without a context: it must not be nil (context.Background() never ends)")
	}
	if err := d.check(loss, outputs); err != nil {
		return nil, err
	}
	if err := p.check(d.D, outputs); err != nil {
		return nil, err
	}
	u := Measure(d, loss, outputs)
	x, y, w := u.design(d)
	s := newSolver(x, y, w, loss, outputs, p)
	theta, err := s.solve(ctx)
	return &Model{u, theta}, err
}

// Predict is f of rows of D inputs, in the data's units: K outputs a row, logits for classes.
func (m *Model) Predict(x []float64) []float64 {
	d, k := len(m.Units.Shift), len(m.Units.TargetShift)
	z := m.Units.Inputs(x)
	var y []float64
	for i := 0; i+d <= len(z); i += d {
		for o := range k {
			theta := m.Theta[o*(d+1) : (o+1)*(d+1)]
			y = append(y, (floats.Dot(theta[:d], z[i:i+d])+theta[d])*m.Units.TargetScale[o]+m.Units.TargetShift[o])
		}
	}
	return y
}

// Weights are those of the columns in the data's units, output by output [K·D].
func (m *Model) Weights() []float64 {
	d, k := len(m.Units.Shift), len(m.Units.TargetShift)
	var w []float64
	for o := range k {
		for j := range d {
			w = append(w, m.Theta[o*(d+1)+j]*m.Units.TargetScale[o]/m.Units.Scale[j])
		}
	}
	return w
}
