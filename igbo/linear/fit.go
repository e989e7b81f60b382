package linear

import (
	"context"
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

var (
	errSingular = errors.New("linear: fitting: the equations have no solution (use a larger penalty and finite inputs)")
	errContext  = errors.New("linear: fitting: the context must not be nil (use context.Background())")
)

// Fit fits a penalised linear model to the rows of a view. It minimises
//
//	Σ w_i·ℓ(y_i, f(x_i)) + ½·Σ p_j·(θ_j − c_j)²,   s_j·θ_j ≥ 0,   Σ w_i = 1
//
// over linear functions f with the given number of outputs. The loss is squared, logistic, softmax (one class
// per row, as many outputs as classes) or Poisson. Fit uses Newton steps that respect the signs, and holds all
// rows in memory. A weight that neither the rows nor the penalty determine gets a penalty of 1e-8, which gives
// nearly the smallest solution.
//
// It returns an error if data, loss or penalty are invalid or the equations have no solution. If ctx ends, it
// returns the context's error within one Newton step.
func Fit(ctx context.Context, v samples.View, loss task.Loss, outputs int, p Penalty) (*Model, error) {
	s, u, err := prepare(ctx, v, loss, outputs, p)
	if err != nil {
		return nil, err
	}
	theta, err := s.solve(ctx)
	return &Model{u, theta}, err
}

// prepare checks the arguments of Fit and returns its solver and units.
func prepare(ctx context.Context, v samples.View, loss task.Loss, outputs int, p Penalty) (*solver, samples.Normalization, error) {
	var u samples.Normalization
	if ctx == nil {
		return nil, u, errContext
	}
	if err := check(v, loss, outputs); err != nil {
		return nil, u, err
	}
	if err := p.check(v.Width(), outputs); err != nil {
		return nil, u, err
	}
	u = samples.Standardization(v, loss.ScalesTarget())
	b := newDesign(ctx, v, u).all()
	for _, j := range p.Excluded {
		for i := range b.w {
			b.x.Set(i, j, 0)
		}
	}
	return newSolver(b, loss, outputs, p), u, nil
}

func check(v samples.View, loss task.Loss, outputs int) error {
	if !loss.Is(task.KindSquared) && !loss.Is(task.KindPoisson) && !loss.Classifies() || len(loss.ClassWeights) > 0 {
		return fmt.Errorf("linear: fitting: unsupported loss %s, must be squared, logistic, softmax or poisson, without class weights", loss)
	}
	d := v.Data()
	if err := d.Validate(); err != nil {
		return fmt.Errorf("linear: fitting: %w", err)
	}
	// the loss checks sizes and targets
	_, err := loss.Value(task.Predictions{Outputs: outputs, Values: make([]float64, d.Rows()*max(outputs, 0)), Targets: d.Y, Weights: d.Weights})
	if err != nil {
		return fmt.Errorf("linear: fitting: %w", err)
	}
	return nil
}
