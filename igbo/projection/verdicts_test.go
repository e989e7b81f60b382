package projection

import (
	"math"
	"testing"
)

// TestVerdict3JumpAtOrthogonality checks that P jumps at c = 0 by |2λ−1|·‖g1 − g2‖ and the roles are exchanged,
// while Continuous does not jump.
func TestVerdict3JumpAtOrthogonality(t *testing.T) {
	at := func(rule Rule, c, lambda float64) ([]float64, []float64, []float64) {
		g1, g2 := []float64{1, 0}, []float64{c, math.Sqrt(1 - c*c)}
		return Combine(rule, g1, g2, lambda), g1, g2
	}
	for _, lambda := range lambdas {
		for rule, want := range map[Rule]float64{Paper{}: math.Abs(2*lambda-1) * math.Sqrt2, Continuous{}: 0} {
			above, _, _ := at(rule, 1e-9, lambda)
			below, _, _ := at(rule, -1e-9, lambda)
			if jump := norm(plus(above, times(-1, below))); math.Abs(jump-want) > 1e-8 {
				t.Errorf("%s, λ = %g: jump of %g, want %g", rule, lambda, jump, want)
			}
		}
	}
	v, g1, g2 := at(Paper{}, 0.01, 0.9)
	w, h1, h2 := at(Paper{}, -0.01, 0.9)
	for _, c := range []struct{ got, want float64 }{{dot(v, g1), 0.9}, {dot(v, g2), 0.11}, {dot(w, h1), 0.1}, {dot(w, h2), 0.9}} {
		if math.Abs(c.got-c.want) > 0.005 {
			t.Errorf("product %.3f, the notes say %.2f", c.got, c.want)
		}
	}
}

// TestVerdict3WhatLambdaWeighs checks the effect of a larger λ under conflict. With the paper's P, the first
// objective descends less and the second more; with rules that keep the roles, it is the reverse.
func TestVerdict3WhatLambdaWeighs(t *testing.T) {
	for rule, sign := range map[Rule]float64{Paper{}: -1, Continuous{}: 1, WeightedSum{}: 1, DualProj{}: 1, AlignedMTL{}: 1, FeasibilityFirst{}: 1} {
		for _, p := range samples(20) {
			if !p.regular() || !p.conditioned() || dot(p.g1, p.g2) >= 0 {
				continue
			}
			v, w := Combine(rule, p.g1, p.g2, 0.3), Combine(rule, p.g1, p.g2, 0.6)
			more := plus(w, times(-1, v))
			size := norm(v) + norm(w)
			if a, b := sign*dot(more, p.g1)/norm(p.g1), sign*dot(more, p.g2)/norm(p.g2); a < -1e-9*size || b > 1e-9*size || a-b < 1e-6*size {
				t.Errorf("%s, %s: from λ = 0.3 to 0.6 the descents change by %g and %g, expected %+g and %+g", rule, p.name, sign*a, sign*b, sign, -sign)
			}
		}
	}
}

// TestVerdict3LinearInLambda checks that for given gradients, aligned or in conflict, P is linear in λ.
func TestVerdict3LinearInLambda(t *testing.T) {
	for _, p := range samples(20) {
		if !p.regular() || !p.conditioned() {
			continue
		}
		low, middle, high := P(p.g1, p.g2, 0.2), P(p.g1, p.g2, 0.5), P(p.g1, p.g2, 0.8)
		bend := plus(plus(low, high), times(-2, middle))
		if norm(bend) > 1e-12*(norm(low)+norm(high)) {
			t.Errorf("%s: a second difference of %g", p.name, norm(bend))
		}
	}
}

// TestVerdict4NotMGDA checks that P does not have the direction of MGDA: their cosine is 0.894 at the
// counterexample.
func TestVerdict4NotMGDA(t *testing.T) {
	g1, g2 := []float64{1, 0}, []float64{-1, 2}
	p, m := P(g1, g2, 0.5), Combine(MGDA{}, g1, g2, 0.5)
	if math.Abs(p[0]-0.4)+math.Abs(p[1]-1.2) > 1e-12 || math.Abs(m[0]-0.5)+math.Abs(m[1]-0.5) > 1e-12 {
		t.Errorf("P = %v, MGDA = %v, the notes say (0.4, 1.2) and (0.5, 0.5)", p, m)
	}
	if cos := dot(p, m) / norm(p) / norm(m); math.Abs(cos-0.894) > 0.001 {
		t.Errorf("cosine %.4f, the notes say 0.894", cos)
	}
}

// TestVerdict4OneFamily checks that under conflict P with λ_p has the directions of PCGrad (p = 0), IMTL-G (p =
// 1) and MGDA (p = 2), and that P(½) = ½ PCGrad.
func TestVerdict4OneFamily(t *testing.T) {
	for _, p := range samples(100) {
		n1, n2, c := dots(p.g1, p.g2)
		if p.name != "normal" || c >= 0 {
			continue
		}
		for power, rule := range map[float64]Rule{0: PCGrad{}, 1: IMTLG{}, 2: MGDA{}} {
			v, w := P(p.g1, p.g2, PowerLambda(n1, n2, power)), Combine(rule, p.g1, p.g2, 0.5)
			if cos := dot(v, w) / norm(v) / norm(w); cos < 1-1e-9 {
				t.Errorf("p = %g against %s: cosine %.12f", power, rule, cos)
			}
		}
		half := times(0.5, Combine(PCGrad{}, p.g1, p.g2, 0.5))
		if off := norm(plus(P(p.g1, p.g2, 0.5), times(-1, half))); off > 1e-12*norm(half) {
			t.Errorf("P(½) is off ½ PCGrad by %g", off)
		}
	}
}

// TestVerdict5NotPiecewiseLinear checks that P has curvature inside the region of conflict, so it is not
// piecewise linear in the gradients.
func TestVerdict5NotPiecewiseLinear(t *testing.T) {
	g1, g2, step := []float64{1, 0}, []float64{-1, 2}, []float64{0.1, 0.1}
	middle := P(g1, g2, 0.5)
	ends := plus(P(g1, plus(g2, step), 0.5), P(g1, plus(g2, times(-1, step)), 0.5))
	if bend := norm(plus(ends, times(-2, middle))); bend < 1e-4 {
		t.Errorf("second difference %g, expected curvature", bend)
	}
}
