package projection

import (
	"math"
	"math/rand/v2"
	"testing"
)

var lambdas = []float64{0.1, 0.3, 0.5, 0.7, 0.9}

// inCSD reports whether v descends on both objectives.
func inCSD(v []float64, p pair) bool {
	return dot(v, p.g1) > 0 && dot(v, p.g2) > 0
}

// TestTheorem3AndTheorem4Descent checks that P is in C_SD for every λ in (0, 1) and gradients that are not
// collinear, at every scale.
func TestTheorem3AndTheorem4Descent(t *testing.T) {
	for _, p := range samples(200) {
		for _, lambda := range lambdas {
			if v := P(p.g1, p.g2, lambda); p.regular() && !inCSD(v, p) {
				t.Errorf("%s, λ = %g: products %g and %g", p.name, lambda, dot(v, p.g1), dot(v, p.g2))
			}
		}
	}
}

// TestTheorem4Products checks that under conflict v·g1 = (1−λ)‖g1⊥2‖² and v·g2 = λ‖g2⊥1‖².
func TestTheorem4Products(t *testing.T) {
	for _, p := range samples(100) {
		n1, n2, c := dots(p.g1, p.g2)
		if p.name != "normal" || c >= 0 {
			continue
		}
		for _, lambda := range lambdas {
			v := P(p.g1, p.g2, lambda)
			if got, want := dot(v, p.g1), (1-lambda)*(n1-c*c/n2); math.Abs(got-want) > 1e-9*n1 {
				t.Errorf("v·g1 = %g, want %g", got, want)
			}
			if got, want := dot(v, p.g2), lambda*(n2-c*c/n1); math.Abs(got-want) > 1e-9*n2 {
				t.Errorf("v·g2 = %g, want %g", got, want)
			}
		}
	}
}

// TestLemma3NaiveCombination checks that under conflict, λ·g1 + (1−λ)·g2 descends on both objectives exactly
// for λ inside the interval of Lemma 3. The interval must be neither empty nor all of (0, 1).
func TestLemma3NaiveCombination(t *testing.T) {
	for _, p := range samples(100) {
		n1, n2, c := dots(p.g1, p.g2)
		if p.name != "normal" || c >= 0 {
			continue
		}
		low, high := -c/(n1-c), n2/(n2-c)
		if !(0 < low && low < high && high < 1) {
			t.Fatalf("interval (%g, %g)", low, high)
		}
		for lambda := 0.005; lambda < 1; lambda += 0.01 {
			if inCSD(Combine(WeightedSum{}, p.g1, p.g2, lambda), p) != (low < lambda && lambda < high) {
				t.Errorf("λ = %g, interval (%g, %g)", lambda, low, high)
			}
		}
	}
}

