package convergence

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/research/study"
)

// problem is a pair of losses with their gradients.
type problem struct {
	name           string
	smooth, convex bool
	start          []float64
	rate           float64                                                // a step size that suits both losses
	at             func(theta []float64) (l, h float64, g1, g2 []float64) // both losses with their gradients
}

func problems() []problem {
	return []problem{quadraticProblem(), fonsecaProblem(), rosenbrockProblem(), hingeProblem()}
}

func problemNames() []string {
	return study.Each(problems(), func(p problem) string { return p.name })
}

func problemOf(name string) (problem, error) {
	if p := study.First(problems(), func(p *problem) bool { return p.name == name }); p != nil {
		return *p, nil
	}
	return problem{}, fmt.Errorf("convergence: problem %q not found, want one of %s", name, strings.Join(problemNames(), ", "))
}

// fonsecaProblem returns the pair of Fonseca and Fleming (1995): 1 − exp(−Σ(θ_i ∓ 1/√d)²) in 4 dimensions. It is smooth and not
// convex, and its Pareto set is the segment between the two minima.
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
		at: func(theta []float64) (float64, float64, []float64, []float64) {
			l, g1 := bump(theta, 1)
			h, g2 := bump(theta, -1)
			return l, h, g1, g2
		},
	}
}

// rosenbrockProblem returns Rosenbrock's valley (scaled by 1/100) and a bowl at (−1, ½).
func rosenbrockProblem() problem {
	return problem{
		name: "rosenbrock", smooth: true, start: []float64{-1.2, 1.8}, rate: 0.1,
		at: func(t []float64) (l, h float64, g1, g2 []float64) {
			u, v := 1-t[0], t[1]-t[0]*t[0]
			l, h = u*u/100+v*v, ((t[0]+1)*(t[0]+1)+(t[1]-0.5)*(t[1]-0.5))/20
			return l, h, []float64{-u/50 - 4*t[0]*v, 2 * v}, []float64{(t[0] + 1) / 10, (t[1] - 0.5) / 10}
		},
	}
}

// quadraticProblem returns two convex quadratics ½(θ−a)ᵀA(θ−a) in 10 dimensions, with eigenvalues from 0.1 to 1 and different
// rotations.
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
		at: func(theta []float64) (float64, float64, []float64, []float64) {
			l, g1 := half(a, ca, theta)
			h, g2 := half(b, cb, theta)
			return l, h, g1, g2
		},
	}
}

// hingeProblem returns least squares on 5 weights, and the hinges of an order that contradicts the data. It is convex, but H is
// not differentiable, like the paper's. The weights of the target rise from 1 to 5; the order requires each weight to be above
// the next by 0.1.
func hingeProblem() problem {
	rng := rand.New(rand.NewPCG(6, 2))
	const d, n = 5, 60
	x, y := mat.NewDense(n, d, nil), mat.NewVecDense(n, nil)
	for i := range n {
		sum := 0.3 * rng.NormFloat64()
		for j := range d {
			v := rng.NormFloat64()
			x.Set(i, j, v)
			sum += v * float64(j+1)
		}
		y.SetVec(i, sum)
	}
	return problem{
		name: "hinge", convex: true, start: make([]float64, d), rate: 0.1,
		at: func(theta []float64) (l, h float64, g1, g2 []float64) {
			var e, g mat.VecDense
			e.MulVec(x, mat.NewVecDense(d, theta))
			e.SubVec(&e, y)
			g.MulVec(x.T(), &e)
			g.ScaleVec(2.0/n, &g)
			g2 = make([]float64, d)
			for j := range d - 1 {
				h += max(0, 0.1-(theta[j]-theta[j+1])) / (d - 1)
				if theta[j]-theta[j+1] < 0.1 {
					g2[j] -= 1.0 / (d - 1)
					g2[j+1] += 1.0 / (d - 1)
				}
			}
			return mat.Dot(&e, &e) / n, h, g.RawVector().Data, g2
		},
	}
}
