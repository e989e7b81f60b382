//go:build amd64 && goexperiment.simd

package program

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
)

// The functions of float32 in vectors are within two units in the last place of the right
// numbers over the whole range, exact at NaN, infinities and zeros, and do not depend on
// where in a slice an element stands.
func TestVectorFunctionsAreAccurate(t *testing.T) {
	if !vectors {
		t.Skip("this machine has no AVX-512")
	}
	for _, c := range []struct {
		op   compute.OpType
		f    func(float64) float64
		ulps float64
	}{{compute.OpTypeExp, math.Exp, 2}, {compute.OpTypeTanh, math.Tanh, 2}, {compute.OpTypeLogistic, logistic, 2}} {
		kernel, _, _ := vectorUnary(c.op)
		worst, at := 0.0, float32(0)
		x, y := make([]float32, 1024), make([]float32, 1024)
		for start := uint64(0); start < 1<<32; start += 1024 * 4093 {
			for i := range x {
				x[i] = math.Float32frombits(uint32(start + uint64(i)*4093))
			}
			kernel(y, x)
			for i, v := range x {
				want := float32(c.f(float64(v)))
				if e := ulps(y[i], want); e > worst {
					worst, at = e, v
				}
			}
		}
		if worst > c.ulps {
			t.Errorf("%s is off by %.0f units at %g (bits %#x), want at most %.0f", c.op, worst, at, math.Float32bits(at), c.ulps)
		}
		for _, e := range edges {
			v := float32(e)
			kernel(y[:1], []float32{v})
			want := float32(c.f(float64(v)))
			if special := math.IsNaN(float64(want)) || math.IsInf(float64(want), 0) || want == 0; special && same(y[:1], []float32{want}) != nil {
				t.Errorf("%s(%g) is %g, want %g", c.op, v, y[0], want)
			}
		}
		for i := range x {
			x[i] = float32(i)/300 - 1.7
		}
		whole, parts := make([]float32, 1024), make([]float32, 1024)
		kernel(whole, x)
		for lo := 0; lo < 1024; lo += 7 {
			hi := min(lo+7, 1024)
			kernel(parts[lo:hi], x[lo:hi])
		}
		if err := same(parts, whole); err != nil {
			t.Errorf("%s in parts: %v", c.op, err)
		}
	}
}

// TestWithoutAVX512: on a machine with AVX2 alone programs use the wrapped
// backend's large products and its own functions.
func TestWithoutAVX512(t *testing.T) {
	defer func(v bool) { vectors = v }(vectors)
	vectors = false
	tanh := func(f compute.Function, x []compute.Value) []compute.Value {
		return []compute.Value{must(f.Tanh(x[0])), must(f.Add(x[0], x[1]))}
	}
	rng := rand.New(rand.NewPCG(1, 13))
	agree(t, []array{drawn(rng, dtypes.Float32, 100), drawn(rng, dtypes.Float32, 100)}, true, tanh)
	b := engine(t)
	for _, f := range []form{{1, 9, 10, 5, false}, {2, 70, 66, 40, false}, {1, 70, 66, 40, true}, {1, 640, 1, 10, false}} {
		in := factors(f, dtypes.Float32, plain)
		if err := nearProduct(reals(evaluated(t, eager(b, 2), in, multiplied(f))[0]), reals(in[0].flat), reals(in[1].flat), f, dtypes.Float32); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

// ulps is the distance of two numbers in units in the last place.
func ulps(a, b float32) float64 {
	switch {
	case math.IsNaN(float64(a)) && math.IsNaN(float64(b)):
		return 0
	case math.IsNaN(float64(a)) != math.IsNaN(float64(b)):
		return math.Inf(1)
	}
	return math.Abs(float64(ordered(a)) - float64(ordered(b)))
}

// ordered numbers the float32 in their order.
func ordered(v float32) int64 {
	if bits := int64(math.Float32bits(v)); bits < 1<<31 {
		return bits
	} else {
		return -(bits - 1<<31)
	}
}