// TestTheorem4InvertCorrected checks that the closed form in the paper fails at its counterexample, and that
// the corrected form inverts P on all of C_SD and rejects directions outside.
func TestTheorem4InvertCorrected(t *testing.T) {
	g1, g2 := []float64{1, 0}, []float64{-1, 2}
	lambda, eta := paperInvert(g1, g2, 2, 1)
	if v := times(eta, P(g1, g2, lambda)); math.Abs(v[0]-0.313) > 0.001 || math.Abs(v[1]-2.765) > 0.001 {
		t.Errorf("the paper's λ, η give %v, the notes say (0.313, 2.765)", v)
	}
	lambda, eta, err := Invert(g1, g2, 2, 1)
	if v := times(eta, P(g1, g2, lambda)); err != nil || math.Abs(v[0]-1)+math.Abs(v[1]-2) > 1e-12 {
		t.Errorf("corrected λ, η give %v (%v), want (1, 2)", v, err)
	}
	if l, _ := paperInvert(g1, g2, 0.1, 1); !(l > 0 && l < 1) {
		t.Errorf("the paper's λ for a vector outside C_SD is %g, the notes say it lies in (0, 1)", l)
	}
	if _, _, err := Invert(g1, g2, 0.1, 1); err == nil {
		t.Error("a direction outside C_SD was inverted")
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, p := range samples(100) {
		alpha, beta := rng.ExpFloat64(), rng.ExpFloat64()
		target := plus(times(alpha, p.g1), times(beta, p.g2))
		lambda, eta, err := Invert(p.g1, p.g2, alpha, beta)
		if !p.regular() || p.name == "one tiny" || !inCSD(target, p) {
			continue
		}
		if err != nil || !(lambda > 0 && lambda < 1 && eta > 0) {
			t.Fatalf("%s: λ = %g, η = %g, %v", p.name, lambda, eta, err)
		}
		if off := norm(plus(times(eta, P(p.g1, p.g2, lambda)), times(-1, target))); off > 1e-6*norm(target) {
			t.Errorf("%s: off by %g of %g", p.name, off, norm(target))
		}
	}
}

// paperInvert is the closed form as printed with Theorem 4.
func paperInvert(g1, g2 []float64, alpha, beta float64) (lambda, eta float64) {
	n1, n2, c := dots(g1, g2)
	lambda = (alpha*n1*n2 - alpha*n2*c) / ((alpha+beta)*n1*n2 - c*(alpha*n2+beta*n1))
	eta = (alpha*n1 - beta*c) / (n1 - lambda*c)
	return lambda, eta
}

// TestCorollary2Descent checks on two quadratics that a small step along −P changes each by −η·C_i up to O(η²),
// with C_i = P·g_i > 0.
func TestCorollary2Descent(t *testing.T) {
	a, b := []float64{1, 0, 0.5}, []float64{-1, 0.5, 0}
	bowl := func(centre, theta []float64) float64 {
		d := plus(theta, times(-1, centre))
		return 0.5 * dot(d, d)
	}
	for _, theta := range [][]float64{{0.25, 0.5, 1}, {0.1, -0.3, 0.4}, {3, 2, 1}} {
		g1, g2 := plus(theta, times(-1, a)), plus(theta, times(-1, b))
		for _, lambda := range lambdas {
			v := P(g1, g2, lambda)
			for _, eta := range []float64{1e-1, 1e-2, 1e-3, 1e-4} {
				next := plus(theta, times(-eta, v))
				for _, o := range []struct{ centre, g []float64 }{{a, g1}, {b, g2}} {
					rate := dot(v, o.g)
					off := bowl(o.centre, next) - bowl(o.centre, theta) + eta*rate
					if rate <= 0 || math.Abs(off) > eta*eta*dot(v, v)/2+1e-14 {
						t.Errorf("θ = %v, λ = %g, η = %g: C = %g, remainder %g", theta, lambda, eta, rate, off)
					}
				}
			}
		}
	}
}

// noisyP returns the bias and variance of P under Gaussian noise with standard deviation sigma on both
// gradients, by simulation with a fixed seed.
func noisyP(g1, g2 []float64, lambda, sigma float64) (bias, variance float64) {
	rng := rand.New(rand.NewPCG(5, 6))
	clean, mean, square := P(g1, g2, lambda), make([]float64, len(g1)), 0.0
	const n = 60000
	noisy := func(g []float64) []float64 {
		out := make([]float64, len(g))
		for i := range g {
			out[i] = g[i] + sigma*rng.NormFloat64()
		}
		return out
	}
	for range n {
		v := P(noisy(g1), noisy(g2), lambda)
		mean = plus(mean, times(1.0/n, v))
		square += dot(v, v) / n
	}
	return norm(plus(mean, times(-1, clean))), square - dot(mean, mean)
}

// TestTheorem5BiasAndVariance checks that away from c = 0, bias and variance are O(σ²). At c = 0 they are O(1)
// for λ ≠ ½ (0.283 and 0.08 at λ = 0.7), and for λ = ½ the bias is σ/√(2π).
func TestTheorem5BiasAndVariance(t *testing.T) {
	g1, conflicting := []float64{1, 0}, []float64{-1, 2}
	wide, wideVariance := noisyP(g1, conflicting, 0.7, 0.2)
	narrow, narrowVariance := noisyP(g1, conflicting, 0.7, 0.1)
	if rate := math.Log2(wide / narrow); math.Abs(rate-2) > 0.4 {
		t.Errorf("away from c = 0 the bias falls at rate %.2f, want 2", rate)
	}
	if rate := math.Log2(wideVariance / narrowVariance); math.Abs(rate-2) > 0.4 {
		t.Errorf("away from c = 0 the variance falls at rate %.2f, want 2", rate)
	}
	bias, variance := noisyP(g1, []float64{0, 1}, 0.7, 0.001)
	if math.Abs(bias-0.283) > 0.01 || math.Abs(variance-0.08) > 0.005 {
		t.Errorf("at c = 0, λ = 0.7: bias %.3f, variance %.3f, the notes say 0.283 and 0.08", bias, variance)
	}
	bias, _ = noisyP(g1, []float64{0, 1}, 0.5, 0.01)
	if want := 0.01 / math.Sqrt(2*math.Pi); math.Abs(bias-want) > 0.05*want {
		t.Errorf("at c = 0, λ = ½: bias %.5f, want σ/√(2π) = %.5f", bias, want)
	}
}

// TestCorollary3BatchSize checks that bias and variance decrease as 1/B away from c = 0, but not at c = 0.
func TestCorollary3BatchSize(t *testing.T) {
	for _, c := range []struct {
		g2   []float64
		rate float64
	}{{[]float64{-1, 2}, 1}, {[]float64{0, 1}, 0}} {
		small, smallVariance := noisyP([]float64{1, 0}, c.g2, 0.7, 0.8/math.Sqrt(64))
		large, largeVariance := noisyP([]float64{1, 0}, c.g2, 0.7, 0.8/math.Sqrt(1024))
		bias, variance := math.Log2(small/large)/4, math.Log2(smallVariance/largeVariance)/4
		if math.Abs(bias-c.rate) > 0.25 || math.Abs(variance-c.rate) > 0.25 {
			t.Errorf("g2 = %v: bias falls as B^−%.2f and variance as B^−%.2f, want exponent %g", c.g2, bias, variance, c.rate)
		}
	}
}
