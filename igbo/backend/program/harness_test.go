package program

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// engine returns the embedded backend without programs, in sequential mode.
func engine(tb testing.TB) compute.Backend {
	tb.Helper()
	return must.Of(gobackend.New("ops_sequential,creation_order")).In(tb)
}

// eager returns a wrapper that runs every program on several cores, in small parts.
func eager(b compute.Backend, workers int) compute.Backend {
	return eagerWith(b, workers, must.Get(vector.Default()))
}

// eagerWith is like eager, with the given kernels.
func eagerWith(b compute.Backend, workers int, s *vector.Set) compute.Backend {
	w := wrap(b, workers, s)
	w.costs = costs{parallel: 0, part: 1, chain: 64}
	return w
}

// graph builds outputs from parameters; it panics on errors.
type graph func(f compute.Function, x []compute.Value) []compute.Value

// array is the data and the dimensions of a value.
type array struct {
	flat any
	dims []int
}

func (a array) shape() shapes.Shape {
	return shapes.Make(dtypes.FromGoType(reflect.TypeOf(a.flat).Elem()), a.dims...)
}

// compiled builds and compiles a graph.
func compiled(tb testing.TB, b compute.Backend, inputs []array, g graph) compute.Executable {
	tb.Helper()
	builder := b.Builder("test")
	f := builder.Main()
	var x []compute.Value
	for i, in := range inputs {
		x = append(x, must.Get(f.Parameter(fmt.Sprint(i), in.shape(), nil)))
	}
	must.Do(tb, f.Return(g(f, x), nil))
	return must.Of(builder.Compile()).In(tb)
}

// called runs an executable on copies of the inputs, donated, and returns copies of the outputs.
func called(b compute.Backend, e compute.Executable, inputs []array) ([]any, error) {
	buffers, donate := make([]compute.Buffer, len(inputs)), make([]bool, len(inputs))
	for i, in := range inputs {
		var err error
		if buffers[i], err = b.BufferFromFlatData(0, in.flat, in.shape()); err != nil {
			return nil, err
		}
		donate[i] = true
	}
	outputs, err := e.Execute(buffers, donate, 0)
	if err != nil {
		return nil, err
	}
	var out []any
	for _, o := range outputs {
		flat, err := o.Data()
		if err != nil {
			return nil, err
		}
		out = append(out, record.Cloned(flat))
		if err := o.Finalize(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// evaluated builds, compiles and runs a graph.
func evaluated(tb testing.TB, b compute.Backend, inputs []array, g graph) []any {
	tb.Helper()
	return must.Of(called(b, compiled(tb, b, inputs, g), inputs)).In(tb)
}

// same compares two slices bit for bit, except that all NaNs are equal.
func same(got, want any) error {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	if g.Type() != w.Type() || g.Len() != w.Len() {
		return fmt.Errorf("%s of %d, want %s of %d", g.Type(), g.Len(), w.Type(), w.Len())
	}
	for i := range w.Len() {
		a, b := g.Index(i), w.Index(i)
		if a.CanFloat() {
			if x, y := a.Float(), b.Float(); math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y) {
				continue
			}
		} else if a.Interface() == b.Interface() {
			continue
		}
		return fmt.Errorf("element %d is %v, want %v", i, a, b)
	}
	return nil
}

// edges holds values for which kernels are likely to fail.
var edges = []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 1e-40, -1e-40, 5e-324, -5e-324,
	1, -1, 0.625, -0.6250001, 3e38, -3e38, 88.8, -88.8, -103, 104, 1e-8, 9.02, -20}

// drawn returns random numbers of a type: occasional edge values, otherwise normal numbers.
func drawn(rng *rand.Rand, dtype dtypes.DType, dims ...int) array {
	flat := make([]float64, task.Size(dims))
	for i := range flat {
		if flat[i] = 3 * rng.NormFloat64(); rng.IntN(4) == 0 {
			flat[i] = edges[rng.IntN(len(edges))]
		}
	}
	return typedArray(flat, dtype, dims)
}

// plain returns ordinary random numbers.
func plain(rng *rand.Rand, dtype dtypes.DType, dims ...int) array {
	flat := make([]float64, task.Size(dims))
	for i := range flat {
		flat[i] = rng.NormFloat64()
	}
	return typedArray(flat, dtype, dims)
}

func typedArray(flat []float64, dtype dtypes.DType, dims []int) array {
	dims = slices.Clone(dims)
	switch dtype {
	case dtypes.Float32:
		return array{to(flat, func(v float64) float32 { return float32(v) }), dims}
	case dtypes.Float64:
		return array{flat, dims}
	case dtypes.Int32:
		return array{to(flat, func(v float64) int32 { return int32(math.Mod(whole0(v), 50)) }), dims}
	case dtypes.Int64:
		return array{to(flat, func(v float64) int64 { return int64(math.Mod(whole0(v), 50)) }), dims}
	case dtypes.Uint8:
		return array{to(flat, func(v float64) uint8 { return uint8(math.Abs(math.Mod(whole0(v), 50))) }), dims}
	}
	return array{to(flat, func(v float64) bool { return v > 0 }), dims}
}

// whole0 returns v, or 0 if v is NaN or infinite.
func whole0(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

func to[T any](flat []float64, f func(float64) T) []T {
	out := make([]T, len(flat))
	for i, v := range flat {
		out[i] = f(v)
	}
	return out
}
