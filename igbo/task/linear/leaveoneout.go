package linear

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/task"
)

// LeaveOneOut is the mean squared error of each row by the model of all others, in closed form,
//
//	Σ w_i·((y_i − f_i)/(1 − h_ii))²,   h_ii = w_i·z_iᵀ·(ZᵀWZ + ½·diag p)⁻¹·z_i,
//
// in standardised units, which stay those of all rows. It takes the squared error with one output, and
// no signs.
func LeaveOneOut(ctx context.Context, d Data, p Penalty) (float64, error) {
	if p.Signs != nil {
		return 0, fmt.Errorf("linear: leave-one-out with signs, expected none")
	}
	var loss task.Loss
	m, err := Fit(ctx, d, loss, 1, p)
	if err != nil {
		return 0, err
	}
	x, y, w := m.Units.design(d)
	s := newSolver(x, y, w, loss, 1, p)
	_, hessian := s.curvature(m.Theta)
	var chol mat.Cholesky
	if !chol.Factorize(hessian) {
		return 0, errSingular
	}
	f, sum := s.outputsAt(m.Theta), 0.0
	for i := range f {
		row := mat.NewVecDense(s.k, x.RawRowView(i))
		var solved mat.VecDense
		if err := chol.SolveVecTo(&solved, row); err != nil && !isConditioned(err) {
			return 0, errSingular
		}
		off := (y[i] - f[i]) / (1 - 2*w[i]*mat.Dot(row, &solved))
		sum += w[i] * off * off
	}
	return sum, nil
}
