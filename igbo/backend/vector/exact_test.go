package vector

import (
	"math"
	"math/big"
	"slices"
	"testing"
)

// exactly returns a·b + c, computed with arbitrary precision and rounded once.
func exactly(a, b, c float32) float32 {
	big1 := func(v float32) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(float64(v)) }
	s := new(big.Float).SetPrec(600).Mul(big1(a), big1(b))
	v, _ := s.Add(s, big1(c)).Float32()
	return v
}

// ulps returns the distance between two numbers in units in the last place.
func ulps(a, b float32) float64 {
	switch {
	case a != a && b != b:
		return 0
	case a != a || b != b:
		return math.Inf(1)
	}
	return math.Abs(float64(ordered(a)) - float64(ordered(b)))
}

// ordered maps float32 values to integers of the same order.
func ordered(v float32) int64 {
	if bits := int64(math.Float32bits(v)); bits < 1<<31 {
		return bits
	} else {
		return -(bits - 1<<31)
	}
}

// right holds the reference functions, computed by package math in float64, where every float32 is a normal number.
var right = map[string]func(float64) float64{
	"Neg": func(x float64) float64 { return -x }, "Abs": math.Abs, "Sqrt": math.Sqrt, "Exp": math.Exp, "Log": math.Log, "Tanh": math.Tanh,
	"Rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) }, "Round": math.RoundToEven, "Floor": math.Floor, "Ceil": math.Ceil,
	"Logistic": func(x float64) float64 { return 1 / (1 + math.Exp(-x)) },
	"Sign": func(x float64) float64 {
		if x == 0 || math.IsNaN(x) {
			return x
		}
		return math.Copysign(1, x)
	},
}

// allowed is the maximum error of each function in units in the last place; 0 for functions that are not listed.
var allowed = map[string]float64{"Exp": 2, "Log": 2, "Tanh": 2, "Logistic": 2, "Rsqrt": 1}

// TestFunctionsAreRight checks every function of every set over the whole range. Results that are NaN, infinite or zero
// must be exact.
func TestFunctionsAreRight(t *testing.T) {
	const step = 4093
	for _, s := range Sets() {
		for name, f := range s.Unary {
			worst, at := 0.0, float32(0)
			check := func(x, y []float32) {
				f(y, x)
				for i, v := range x {
					want := float32(right[name](float64(v)))
					e := ulps(y[i], want)
					if (want == 0 || want != want || math.IsInf(float64(want), 0)) && !same(y[i], want) {
						e = math.Inf(1)
					}
					if e > worst {
						worst, at = e, v
					}
				}
			}
			x, y := make([]float32, 1024), make([]float32, 1024)
			for start := uint64(0); start < 1<<32; start += 1024 * step {
				for i := range x {
					x[i] = math.Float32frombits(uint32(start + uint64(i)*step))
				}
				check(x, y)
			}
			check(special, y[:len(special)])
			if worst > allowed[name] {
				t.Errorf("%s: %s is off by %g units at %g (bits %#x), expected at most %g", s.Name, name, worst, at, math.Float32bits(at), allowed[name])
			}
		}
	}
}

// TestArithmeticIsGos checks that arithmetic and comparisons of special values agree with Go's operators.
func TestArithmeticIsGos(t *testing.T) {
	arithmetic := map[string]func(a, b float32) float32{
		"Add": func(a, b float32) float32 { return a + b }, "Sub": func(a, b float32) float32 { return a - b }, "Mul": func(a, b float32) float32 { return a * b },
		"Div": func(a, b float32) float32 { return a / b }, "Max": func(a, b float32) float32 { return max(a, b) }, "Min": func(a, b float32) float32 { return min(a, b) },
	}
	comparison := map[string]func(a, b float32) bool{
		"Equal": func(a, b float32) bool { return a == b }, "NotEqual": func(a, b float32) bool { return a != b },
		"LessThan": func(a, b float32) bool { return a < b }, "LessOrEqual": func(a, b float32) bool { return a <= b },
		"GreaterThan": func(a, b float32) bool { return a > b }, "GreaterOrEqual": func(a, b float32) bool { return a >= b },
	}
	for _, s := range Sets() {
		y, c := make([]float32, len(special)), make([]bool, len(special))
		for _, v := range special {
			for name, f := range arithmetic {
				against(t, s.Name+": "+name, s.Arithmetic[name], f, y, v, same)
			}
			for name, f := range comparison {
				against(t, s.Name+": "+name, s.Comparison[name], f, c, v, func(a, b bool) bool { return a == b })
			}
		}
	}
}

// against compares all forms of an operation with f, on v and special values.
func against[R any](t *testing.T, name string, o Binary[float32, R], f func(a, b float32) R, y []R, v float32, equal func(a, b R) bool) {
	t.Helper()
	check := func(a, b func(i int) float32) {
		t.Helper()
		for i := range special {
			if want := f(a(i), b(i)); !equal(y[i], want) {
				t.Errorf("%s(%g, %g) is %v, want %v", name, a(i), b(i), y[i], want)
			}
		}
	}
	one, each, other := func(int) float32 { return v }, func(i int) float32 { return special[i] }, slices.Repeat([]float32{v}, len(special))
	o.Right(y, special, v)
	check(each, one)
	o.Left(y, v, special)
	check(one, each)
	o.Both(y, special, other)
	check(each, one)
	o.Both(y, other, special)
	check(one, each)
}

func TestNamed(t *testing.T) {
	for _, s := range Sets() {
		if got, err := Named(s.Name); got != s || err != nil {
			t.Errorf("Named(%q) is %v, %v", s.Name, got, err)
		}
	}
	if s, err := Named(""); s != Sets()[0] || err != nil {
		t.Errorf("Named of nothing is %v, %v", s, err)
	}
	if s, err := Named("mmx"); s != nil || err == nil {
		t.Errorf("Named(mmx) is %v, %v", s, err)
	}
}
