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

// TestAgrees compares random graphs and their gradients on the plain backend and on the wrapped ones. The wrapped
// backends may support graphs that the plain one rejects, such as products without elements. With -short it runs a tenth
// of the graphs.
func TestAgrees(t *testing.T) {
	plain, failed, graphs := plain(t), 0, uint64(1500)
	if testing.Short() {
		graphs /= 10
	}
	kinds := []struct {
		name    string
		backend compute.Backend
		more    bool
	}{{"as operations", wrapped(t), false}, {"as programs", programs(t), true}}
	for seed := range graphs {
		p := newProgram(seed)
		want, errWant := p.run(plain)
		if errWant != nil {
			failed++
		}
		for _, k := range kinds {
			got, errGot := p.run(k.backend)
			if (errWant == nil) != (errGot == nil) && !(k.more && errGot == nil) {
				t.Fatalf("%s: %s: plain error %v, wrapped error %v", k.name, p, errWant, errGot)
			}
			for i := range want { // empty if the plain backend failed
				if err := near(got[i], want[i]); err != nil {
					t.Fatalf("%s: %s: output %d: %v", k.name, p, i, err)
				}
			}
		}
	}
	if failed > int(graphs)/10 {
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
