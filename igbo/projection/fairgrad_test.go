package projection

import (
	"math"
	"testing"
)

// TestFairGradSolvesItsEquation checks that the weights are a multiple of the solution of G·a = a^(−1/α). For
// orthogonal gradients, that is a_i = n_i^(−α/(1+α)), and for α = 1 the weights of IMTL-G.
func TestFairGradSolvesItsEquation(t *testing.T) {
	for _, alpha := range []float64{0.5, 1, 2, 5, 10} {
		rule := FairGrad{Alpha: alpha}
		for _, p := range samples(20) {
			if !p.conditioned() {
				continue
			}
			n1, n2, c := dots(p.g1, p.g2)
			a1, a2 := rule.Weights(n1, n2, c, 0.5)
			left, right := math.Log((a1*n1+a2*c)/(a1*c+a2*n2)), -math.Log(a1/a2)/alpha
			if !(math.Abs(left-right) <= 1e-6*(1+math.Abs(right))) || math.Abs(a1+a2-1) > 1e-12 {
				t.Errorf("α = %g, %s: improvements with the log ratio %g, weights give %g; sum %g", alpha, p.name, left, right, a1+a2)
			}
			b1, b2 := (IMTLG{}).Weights(n1, n2, c, 0.5)
			if alpha == 1 && !closeTo(a1, b1, a2, b2) {
				t.Errorf("%s: (%g, %g), IMTL-G has (%g, %g)", p.name, a1, a2, b1, b2)
			}
		}
		a1, a2 := rule.Weights(1, 16, 0, 0.5)
		if want := math.Pow(16, -alpha/(1+alpha)); math.Abs(a2/a1-want) > 1e-9*want {
			t.Errorf("α = %g, orthogonal: weights in the ratio %g, want %g", alpha, a2/a1, want)
		}
	}
}

// TestFairGradAgainstBisection compares the root with a hundred bisections, without Newton steps and
// logarithms.
func TestFairGradAgainstBisection(t *testing.T) {
	for _, alpha := range []float64{0.5, 2, 5} {
		for _, p := range samples(20) {
			if !p.conditioned() {
				continue
			}
			n1, n2, c := dots(p.g1, p.g2)
			low, high := 0.0, 1.0 // a1 with a1 + a2 = 1
			for range 100 {
				a := (low + high) / 2
				first, second := a*n1+(1-a)*c, a*c+(1-a)*n2
				// At most one of the two improvements is negative. That objective needs more weight.
				if more := first <= 0 || second > 0 && first*math.Pow(a, 1/alpha) < second*math.Pow(1-a, 1/alpha); more {
					low = a
				} else {
					high = a
				}
			}
			a1, a2 := FairGrad{Alpha: alpha}.Weights(n1, n2, c, 0.5)
			if !closeTo(a1*math.Sqrt(n1), low*math.Sqrt(n1), a2*math.Sqrt(n2), (1-low)*math.Sqrt(n2)) {
				t.Errorf("α = %g, %s: weights (%g, %g), bisection gives %g", alpha, p.name, a1, a2, low)
			}
		}
	}
}

// TestGradVacReachesItsTarget checks that each turned gradient has the target as its cosine with the other one,
// if its cosine was smaller. Target 0 is PCGrad. A cosine of −½ and target ½ give a1 = a2 = 2 for unit
// gradients.
func TestGradVacReachesItsTarget(t *testing.T) {
	for _, target := range []float64{0, 0.25, 0.5, 0.9} {
		turned := 0
		for _, p := range samples(20) {
			if !p.conditioned() {
				continue
			}
			n1, n2, c := dots(p.g1, p.g2)
			a1, a2 := GradVac{Target: target}.Weights(n1, n2, c, 0.5)
			cos := cosine(n1, n2, c)
			if cos >= target {
				if a1 != 1 || a2 != 1 {
					t.Errorf("target %g, cosine %g: weights (%g, %g), want the sum", target, cos, a1, a2)
				}
				continue
			}
			turned++
			for _, of := range [][2][]float64{{p.g1, p.g2}, {p.g2, p.g1}} {
				share := a2 - 1 // multiple of g2 that is added to g1
				if &of[0][0] == &p.g2[0] {
					share = a1 - 1
				}
				v := plus(of[0], times(share, of[1]))
				if got := dot(v, of[1]) / norm(v) / norm(of[1]); math.Abs(got-target) > 1e-6 {
					t.Errorf("target %g, %s: a turned gradient has the cosine %g", target, p.name, got)
				}
			}
			if b1, b2 := (PCGrad{}).Weights(n1, n2, c, 0.5); target == 0 && !closeTo(a1, b1, a2, b2) {
				t.Errorf("%s: (%g, %g), PCGrad has (%g, %g)", p.name, a1, a2, b1, b2)
			}
		}
		if turned == 0 {
			t.Errorf("target %g: no gradient was turned", target)
		}
	}
	if a1, a2 := (GradVac{Target: 0.5}).Weights(1, 1, -0.5, 0.5); math.Abs(a1-2) > 1e-12 || math.Abs(a2-2) > 1e-12 {
		t.Errorf("weights (%g, %g), want 2 and 2", a1, a2)
	}
}
