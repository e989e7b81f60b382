package attribution

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/integrate/quad"
)

// A Rule is a quadrature rule on [0, 1].
type Rule string

// The quadrature rules. M is the number of gradient evaluations.
const (
	Left          Rule = "left"           // nodes (m−1)/M, the left Riemann sum
	Right         Rule = "right"          // nodes m/M, the right Riemann sum, as in Integrated Gradients
	Midpoint      Rule = "midpoint"       // nodes (m−½)/M; the default
	Trapezoid     Rule = "trapezoid"      // nodes (m−1)/(M−1); requires M ≥ 2
	GaussLegendre Rule = "gauss-legendre" // exact for polynomials of degree 2M−1
)

// MaxPoints is the maximum of M.
const MaxPoints = 1 << 20

// Rules returns all quadrature rules.
func Rules() []Rule { return []Rule{Left, Right, Midpoint, Trapezoid, GaussLegendre} }

// Nodes returns the M nodes α in [0, 1] and their weights, which sum to 1:
//
//	∫₀¹ f(α) dα ≈ Σ_m weights[m]·f(alphas[m])
//
// It returns an error if the rule is unknown, if M < 1 (or M < 2 for Trapezoid), or if M > MaxPoints.
func (r Rule) Nodes(m int) (alphas, weights []float64, err error) {
	if err := r.check(m); err != nil {
		return nil, nil, err
	}
	alphas, weights = make([]float64, m), make([]float64, m)
	if r == GaussLegendre {
		quad.Legendre{}.FixedLocations(alphas, weights, 0, 1)
		return alphas, weights, nil
	}
	for i := range alphas {
		alphas[i], weights[i] = r.node(i, m)
	}
	return alphas, weights, nil
}

// check returns an error if the rule is unknown or does not support m points.
func (r Rule) check(m int) error {
	switch {
	case !slices.Contains(Rules(), r):
		return fmt.Errorf("attribution: unknown quadrature rule %q (want one of %v)", r, Rules())
	case m < minPoints(r):
		return fmt.Errorf("attribution: %d quadrature points with the %s rule, want at least %d", m, r, minPoints(r))
	case m > MaxPoints:
		return fmt.Errorf("attribution: %d quadrature points, want at most %d", m, MaxPoints)
	}
	return nil
}

// node returns the i-th of m nodes and its weight for the equally spaced rules.
func (r Rule) node(i, m int) (alpha, weight float64) {
	n := float64(m)
	switch r {
	case Left:
		return float64(i) / n, 1 / n
	case Right:
		return float64(i+1) / n, 1 / n
	case Trapezoid:
		weight = 1 / (n - 1)
		if i == 0 || i == m-1 {
			weight /= 2
		}
		return float64(i) / (n - 1), weight
	default:
		return (float64(i) + 0.5) / n, 1 / n
	}
}

func minPoints(r Rule) int {
	if r == Trapezoid {
		return 2
	}
	return 1
}
