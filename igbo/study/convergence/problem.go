package convergence

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
)

// problem is a pair of losses with their gradients.
type problem struct {
	name           string
	smooth, convex bool
	start          []float64
	rate           float64 // a step size that suits both losses
	losses         func(theta []float64) (l, h float64)
	gradients      func(theta []float64) (g1, g2 []float64)
}

func problems() []problem {
	return []problem{quadraticProblem(), fonsecaProblem(), rosenbrockProblem(), hingeProblem()}
}

func problemNames() []string {
	var names []string
	for _, p := range problems() {
		names = append(names, p.name)
	}
	return names
}

func problemOf(name string) (problem, error) {
	for _, p := range problems() {
		if p.name == name {
			return p, nil
		}
	}
	return problem{}, fmt.Errorf("convergence: unknown problem %q, expected one of %s", name, strings.Join(problemNames(), ", "))
}

// fonsecaProblem is the pair of Fonseca and Fleming (1995), smooth and not
// convex: 1 − exp(−Σ(θ_i ∓ 1/√d)²) in 4 dimensions, whose Pareto set is the
// segment between the two minima.
func fonsecaProblem() problem {
	const d = 4
	bump := func(theta []float64, sign float64) (float64, []float64) {
		square, g := 0.0, make([]float64, d)
		for i, t := range theta {
			g[i] = t - sign/math.Sqrt(d)
			square += g[i] * g[i]
		}
		floats.Scale(2*math.Exp(-square), g)
		return 1 - math.Exp(-square), g
	}
	return problem{
		name: "fonseca-fleming", smooth: true, start: []float64{0.9, -0.7, 0.4, 0.8}, rate: 0.3,
		losses: func(theta []float64) (float64, float64) {
			l, _ := bump(theta, 1)
			h, _ := bump(theta, -1)
			return l, h
		},
		gradients: func(theta []float64) ([]float64, []float64) {
			_, g1 := bump(theta, 1)
			_, g2 := bump(theta, -1)
			return g1, g2
		},
	}
}

// rosenbrockProblem is Rosenbrock's valley (scaled by 1/100) against a bowl at (−1, ½).
func rosenbrockProblem() problem {
	return problem{
		name: "rosenbrock", smooth: true, start: []float64{-1.2, 1.8}, rate: 0.1,
		losses: func(t []float64) (float64, float64) {
			u, v := 1-t[0], t[1]-t[0]*t[0]
			return u*u/100 + v*v, ((t[0]+1)*(t[0]+1) + (t[1]-0.5)*(t[1]-0.5)) / 20
		},
		gradients: func(t []float64) ([]float64, []float64) {
			u, v := 1-t[0], t[1]-t[0]*t[0]
			return []float64{-u/50 - 4*t[0]*v, 2 * v}, []float64{(t[0] + 1) / 10, (t[1] - 0.5) / 10}
		},
	}
}
