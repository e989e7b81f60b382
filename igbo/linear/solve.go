package linear

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/task"
)

// enough is the maximum number of steps.
const enough = 500

// solve takes Newton steps over the weights that are not held at 0 by their signs. A step is halved while the
// objective would increase. If no such step decreases it, solve makes a sweep over the coordinates.
func (s *solver) solve(ctx context.Context) ([]float64, error) {
	theta := s.start()
	value := s.objective(theta)
	for range enough {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("linear: fitting: %w", err)
		}
		gradient, hessian := s.curvature(theta)
		moving := s.moving(theta, gradient)
		if s.still(gradient, moving) {
			return theta, nil
		}
		step, err := newton(gradient, hessian, moving)
		if err != nil {
			return nil, err
		}
		next, at, ok := s.search(theta, value, step)
		if !ok {
			next = s.sweep(theta, gradient, hessian)
			if at = s.objective(next); !(at < value) {
				return theta, nil // rounding errors prevent progress
			}
		}
		theta, value = next, at
	}
	return theta, nil
}

// start returns 0, except for counts: there it sets the bias to the logarithm of the mean count, because
// Newton steps from far away are too long.
func (s *solver) start() []float64 {
	theta := make([]float64, s.k*s.outs)
	for o := range s.outs {
		if !s.loss.Is(task.KindPoisson) {
			break
		}
		mean := 0.0
		for i, w := range s.w {
			mean += w * s.y[i*s.outs+o]
		}
		if mean > 0 {
			theta[o*s.k+s.k-1] = math.Log(mean)
		}
	}
	return theta
}

// moving lists the coordinates that are not held at 0 by their signs.
func (s *solver) moving(theta, gradient []float64) (list []int) {
	for j := range theta {
		if s.sign[j] == 0 || theta[j] != 0 || float64(s.sign[j])*gradient[j] < 0 {
			list = append(list, j)
		}
	}
	return list
}

// still reports whether the gradient of the moving coordinates is 0.
func (s *solver) still(gradient []float64, moving []int) bool {
	for _, j := range moving {
		if math.Abs(gradient[j]) > 1e-11 {
			return false
		}
	}
	return true
}

func newton(gradient []float64, hessian *mat.SymDense, moving []int) ([]float64, error) {
	a, b := mat.NewSymDense(len(moving), nil), mat.NewVecDense(len(moving), nil)
	for r, i := range moving {
		b.SetVec(r, gradient[i])
		for c := r; c < len(moving); c++ {
			a.SetSym(r, c, hessian.At(i, moving[c]))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		return nil, errSingular
	}
	var solved mat.VecDense
	if err := chol.SolveVecTo(&solved, b); err != nil && !isConditioned(err) {
		return nil, errSingular
	}
	step := make([]float64, len(gradient))
	for r, i := range moving {
		step[i] = solved.AtVec(r)
	}
	return step, nil
}

// isConditioned reports whether an error only warns that a nearly singular system was solved.
func isConditioned(err error) bool {
	var c mat.Condition
	return errors.As(err, &c) && !math.IsInf(float64(c), 1)
}

// search halves a step until the objective decreases. It projects each point onto the signs.
func (s *solver) search(theta []float64, value float64, step []float64) (next []float64, at float64, ok bool) {
	for length := 1.0; length > 1e-9; length /= 2 {
		next = make([]float64, len(theta))
		for j, v := range theta {
			next[j] = s.keep(j, v-length*step[j])
		}
		if at = s.objective(next); at < value {
			return next, at, true
		}
	}
	return nil, 0, false
}

// keep returns v, or 0 if v has the wrong sign for coordinate j.
func (s *solver) keep(j int, v float64) float64 {
	if float64(s.sign[j])*v < 0 {
		return 0
	}
	return v
}

// sweep minimises the quadratic model coordinate by coordinate.
func (s *solver) sweep(theta, gradient []float64, hessian *mat.SymDense) []float64 {
	next, g := append([]float64(nil), theta...), append([]float64(nil), gradient...)
	for j := range next {
		v := s.keep(j, next[j]-g[j]/hessian.At(j, j))
		for i := range g {
			g[i] += hessian.At(i, j) * (v - next[j])
		}
		next[j] = v
	}
	return next
}
