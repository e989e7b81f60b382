package projection

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// wrapped returns the rules and their normalised forms.
func wrapped() []Rule {
	rules := Rules()
	for _, r := range Rules() {
		rules = append(rules, Normalized{Rule: r}, Normalized{Rule: r, Rescale: true})
	}
	return rules
}

// compiled returns the rules for tests that compile a graph per rule: all of wrapped or, in short tests on XLA,
// which takes a second per graph, only the first rule with wrappers.
func compiled() []Rule {
	rules := wrapped()
	if backendtest.ShortOnXLA() {
		rules = rules[:len(Rules())+2]
	}
	return rules
}

// TestSpecialGradients checks that zero, parallel, opposite, tiny and huge gradients give finite directions
// under every rule, and that a zero gradient leaves the other one.
func TestSpecialGradients(t *testing.T) {
	for _, rule := range wrapped() {
		for _, p := range samples(10) {
			for _, lambda := range lambdas {
				v := Combine(rule, p.g1, p.g2, lambda)
				if n := norm(v); math.IsNaN(n) || math.IsInf(n, 0) {
					t.Fatalf("%s, %s, λ = %g: %v", rule, p.name, lambda, v)
				}
				if p.name == "zero g1" && !same(v, p.g2) || p.name == "zero g2" && !same(v, p.g1) {
					t.Errorf("%s, %s: a zero gradient does not leave the other", rule, p.name)
				}
			}
		}
		if v := Combine(rule, []float64{0, 0}, []float64{0, 0}, 0.3); norm(v) != 0 {
			t.Errorf("%s: two zero gradients give %v", rule, v)
		}
	}
}

// TestNormalized checks that v depends only on the unit gradients, that Rescale makes it homogeneous, and that
// neither changes a rule on unit gradients.
func TestNormalized(t *testing.T) {
	for _, rule := range Rules() {
		for _, p := range samples(10) {
			if !p.conditioned() {
				continue
			}
			plain, rescaled := Normalized{Rule: rule}, Normalized{Rule: rule, Rescale: true}
			unit1, unit2 := times(1/norm(p.g1), p.g1), times(1/norm(p.g2), p.g2)
			want := Combine(rule, unit1, unit2, 0.3)
			if !same(Combine(plain, p.g1, p.g2, 0.3), want) {
				t.Errorf("%s, %s: %v, on unit gradients %v", plain, p.name, Combine(plain, p.g1, p.g2, 0.3), want)
			}
			length := math.Sqrt(norm(p.g1) * norm(p.g2))
			if !same(Combine(rescaled, p.g1, p.g2, 0.3), times(length, want)) {
				t.Errorf("%s, %s: not √(‖g1‖‖g2‖) times that on unit gradients", rescaled, p.name)
			}
			if !unitFree(plain, p, 0.3) || !homogeneous(rescaled, p, 0.3) {
				t.Errorf("%s, %s: units or scale count", plain, p.name)
			}
		}
	}
}

// TestWeights checks the documented weights of the special cases.
func TestWeights(t *testing.T) {
	for _, c := range []struct {
		n1, n2, c, tolerance, a1, a2 float64
	}{
		{4, 0, 0, 0, 1, 0}, {0, 4, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0}, {1, 4, -2, 0, 0.7 + 0.3*2, 0.3 + 0.7/2},
		{1, 1e-20, -1e-11, 1e-9, 1, 0}, {1e-20, 1, -1e-11, 1e-9, 0, 1}, {1, 1, -0.999, 0.01, 0, 0}, {1, 4, -2, 1e-12, 0, 0},
		{1, 1, 0.5, 0, 0.3, 0.7}, {1, 2, -0.5, 0, 0.7 + 0.3*0.5, 0.3 + 0.7*0.25},
	} {
		a1, a2 := Weights(Paper{}, c.n1, c.n2, c.c, 0.3, c.tolerance)
		if math.Abs(a1-c.a1) > 1e-15 || math.Abs(a2-c.a2) > 1e-15 {
			t.Errorf("Weights(%g, %g, %g) = %g, %g, want %g, %g", c.n1, c.n2, c.c, a1, a2, c.a1, c.a2)
		}
	}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		n1, n2, c, tolerance float64
		want                 Case
	}{
		{1, 1, 0, 0, Aligned}, {1, 1, 0.5, 0, Aligned}, {1, 4, -1, 0, Conflict}, {1, 4, -2, 0, Opposite},
		{0, 0, 0, 0, Zero}, {1, 0, 0, 0, OnlyG1}, {0, 1, 0, 0, OnlyG2}, {0, 0, 0, 0.1, Zero},
		{1, 1e-26, -1e-14, 1e-12, OnlyG1}, {1, 1e-22, -1e-14, 1e-12, Conflict}, {1e-26, 1, 0, 1e-12, OnlyG2},
		{1e30, 4e30, -2e30, 0, Opposite}, {1e-30, 4e-30, -1e-30, 0, Conflict}, {1, 1, -0.999, 0.01, Opposite},
	} {
		got := Classify(c.n1, c.n2, c.c, c.tolerance)
		if got != c.want {
			t.Errorf("Classify(%g, %g, %g, %g) = %s, want %s", c.n1, c.n2, c.c, c.tolerance, got, c.want)
		}
		var back Case
		text, err := got.MarshalText()
		if err != nil || back.UnmarshalText(text) != nil || back != got {
			t.Errorf("case %s does not survive its text %q", got, text)
		}
	}
}

