package program

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestRandomBitsAgree checks that random bits and the next state equal those of the wrapped backend, also if the bytes do
// not fill the last word.
func TestRandomBitsAgree(t *testing.T) {
	state := array{[]uint64{12345678901234567890, 42, 7}, []int{3}}
	for _, shape := range []shapes.Shape{shapes.Make(dtypes.Uint32, 5, 3), shapes.Make(dtypes.Uint64, 1), shapes.Make(dtypes.Uint8, 13), shapes.Make(dtypes.Uint64), shapes.Make(dtypes.Uint32, 0)} {
		agree(t, []array{state}, true, func(f compute.Function, x []compute.Value) []compute.Value {
			next, bits, err := f.RNGBitGenerator(x[0], shape)
			if err != nil {
				t.Fatal(err)
			}
			again, more, err := f.RNGBitGenerator(next, shape)
			if err != nil {
				t.Fatal(err)
			}
			return []compute.Value{bits, more, again}
		})
	}
}

// TestWindowsAgree checks that a graph with pooling runs as a program.
func TestWindowsAgree(t *testing.T) {
	x := array{[]float32{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8}, []int{1, 12}}
	agree(t, []array{x}, false, func(f compute.Function, x []compute.Value) []compute.Value {
		return []compute.Value{must.Get(f.ReduceWindow(x[0], compute.ReduceOpMax, []int{1, 3}, []int{1, 2}, nil, nil, nil))}
	})
}

// TestFusedOperationsAgree checks that fused operations run in programs and agree with the wrapped backend up to
// rounding.
func TestFusedOperationsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	in := []array{plain(rng, dtypes.Float64, 3, 4, 5), plain(rng, dtypes.Float64, 5, 7), plain(rng, dtypes.Float64, 7), plain(rng, dtypes.Float64, 7, 5)}
	dense := func(f compute.Function, x, w, b compute.Value, a compute.ActivationType, l compute.DenseLayout) compute.Value {
		return must.Get(f.FusedDense(x, w, b, compute.DenseConfig{Activation: a, WeightLayout: l}))
	}
	g := func(f compute.Function, x []compute.Value) []compute.Value {
		gamma := must.Get(f.Slice(x[2], []int{0}, []int{5}, []int{1}))
		out := []compute.Value{
			must.Get(f.FusedSoftmax(x[0], 1)), must.Get(f.FusedGelu(x[0], true)), must.Get(f.FusedGelu(x[0], false)),
			must.Get(f.FusedLayerNorm(x[0], []int{2}, 1e-5, nil, nil)), must.Get(f.FusedLayerNorm(x[0], []int{2}, 1e-5, gamma, nil)),
			must.Get(f.FusedLayerNorm(x[0], []int{2}, 1e-5, gamma, gamma)), dense(f, x[0], x[1], nil, compute.ActivationNone, compute.DenseLayoutInputOutputs),
		}
		for _, a := range []compute.ActivationType{compute.ActivationNone, compute.ActivationTanh, compute.ActivationRelu, compute.ActivationGelu} {
			out = append(out, dense(f, x[0], x[1], x[2], a, compute.DenseLayoutInputOutputs), dense(f, x[0], x[3], x[2], a, compute.DenseLayoutOutputsInput))
		}
		return out
	}
	b := engine(t)
	want, w := evaluated(t, b, in, g), Wrap(b, 1)
	if e := compiled(t, w, in, g); !isProgram(e) {
		t.Fatalf("a %T, want a program", e)
	}
	for i, got := range evaluated(t, w, in, g) {
		for k, v := range got.([]float64) {
			if other := want[i].([]float64)[k]; math.Abs(v-other) > 1e-13*max(1, math.Abs(other)) {
				t.Fatalf("output %d, element %d is %v, want %v", i, k, v, other)
			}
		}
	}
}

func isProgram(e compute.Executable) bool {
	_, ok := e.(*executable)
	return ok
}
