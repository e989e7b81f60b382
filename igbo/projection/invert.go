package projection

import (
	"fmt"
	"math"
)

// Invert finds λ in (0, 1) and η > 0 for which P has a given direction:
//
//	η·P(g1, g2, λ) = α·g1 + β·g2
//
// This is the converse of Theorems 3 and 4. For c = g1·g2 ≥ 0, λ = α/(α+β) and η = α+β. For c < 0, with s1 =
// α·n1 + β·c and s2 = β·n2 + α·c,
//
//	λ = n1·s2/(n1·s2 + n2·s1),  η = (n1·s2 + n2·s1)/(n1·n2 − c²).
//
// These formulas follow from the proof of Theorem 4; the closed form printed there is wrong. Invert returns an
// error if α or β is not positive, if the direction is outside C_SD, or if the gradients are zero or, under
// conflict, collinear.
func Invert(g1, g2 []float64, alpha, beta float64) (lambda, eta float64, err error) {
	n1, n2, c, _ := scaledDots(g1, g2)
	switch {
	case !(alpha > 0 && beta > 0) || math.IsInf(alpha+beta, 0):
		return 0, 0, fmt.Errorf("projection: α = %g and β = %g must be positive", alpha, beta)
	case n1 == 0 || n2 == 0:
		return 0, 0, fmt.Errorf("projection: gradients must be nonzero")
	case c >= 0:
		return alpha / (alpha + beta), alpha + beta, nil
	}
	q1, q2 := c/n1, c/n2
	t1, t2 := alpha+beta*q1, beta+alpha*q2 // s1/n1 and s2/n2, safe at every scale
	if !(t1 > 0 && t2 > 0) {
		return 0, 0, fmt.Errorf("projection: %g·g1 + %g·g2 has the inner products %g and %g with the gradients, but both must be positive (C_SD)", alpha, beta, t1*n1, t2*n2)
	}
	return t2 / (t1 + t2), (t1 + t2) / (1 - q1*q2), nil
}
