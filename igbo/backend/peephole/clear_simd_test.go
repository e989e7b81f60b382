//go:build amd64 && goexperiment.simd

package peephole

import (
	"math"
	"testing"
	"time"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

func TestClearingBlock(t *testing.T) {
	for _, c := range []struct{ n, size, want int }{
		{1024, 4, 256}, {1024, 8, 128}, {64, 4, 0}, {65, 4, 65}, {521, 4, 0}, {521 * 2, 4, 0}, {97 * 89, 4, 97},
	} {
		if got := clearingBlock(c.n, c.size); got != c.want {
			t.Errorf("%d elements of %d bytes: blocks of %d, want %d", c.n, c.size, got, c.want)
		}
	}
}

// TestClearedOperationsAfterProducts: exponentials after a SIMD product have
// the plain backend's values, bit for bit, and are not slowed by it.
func TestClearedOperationsAfterProducts(t *testing.T) {
	flat := make([]float32, 128*128)
	for i := range flat {
		flat[i] = float32(math.Sin(float64(i)))
	}
	for name, op := range map[string]func(*Node) *Node{"exp": Exp, "tanh": Tanh, "logistic": Sigmoid, "erf": Erf} {
		want, slow := afterProduct(t, plain(t), op, flat)
		got, fast := afterProduct(t, wrapped(t), op, flat)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%s: element %d is %g, want %g", name, i, got[i], want[i])
			}
		}
		if fast > 2*slow {
			t.Errorf("%s: %s with cleared registers, %s without", name, fast, slow)
		}
		t.Logf("%s: %s with cleared registers, %s without", name, fast, slow)
	}
}

// afterProduct runs op(x·x) and takes the best of several times.
func afterProduct(t *testing.T, b compute.Backend, op func(*Node) *Node, in []float32) ([]float32, time.Duration) {
	t.Helper()
	exec, err := NewExec(b, func(x *Node) *Node { return op(Dot(x, x).Product()) })
	if err != nil {
		t.Fatal(err)
	}
	x := tensors.FromFlatDataAndDimensions(in, 128, 128)
	var flat []float32
	best := time.Hour
	for range 5 {
		start := time.Now()
		out, err := exec.Call1(x)
		if err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(start))
		if flat, err = tensors.CopyFlatData[float32](out); err != nil {
			t.Fatal(err)
		}
	}
	return flat, best
}
