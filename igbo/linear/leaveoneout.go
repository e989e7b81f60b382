package linear

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// LeaveOneOut returns the mean squared error when each row is predicted by the model fitted to all other rows.
// It uses the closed form
//
//	Σ w_i·((y_i − f_i)/(1 − h_ii))²,   h_ii = w_i·z_iᵀ·(ZᵀWZ + ½·diag p)⁻¹·z_i,
//
// in standardised units, which are determined from all rows. It requires the squared error, one output, and no
// signs.
func LeaveOneOut(ctx context.Context, v samples.View, p Penalty) (float64, error) {
	if p.Signs != nil {
		return 0, errors.New("linear: computing the leave-one-out error: the penalty has signs, which are unsupported (leave them out)")
	}
	s, _, err := prepare(ctx, v, task.Loss{}, 1, p)
	if err != nil {
		return 0, err
	}
	theta, err := s.solve(ctx)
	if err != nil {
		return 0, err
	}
	_, hessian := s.curvature(theta)
	var chol mat.Cholesky
	if !chol.Factorize(hessian) {
		return 0, errSingular
	}
	f, sum := s.outputsAt(theta), 0.0
	for i := range f {
		row := mat.NewVecDense(s.k, s.x.RawRowView(i))
		var solved mat.VecDense
		if err := chol.SolveVecTo(&solved, row); err != nil && !isConditioned(err) {
			return 0, errSingular
		}
		off := (s.y[i] - f[i]) / (1 - 2*s.w[i]*mat.Dot(row, &solved))
		sum += s.w[i] * off * off
	}
	return sum, nil
}
