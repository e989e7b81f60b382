package projection

import (
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// promises is the property table: what each rule promises on gradients that
// are not collinear. A false entry is shown to fail somewhere, too.
var promises = map[string]struct {
	descends    bool // lies in C_SD, up to its closure for the rules that touch it
	scales      bool // v(s·g1, s·g2) = s·v(g1, g2)
	symmetric   bool // swapping the objectives and λ gives the same v
	continuous  bool // in the gradients, across c = 0, for λ ≠ ½
	ignoresUnit bool // v's direction does not change when one objective is scaled
}{
	"paper":             {descends: true, scales: true, symmetric: true},
	"continuous":        {descends: true, scales: true, symmetric: true, continuous: true},
	"weighted-sum":      {scales: true, symmetric: true, continuous: true},
	"pcgrad":            {descends: true, scales: true, symmetric: true, continuous: true},
	"mgda":              {descends: true, scales: true, symmetric: true, continuous: true},
	"imtl-g":            {descends: true, scales: true, symmetric: true, continuous: true, ignoresUnit: true},
	"dual-proj":         {descends: true, scales: true, symmetric: true, continuous: true},
	"cagrad":            {scales: true, symmetric: true, continuous: true},
	"aligned-mtl":       {descends: false, scales: true, symmetric: true, continuous: true},
	"feasibility-first": {scales: false, symmetric: false, continuous: true, ignoresUnit: true},
}

// TestPropertyTable crosses every rule with every sampler.
func TestPropertyTable(t *testing.T) {
	for _, rule := range Rules() {
		want, ok := promises[rule.String()]
		if !ok {
			t.Fatalf("%s is not in the table", rule)
		}
		for name, c := range map[string]struct {
			want  bool
			holds func(Rule, pair, float64) bool
		}{
			"descends": {want.descends, descends}, "scales": {want.scales, scales},
			"symmetric": {want.symmetric, symmetric}, "continuous": {want.continuous, continuous},
			"ignores units": {want.ignoresUnit, ignoresUnit},
		} {
			failures, first := 0, ""
			for _, p := range samples(60) {
				for _, lambda := range lambdas {
					if p.regular() && !c.holds(rule, p, lambda) {
						failures++
						first = p.name
					}
				}
			}
			if (failures == 0) != c.want {
				t.Errorf("%s %s: %d failures (%s), the table says %v", rule, name, failures, first, c.want)
			}
		}
	}
}

// descends allows products that are zero up to rounding.
func descends(r Rule, p pair, lambda float64) bool {
	v := Combine(r, p.g1, p.g2, lambda)
	return dot(v, p.g1) >= -1e-9*norm(v)*norm(p.g1) && dot(v, p.g2) >= -1e-9*norm(v)*norm(p.g2)
}

func scales(r Rule, p pair, lambda float64) bool {
	return same(Combine(r, times(3, p.g1), times(3, p.g2), lambda), times(3, Combine(r, p.g1, p.g2, lambda)))
}

func symmetric(r Rule, p pair, lambda float64) bool {
	return same(Combine(r, p.g1, p.g2, lambda), Combine(r, p.g2, p.g1, 1-lambda))
}

// continuous compares the rule on both sides of c = 0, near the pair's lengths.
func continuous(r Rule, p pair, lambda float64) bool {
	if lambda == 0.5 || p.name == "one tiny" || p.name == "nearly opposite" {
		return true
	}
	n1, n2, c := dots(p.g1, p.g2)
	upright := plus(p.g2, times(-c/n1, p.g1)) // g2⊥1
	tilt := 1e-9 * math.Sqrt(n2/n1)
	above, below := plus(upright, times(tilt, p.g1)), plus(upright, times(-tilt, p.g1))
	v, w := Combine(r, p.g1, above, lambda), Combine(r, p.g1, below, lambda)
	return norm(plus(v, times(-1, w))) <= 1e-6*norm(v)
}

func ignoresUnit(r Rule, p pair, lambda float64) bool {
	v, w := Combine(r, p.g1, p.g2, lambda), Combine(r, times(50, p.g1), p.g2, lambda)
	return dot(v, w) > (1-1e-9)*norm(v)*norm(w)
}

func same(v, w []float64) bool { return norm(plus(v, times(-1, w))) <= 1e-8*(norm(v)+norm(w)) }

// TestNormalizedIgnoresUnits: under Normalized no rule minds the scale of a loss.
func TestNormalizedIgnoresUnits(t *testing.T) {
	for _, rule := range Rules() {
		for _, p := range samples(20) {
			if p.regular() && p.name == "normal" && !ignoresUnit(Normalized{rule}, p, 0.3) {
				t.Errorf("normalized %s minds units", rule)
			}
		}
	}
}

// TestSpecialGradients: zero, parallel and opposite gradients give finite
// directions under every rule, and a zero gradient leaves the other.
func TestSpecialGradients(t *testing.T) {
	for _, rule := range append(Rules(), Normalized{Paper{}}) {
		for _, p := range samples(20) {
			v := Combine(rule, p.g1, p.g2, 0.3)
			if n := norm(v); math.IsNaN(n) || math.IsInf(n, 0) {
				t.Fatalf("%s, %s: %v", rule, p.name, v)
			}
			if p.name == "zero g1" && !same(v, p.g2) || p.name == "zero g2" && !same(v, p.g1) {
				t.Errorf("%s, %s: a zero gradient does not leave the other", rule, p.name)
			}
			if p.name == "opposite" && rule.String() == "paper" && norm(v) > 1e-6*norm(p.g1) {
				t.Errorf("%s on opposite gradients moves by %g", rule, norm(v))
			}
		}
	}
}

// TestMinimality: MGDA's vector is the shortest of the hull, Residual its
// norm; CAGrad's is the best of its ball; both against a fine grid.
func TestMinimality(t *testing.T) {
	for _, p := range samples(20) {
		if p.name != "normal" {
			continue
		}
		n1, n2, c := dots(p.g1, p.g2)
		m := Combine(MGDA{}, p.g1, p.g2, 0.5)
		if r := Residual(n1, n2, c); math.Abs(r-norm(m)) > 1e-9*norm(m) {
			t.Errorf("residual %g, MGDA's norm %g", r, norm(m))
		}
		cag := CAGrad{C: 0.5}
		g0 := plus(times(0.5, p.g1), times(0.5, p.g2))
		worst := func(w float64) float64 {
			gw := plus(times(w, p.g1), times(1-w, p.g2))
			return dot(gw, g0) + cag.C*norm(g0)*norm(gw)
		}
		v := Combine(cag, p.g1, p.g2, 0.5)
		got := math.Min(dot(v, p.g1), dot(v, p.g2))
		for w := 0.0; w <= 1; w += 1.0 / 512 {
			if norm(plus(times(w, p.g1), times(1-w, p.g2))) < norm(m)*(1-1e-9) {
				t.Errorf("w = %g is shorter than MGDA", w)
			}
			if worst(w) < got-1e-6*n1 {
				t.Errorf("CAGrad's worst improvement %g, w = %g bounds it by %g", got, w, worst(w))
			}
		}
	}
}

var backend = sync.OnceValues(func() (compute.Backend, error) { return gobackend.New("ops_sequential") })

// TestGraphTwin: weights built in a graph equal the float64 reference for
// every rule and sampler, in float64 and in float32, special cases included.
func TestGraphTwin(t *testing.T) {
	b, err := backend()
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range append(Rules(), Normalized{Paper{}}, Normalized{CAGrad{C: 0.3}}) {
		exec, err := NewExec(b, func(n1, n2, c, lambda *Node) []*Node {
			a1, a2 := WeightsNode(rule, n1, n2, c, lambda, 0)
			return []*Node{a1, a2}
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range samples(12) {
			twin[float64](t, exec, rule, p, 1e-6)
			if p.exact && p.name != "one tiny" && p.name != "nearly opposite" {
				twin[float32](t, exec, rule, p, 2e-3)
			}
		}
	}
}

func twin[F float32 | float64](t *testing.T, exec *Exec, rule Rule, p pair, tolerance float64) {
	t.Helper()
	n1, n2, c := dots(p.g1, p.g2)
	out, err := exec.Call(F(n1), F(n2), F(c), F(0.3))
	if err != nil {
		t.Fatal(err)
	}
	a1, a2 := float64(tensors.ToScalar[F](out[0])), float64(tensors.ToScalar[F](out[1]))
	got := plus(times(a1, p.g1), times(a2, p.g2))
	b1, b2 := Weights(rule, n1, n2, c, 0.3, 0)
	want := plus(times(b1, p.g1), times(b2, p.g2))
	if off := norm(plus(got, times(-1, want))); !(off <= tolerance*(norm(want)+tolerance*(math.Abs(a1)*norm(p.g1)+math.Abs(a2)*norm(p.g2)))) {
		t.Errorf("%s, %s: graph (%g, %g) is off by %g of %g", rule, p.name, a1, a2, off, norm(want))
	}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		n1, n2, c, tolerance float64
		want                 Case
	}{
		{1, 1, 0, 0, Aligned}, {1, 1, 0.5, 0, Aligned}, {1, 4, -1, 0, Conflict}, {1, 4, -2, 0, Opposite},
		{0, 0, 0, 0, Zero}, {1, 0, 0, 0, OnlyG1}, {0, 1, 0, 0, OnlyG2},
		{1, 1e-26, -1e-14, 1e-12, OnlyG1}, {1, 1e-22, -1e-14, 1e-12, Conflict}, {1e-26, 1, 0, 1e-12, OnlyG2},
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

func TestBadInput(t *testing.T) {
	if _, err := ByName("magic"); err == nil || !strings.Contains(err.Error(), "paper, continuous") {
		t.Errorf("unknown rule: %v", err)
	}
	for _, name := range Names() {
		if r, err := ByName(name); err != nil || r.String() != name {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
	var c Case
	if err := c.UnmarshalText([]byte("odd")); err == nil {
		t.Error("an unknown case was read")
	}
	if _, _, err := Invert([]float64{1, 0}, []float64{0, 1}, -1, 1); err == nil {
		t.Error("α = −1 was accepted")
	}
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "lengths 2 and 1") {
			t.Errorf("unequal lengths: %v, want an error value", err)
		}
	}()
	P([]float64{1, 2}, []float64{1}, 0.5)
}
