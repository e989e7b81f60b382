package convergence

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// quadraticProblem is two convex quadratics ½(θ−a)ᵀA(θ−a) in 10 dimensions
// with eigenvalues from 0.1 to 1, turned against each other.
func quadraticProblem() problem {
	rng := rand.New(rand.NewPCG(6, 1))
	const d = 10
	bowl := func() (*mat.SymDense, []float64) {
		m := mat.NewDense(d, d, nil)
		centre := make([]float64, d)
		for i := range d {
			centre[i] = rng.NormFloat64()
			for j := range d {
				m.Set(i, j, rng.NormFloat64())
			}
		}
		var qr mat.QR
		qr.Factorize(m)
		var q mat.Dense
		qr.QTo(&q)
		a := mat.NewSymDense(d, nil)
		for i := range d {
			a.SymRankOne(a, math.Pow(10, -float64(i)/(d-1)), q.ColView(i))
		}
		return a, centre
	}
	a, ca := bowl()
	b, cb := bowl()
	half := func(m *mat.SymDense, centre, theta []float64) (float64, []float64) {
		away := make([]float64, d)
		floats.SubTo(away, theta, centre)
		var g mat.VecDense
		g.MulVec(m, mat.NewVecDense(d, away))
		return floats.Dot(away, g.RawVector().Data) / 2, g.RawVector().Data
	}
	start := make([]float64, d)
	for i := range start {
		start[i] = 3 * rng.NormFloat64()
	}
	return problem{
		name: "quadratics", smooth: true, convex: true, start: start, rate: 1,
		losses: func(theta []float64) (float64, float64) {
			l, _ := half(a, ca, theta)
			h, _ := half(b, cb, theta)
			return l, h
		},
		gradients: func(theta []float64) ([]float64, []float64) {
			_, g1 := half(a, ca, theta)
			_, g2 := half(b, cb, theta)
			return g1, g2
		},
	}
}