// TestDefinition1Residual checks that the residual is 0 exactly where no direction descends on both objectives,
// and otherwise the norm of the shortest vector in the convex hull.
func TestDefinition1Residual(t *testing.T) {
	for _, c := range []struct{ n1, n2, c, want float64 }{
		{1, 1, -1, 0}, {4, 1, -2, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0},
		{1, 1, 1, 1}, {4, 1, 2, 1}, {1, 4, 2, 1}, {1, 1, 0, math.Sqrt2 / 2}, {4, 1, 1.5, 1},
		{1e30, 1e30, 0, 1e15 * math.Sqrt2 / 2}, {1e-30, 1e-30, 0, 1e-15 * math.Sqrt2 / 2}, {1, 1e30, 0, 1},
	} {
		if got := Residual(c.n1, c.n2, c.c); !(math.Abs(got-c.want) <= 1e-14*c.want) {
			t.Errorf("Residual(%g, %g, %g) = %g, want %g", c.n1, c.n2, c.c, got, c.want)
		}
	}
	for _, p := range samples(20) {
		n1, n2, c := dots(p.g1, p.g2)
		shortest := norm(Combine(MGDA{}, p.g1, p.g2, 0.5))
		if r := Residual(n1, n2, c); p.conditioned() && math.Abs(r-shortest) > 1e-9*shortest {
			t.Errorf("%s: residual %g, MGDA's norm %g", p.name, r, shortest)
		}
	}
}

// TestMinimality checks on a grid that MGDA's vector is the shortest in the convex hull. CAGrad must close the
// duality gap of its problem for every C and λ: max over the ball of the worst improvement = min over w of
// g_w·g0 + C·‖g0‖·‖g_w‖.
func TestMinimality(t *testing.T) {
	for _, p := range samples(4) {
		if !p.conditioned() {
			continue
		}
		m := norm(Combine(MGDA{}, p.g1, p.g2, 0.5))
		hull := func(w float64) []float64 { return plus(times(w, p.g1), times(1-w, p.g2)) }
		for w := 0.0; w <= 1; w += 1.0 / 128 {
			if norm(hull(w)) < m*(1-1e-9) {
				t.Errorf("%s: w = %g is shorter than MGDA", p.name, w)
			}
		}
		for _, radius := range []float64{0, 0.2, 0.5, 0.9} {
			for _, lambda := range lambdas {
				checkCAGrad(t, p, radius, lambda, hull)
			}
		}
	}
}

func checkCAGrad(t *testing.T, p pair, radius, lambda float64, hull func(float64) []float64) {
	t.Helper()
	g0 := plus(times(lambda, p.g1), times(1-lambda, p.g2))
	v := Combine(CAGrad{C: radius}, p.g1, p.g2, lambda)
	if out := norm(plus(v, times(-1, g0))); out > radius*norm(g0)*(1+1e-9)+1e-9*norm(g0) {
		t.Errorf("%s, C = %g, λ = %g: %g from g0, the ball has radius %g", p.name, radius, lambda, out, radius*norm(g0))
	}
	worst, scale := math.Min(dot(v, p.g1), dot(v, p.g2)), norm(g0)*math.Max(norm(p.g1), norm(p.g2))
	bound := math.Inf(1)
	for w := 0.0; w <= 1; w += 1.0 / 512 {
		bound = math.Min(bound, dot(hull(w), g0)+radius*norm(g0)*norm(hull(w)))
	}
	if worst > bound+1e-9*scale || worst < bound-1e-4*scale {
		t.Errorf("%s, C = %g, λ = %g: worst improvement %g, the dual bound is %g", p.name, radius, lambda, worst, bound)
	}
}

