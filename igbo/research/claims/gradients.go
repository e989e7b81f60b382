package claims

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/projection"
)

// counterexample returns two gradients in conflict that refute the proofs of Theorems 4 and 6.
func counterexample() (g1, g2 []float64) { return []float64{1, 0}, []float64{-1, 2} }

// printed returns λ and η for α·g1 + β·g2 by the formulas that the proof of Theorem 4 prints.
func printed(g1, g2 []float64, alpha, beta float64) (lambda, eta float64) {
	n1, n2, c := floats.Dot(g1, g1), floats.Dot(g2, g2), floats.Dot(g1, g2)
	lambda = (alpha*n1*n2 - alpha*n2*c) / ((alpha+beta)*n1*n2 - c*(alpha*n2+beta*n1))
	eta = (alpha*n1 - beta*c) / (n1 - lambda*c)
	return lambda, eta
}

// ofPrinted returns component i of η·P(λ) with the printed λ and η, for the target 2·g1 + g2 = (1, 2).
func ofPrinted(i int) float64 {
	g1, g2 := counterexample()
	lambda, eta := printed(g1, g2, 2, 1)
	return eta * projection.P(g1, g2, lambda)[i]
}

// printedOutside returns the printed λ for 0.1·g1 + g2, which does not descend on both objectives.
func printedOutside() float64 {
	g1, g2 := counterexample()
	lambda, _ := printed(g1, g2, 0.1, 1)
	return lambda
}

// ofCorrected returns the distance between the same target and η·P(λ) with the corrected λ and η.
func ofCorrected() float64 {
	g1, g2 := counterexample()
	lambda, eta, err := projection.Invert(g1, g2, 2, 1)
	if err != nil {
		return math.NaN()
	}
	v := projection.P(g1, g2, lambda)
	floats.Scale(eta, v)
	return floats.Distance(v, []float64{1, 2}, 2)
}

// unitPair returns a pair of unit gradients with the inner product c.
func unitPair(c float64) (g1, g2 []float64) {
	return []float64{1, 0}, []float64{c, math.Sqrt(1 - c*c)}
}

// jump returns the size of the jump in a rule's direction for λ = 0.9 at which the inner product of the gradients changes its
// sign.
func jump(rule projection.Rule) float64 {
	g1, g2 := unitPair(1e-9)
	h1, h2 := unitPair(-1e-9)
	return floats.Distance(projection.Combine(rule, g1, g2, 0.9), projection.Combine(rule, h1, h2, 0.9), 2)
}

// descents returns P·g1 and P·g2 for λ = 0.9 and unit gradients with the inner product c.
func descents(c float64) [2]float64 {
	g1, g2 := unitPair(c)
	v := projection.P(g1, g2, 0.9)
	return [2]float64{floats.Dot(v, g1), floats.Dot(v, g2)}
}

// cosine returns the cosine between P(½) and the direction of MGDA at the counterexample.
func cosine() float64 {
	g1, g2 := counterexample()
	p, m := projection.P(g1, g2, 0.5), projection.Combine(projection.MGDA{}, g1, g2, 0.5)
	return floats.Dot(p, m) / floats.Norm(p, 2) / floats.Norm(m, 2)
}

// steepest returns the smaller of the two descents along a rule's unit direction at the counterexample. MGDA maximises it.
func steepest(rule projection.Rule) float64 {
	g1, g2 := counterexample()
	v := projection.Combine(rule, g1, g2, 0.5)
	return min(floats.Dot(v, g1), floats.Dot(v, g2)) / floats.Norm(v, 2)
}

// bend returns the second difference of P(½) with respect to g2 at the counterexample. It would be 0 if P were linear.
func bend() float64 {
	g1, g2 := counterexample()
	at := func(step float64) []float64 {
		return projection.P(g1, floats.AddScaledTo(make([]float64, 2), g2, step, []float64{1, 1}), 0.5)
	}
	sum := floats.AddTo(make([]float64, 2), at(0.1), at(-0.1))
	floats.AddScaled(sum, -2, at(0))
	return floats.Norm(sum, 2)
}

// lambdas returns the ends of the interval of λ for which λ·g1 + (1−λ)·g2 descends on both objectives at the counterexample
// (Lemma 3).
func lambdas() [2]float64 {
	g1, g2 := counterexample()
	n1, n2, c := floats.Dot(g1, g1), floats.Dot(g2, g2), floats.Dot(g1, g2)
	return [2]float64{-c / (n1 - c), n2 / (n2 - c)}
}

// ascendingSigns returns the share of random pairs of gradients at which the signs of P(½) do not descend on both objectives.
// Each gradient has ten standard normal numbers. Adam's first step follows these signs.
func ascendingSigns() float64 {
	const pairs, width = 10000, 10
	rng, ascending := rand.New(rand.NewPCG(1, 5)), 0
	for range pairs {
		g1, g2 := make([]float64, width), make([]float64, width)
		for i := range width {
			g1[i], g2[i] = rng.NormFloat64(), rng.NormFloat64()
		}
		v := projection.P(g1, g2, 0.5)
		for i := range v {
			v[i] = math.Copysign(1, v[i])
		}
		if floats.Dot(v, g1) <= 0 || floats.Dot(v, g2) <= 0 {
			ascending++
		}
	}
	return float64(ascending) / pairs
}

// stalled returns the residual after 500 Armijo steps on max(L, H) along P from (0, 0.8), relative to the residual at the
// start. The residual is the norm of the shortest vector between the gradients:
//
//	L = ½‖θ − (1, 0)‖² + 1,  H = ½‖θ + (1, 0)‖²
//
// All θ with |θ_1| ≤ 1 and θ_2 = 0 are Pareto-stationary. With λ_k = 1 − 10^−k the descent on L, which is larger than H, is at
// most 10^−k times a constant. So are the steps that satisfy Armijo's condition, and their sum is finite. With λ_k = ½ the
// steps continue.
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

// vanishing returns a λ_k within (0, 1) whose distances from 1 have a finite sum; half returns ½.
func vanishing(k int) float64 { return 1 - math.Pow(10, -float64(min(k, 15))) }
func half(int) float64        { return 0.5 }

// opposite returns the length of the gradient of max(L, H) at θ = 0, where L = 3/2 is larger than H, and the length of P there.
func opposite() [2]float64 {
	g1, g2 := []float64{-1, 0}, []float64{1, 0}
	return [2]float64{floats.Norm(g1, 2), floats.Norm(projection.P(g1, g2, 0.5), 2)}
}
