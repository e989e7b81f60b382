package claims

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/projection"
)

// stalled is the residual, the norm of the shortest vector between the gradients, to which 500
// Armijo steps on max(L, H) along P lead from (0, 0.8), over that of the start:
//
//	L = ½‖θ − (1, 0)‖² + 1,  H = ½‖θ + (1, 0)‖²
//
// All θ with |θ_1| ≤ 1 and θ_2 = 0 are Pareto-stationary. With λ_k = 1 − 10^−k the descent on L, the
// larger one, is at most 10^−k times a constant, so are the steps that Armijo's condition takes,
// and their sum is finite. With λ_k = ½ they go on.
func stalled(lambda func(k int) float64) float64 {
	const steps, sufficient = 500, 1e-4
	theta := []float64{0, 0.8}
	value := func(t []float64) float64 {
		return max(((t[0]-1)*(t[0]-1)+t[1]*t[1])/2+1, ((t[0]+1)*(t[0]+1)+t[1]*t[1])/2)
	}
	residual := func() (g1, g2 []float64, r float64) {
		g1, g2 = []float64{theta[0] - 1, theta[1]}, []float64{theta[0] + 1, theta[1]}
		return g1, g2, floats.Norm(projection.Combine(projection.MGDA{}, g1, g2, 0.5), 2)
	}
	_, _, first := residual()
	for k := 1; k <= steps; k++ {
		g1, g2, r := residual()
		if r == 0 {
			break
		}
		v := projection.P(g1, g2, lambda(k))
		for eta := 1.0; eta > 1e-300; eta /= 2 {
			next := floats.AddScaledTo(make([]float64, 2), theta, -eta, v)
			if value(next) <= value(theta)-sufficient*eta*floats.Dot(v, g1) {
				theta = next
				break
			}
		}
	}
	_, _, last := residual()
	return last / first
}

// vanishing is a λ_k within (0, 1) whose distance from 1 has a finite sum, half is ½.
func vanishing(k int) float64 { return 1 - math.Pow(10, -float64(min(k, 15))) }
func half(int) float64        { return 0.5 }

// opposite is the length of the gradient of max(L, H) at θ = 0, where L = 3/2 is the larger one, and that of P.
func opposite() (gradient, step float64) {
	g1, g2 := []float64{-1, 0}, []float64{1, 0}
	return floats.Norm(g1, 2), floats.Norm(projection.P(g1, g2, 0.5), 2)
}