// TestNashBargaining checks that IMTL-G's weights satisfy Nash's condition a1·(v·g1) = a2·(v·g2) (Navon et al.,
// 2022), and that its products with the unit gradients are equal.
func TestNashBargaining(t *testing.T) {
	for _, p := range samples(20) {
		if !p.conditioned() {
			continue
		}
		a, product, _ := products(IMTLG{}, p, 0.5)
		if off := a[0]*product[0] - a[1]*product[1]; math.Abs(off) > 1e-9*math.Abs(a[0]*product[0]) {
			t.Errorf("%s: a1·v·g1 = %g, a2·v·g2 = %g", p.name, a[0]*product[0], a[1]*product[1])
		}
		if u1, u2 := product[0]/norm(p.g1), product[1]/norm(p.g2); math.Abs(u1-u2) > 1e-9*u1 {
			t.Errorf("%s: products with unit gradients %g and %g", p.name, u1, u2)
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, name := range []string{"magic", "normalized magic", ""} {
		if _, err := ByName(name); err == nil || !strings.HasPrefix(err.Error(), "projection: ") || !strings.Contains(err.Error(), strings.Join(Names(), ", ")) {
			t.Errorf("%q: %v, want the known names", name, err)
		}
	}
	for _, rule := range wrapped() {
		if r, err := ByName(rule.String()); err != nil || r != rule {
			t.Errorf("%s: %v, %v", rule, r, err)
		}
	}
	var c Case
	if err := c.UnmarshalText([]byte("odd")); err == nil {
		t.Error("an unknown case was read")
	}
	for _, weights := range [][2]float64{{-1, 1}, {1, 0}, {math.NaN(), 1}} {
		if _, _, err := Invert([]float64{1, 0}, []float64{0, 1}, weights[0], weights[1]); err == nil {
			t.Errorf("α, β = %v were accepted", weights)
		}
	}
	for _, g2 := range [][]float64{{0, 0}, {-1, 0}} {
		if _, _, err := Invert([]float64{1, 0}, g2, 1, 1); err == nil {
			t.Errorf("g2 = %v was inverted", g2)
		}
	}
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "lengths 2 and 1") {
			t.Errorf("unequal lengths: %v, want an error value", err)
		}
	}()
	P([]float64{1, 2}, []float64{1}, 0.5)
}

// TestAlignedMTLAgainstSingularValues checks that v = σ·U·Vᵀ·(λ, 1−λ), with the singular vectors of (g1, g2)
// and their smaller singular value σ.
func TestAlignedMTLAgainstSingularValues(t *testing.T) {
	for _, p := range samples(20) {
		if !p.conditioned() {
			continue
		}
		var pairs, u, v, turn mat.Dense
		pairs.CloneFrom(mat.NewDense(2, len(p.g1), append(append([]float64{}, p.g1...), p.g2...)).T())
		var svd mat.SVD
		if !svd.Factorize(&pairs, mat.SVDThin) {
			t.Fatal("no singular values")
		}
		svd.UTo(&u)
		svd.VTo(&v)
		turn.Mul(&u, v.T())
		smaller := svd.Values(nil)[1]
		for _, lambda := range lambdas {
			var want mat.VecDense
			want.MulVec(&turn, mat.NewVecDense(2, []float64{smaller * lambda, smaller * (1 - lambda)}))
			got, length := Combine(AlignedMTL{}, p.g1, p.g2, lambda), smaller*math.Hypot(lambda, 1-lambda)
			off := norm(plus(got, times(-1, want.RawVector().Data)))
			if !(off <= 1e-9*length) || !(math.Abs(norm(got)-length) <= 1e-9*length) {
				t.Errorf("%s, λ = %g: %g off, of length %g, expected %g", p.name, lambda, off, norm(got), length)
			}
		}
	}
}

// TestTrades checks which rules have a λ. Normalized has one if its inner rule does.
func TestTrades(t *testing.T) {
	table := documented(t)
	for _, rule := range Rules() {
		if got, want := Trades(rule), table[rule.String()]["λ"] == "yes"; got != want || Trades(Normalized{Rule: rule}) != want {
			t.Errorf("%s has a λ: %t, want %t", rule, got, want)
		}
	}
}
