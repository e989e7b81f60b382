package program

import (
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestLenderKeepsOneBlock checks that the returned block serves the next call that fits, that only a larger block
// replaces it, and that it is dropped after some time.
func TestLenderKeepsOneBlock(t *testing.T) {
	var l lender
	first := l.take(1000)
	l.give(first)
	if again := l.take(500); again != first {
		t.Error("a smaller call gets another block than that which came back")
	}
	second := l.take(2000)
	l.give(first)
	l.give(second)
	l.give(first)
	if again := l.take(1500); again != second {
		t.Error("the larger block is not kept")
	}
	if l.give(second); l.block != second {
		t.Error("the larger block does not come back")
	}
	if l.release(); l.block.at != nil {
		t.Error("a released block is kept")
	}
	l.give(second)
	if l.drop(); l.block != second {
		t.Error("a block is dropped at once")
	}
	l.since = l.since.Add(-lendFor)
	if l.drop(); l.block.at != nil {
		t.Error("a block is kept forever")
	}
}

// TestLargeProgramsShareABlock checks that programs with large blocks share memory and compute correct results.
func TestLargeProgramsShareABlock(t *testing.T) {
	b := Wrap(engine(t), 1)
	large := b.(*wrapper).large
	var last memory
	for _, n := range []int{9 << 20, 8<<20 + 1000} {
		in := []array{{[]float32{3}, []int{1}}, {[]int32{int32(n - 1)}, nil}}
		g := func(f compute.Function, x []compute.Value) []compute.Value {
			wide := must.Get(f.BroadcastInDim(x[0], shapes.Make(dtypes.Float32, n), []int{0}))
			return []compute.Value{must.Get(f.DynamicSlice(must.Get(f.Neg(wide)), x[1:], []int{1}))}
		}
		for range 2 {
			if got := evaluated(t, b, in, g)[0].([]float32); got[0] != -3 {
				t.Errorf("%v of %d elements, want -3", got, n)
			}
			if m := large.block; m.at == nil || last.at != nil && m != last {
				t.Errorf("the block is %v after a call, want %v", m, last)
			}
			last = large.block
		}
	}
}
