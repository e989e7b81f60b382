package peephole

import (
	"math"
	"sync"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// TestAgrees builds random graphs and their gradients on the wrapped
// and the plain backend.
func TestAgrees(t *testing.T) {
	t.Run("as operations", func(t *testing.T) { agrees(t, plain(t), wrapped(t), false) })
	t.Run("as programs", func(t *testing.T) { agrees(t, plain(t), programs(t), true) })
}

// agrees compares two backends. The plain one fails at products without elements, which
// those that run more do.
func agrees(t *testing.T, plain, wrapped compute.Backend, more bool) {
	t.Helper()
	failed := 0
	for seed := range uint64(1500) {
		p := newProgram(seed)
		want, errWant := p.run(plain)
		got, errGot := p.run(wrapped)
		if (errWant == nil) != (errGot == nil) && !(more && errGot == nil) {
			t.Fatalf("%s: plain error %v, wrapped error %v", p, errWant, errGot)
		}
		if errWant != nil {
			failed++
		}
		for i := range want { // nothing where the plain one failed
			if err := near(got[i], want[i]); err != nil {
				t.Fatalf("%s: output %d: %v", p, i, err)
			}
		}
	}
	if failed > 150 {
		t.Fatalf("%d programs did not run on the plain backend", failed)
	}
}

// TestConcurrentBuilds builds and runs graphs from many goroutines.
func TestConcurrentBuilds(t *testing.T) {
	b := wrapped(t)
	var wg sync.WaitGroup
	for g := range uint64(8) {
		wg.Go(func() {
			for seed := range uint64(10) {
				p := newProgram(8*seed + g)
				want, errWant := p.run(b)
				got, errGot := p.run(b)
				if (errWant == nil) != (errGot == nil) {
					t.Errorf("%s: %v and %v", p, errWant, errGot)
				}
				for i := range want {
					if err := near(got[i], want[i]); err != nil {
						t.Errorf("%s: %v", p, err)
					}
				}
			}
		})
	}
	wg.Wait()
}

// TestSpreadsNaN checks that sums and broadcasts keep infinity and NaN.
func TestSpreadsNaN(t *testing.T) {
	x := make([]float64, 96)
	x[3], x[17], x[40] = math.Inf(1), math.NaN(), math.Inf(-1)
	f := func(x *Node) []*Node {
		return []*Node{
			ReduceSum(x, 0), ReduceSum(x, 1), ReduceAllSum(x),
			Add(x, Slice(x, AxisElem(0))), Mul(x, Slice(x, AxisRange(), AxisElem(0))),
			BroadcastToShape(Slice(x, AxisElem(1)), shapes.Make(dtypes.Float64, 9, 8)),
		}
	}
	want := MustExecOnceN(plain(t), f, tensors.FromFlatDataAndDimensions(x, 12, 8))
	got := MustExecOnceN(wrapped(t), f, tensors.FromFlatDataAndDimensions(x, 12, 8))
	for i := range want {
		g, w := numbers(got[i]), numbers(want[i])
		for j := range w {
			if g[j] != w[j] && !(math.IsNaN(g[j]) && math.IsNaN(w[j])) {
				t.Errorf("output %d, element %d is %v, want %v", i, j, g[j], w[j])
			}
		}
	}
}
