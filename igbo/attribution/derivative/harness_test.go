package derivative

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
)

// drawn is a list of numbers with a shape.
type drawn struct {
	flat []float64
	dims []int
}

// draw fills a shape with samples.
func draw(sample func() float64, dims ...int) drawn {
	n := 1
	for _, d := range dims {
		n *= d
	}
	x := drawn{make([]float64, n), dims}
	for i := range x.flat {
		x.flat[i] = sample()
	}
	return x
}

func (x drawn) float64() *tensors.Tensor { return tensors.FromFlatDataAndDimensions(x.flat, x.dims...) }

func (x drawn) float32() *tensors.Tensor {
	flat := make([]float32, len(x.flat))
	for i, v := range x.flat {
		flat[i] = float32(v)
	}
	return tensors.FromFlatDataAndDimensions(flat, x.dims...)
}

// moved returns x + step·v.
func (x drawn) moved(v drawn, step float64) drawn {
	y := drawn{make([]float64, len(x.flat)), x.dims}
	for i := range y.flat {
		y.flat[i] = x.flat[i] + step*v.flat[i]
	}
	return y
}

func generator(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 11)) }

// near compares numbers with a tolerance relative to the largest expected number.
func near(t testing.TB, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	size := 1.0
	for _, w := range want {
		size = math.Max(size, math.Abs(w))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tol*size) {
			t.Fatalf("%s: element %d is %.12g, want %.12g", what, i, got[i], want[i])
		}
	}
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}
