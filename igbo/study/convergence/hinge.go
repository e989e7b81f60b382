package convergence

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// hingeProblem is least squares on 5 weights against the hinges of an order
// that contradicts the data: convex, and H not differentiable, like the
// paper's. The target's weights rise from 1 to 5; the order asks each weight
// to be above the next by 0.1.
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
	miss := func(theta []float64) *mat.VecDense {
		var e mat.VecDense
		e.MulVec(x, mat.NewVecDense(d, theta))
		e.SubVec(&e, y)
		return &e
	}
	return problem{
		name: "hinge", convex: true, start: make([]float64, d), rate: 0.1,
		losses: func(theta []float64) (float64, float64) {
			e, h := miss(theta), 0.0
			for j := range d - 1 {
				h += max(0, 0.1-(theta[j]-theta[j+1])) / (d - 1)
			}
			return mat.Dot(e, e) / n, h
		},
		gradients: func(theta []float64) ([]float64, []float64) {
			var g mat.VecDense
			g.MulVec(x.T(), miss(theta))
			g.ScaleVec(2.0/n, &g)
			g2 := make([]float64, d)
			for j := range d - 1 {
				if theta[j]-theta[j+1] < 0.1 {
					g2[j] -= 1.0 / (d - 1)
					g2[j+1] += 1.0 / (d - 1)
				}
			}
			return g.RawVector().Data, g2
		},
	}
}
