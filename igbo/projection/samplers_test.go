package projection

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// A pair holds two gradients and the name of the sampler that drew them.
type pair struct {
	name   string
	g1, g2 []float64
	// exact is false if rounding decides which case the pair belongs to.
	exact bool
}

const size = 7

func normal(rng *rand.Rand, scale float64) []float64 {
	v := make([]float64, size)
	for i := range v {
		v[i] = scale * rng.NormFloat64()
	}
	return v
}

func times(s float64, v []float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = s * v[i]
	}
	return out
}

func plus(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}

// samples draws random gradients with special properties from every sampler.
func samples(n int) []pair {
	rng := rand.New(rand.NewPCG(11, 12))
	var ps []pair
	add := func(name string, exact bool, g1, g2 []float64) { ps = append(ps, pair{name, g1, g2, exact}) }
	for range n {
		g, h := normal(rng, 1), normal(rng, 1)
		add("normal", true, g, h)
		add("zero g1", true, times(0, g), h)
		add("zero g2", true, g, times(0, g))
		add("parallel", false, g, times(0.5+rng.Float64(), g))
		add("exactly parallel", true, g, times(math.Ldexp(1, rng.IntN(5)-2), g))
		add("nearly parallel", true, g, plus(g, times(1e-3, h)))
		add("opposite", false, g, times(-0.5-rng.Float64(), g))
		add("exactly opposite", true, g, times(-math.Ldexp(1, rng.IntN(5)-2), g))
		add("nearly opposite", true, g, plus(times(-1, g), times(1e-3, h)))
		add("nearly opposite, one long", true, g, plus(times(-30, g), times(3, h)))
		add("one tiny", true, g, times(1e-12, h))
		add("far scales", true, times(1e-3, g), times(1e3, h))
		for exponent := -15; exponent <= 15; exponent += 5 {
			scale := math.Pow(10, float64(exponent))
			add(fmt.Sprintf("scale 1e%d", exponent), true, times(scale, g), times(scale, h))
		}
	}
	return ps
}

// regular reports whether neither gradient is negligible and the gradients are not collinear.
func (p pair) regular() bool {
	n1, n2, c := dots(p.g1, p.g2)
	return p.exact && n1 > 0 && n2 > 0 && math.Abs(cosine(n1, n2, c)) < 1-1e-9
}

// conditioned reports whether most digits of the weights survive rounding: the lengths are comparable and the
// gradients are not nearly collinear.
func (p pair) conditioned() bool {
	n1, n2, c := dots(p.g1, p.g2)
	return p.regular() && math.Abs(cosine(n1, n2, c)) < 0.999 && n1 < 1e6*n2 && n2 < 1e6*n1
}

// rounding bounds the rounding errors of the weights of nearly collinear gradients in float64: a few units in
// the last place divided by the squared sine. Backends round in different orders.
func (p pair) rounding() float64 {
	if !p.regular() {
		return 0
	}
	cos := cosine(dots(p.g1, p.g2))
	return 8 * 0x1p-52 / (1 - cos*cos)
}

func dot(a, b []float64) float64 {
	_, _, c := dots(a, b)
	return c
}

func norm(a []float64) float64 { return math.Sqrt(dot(a, a)) }
