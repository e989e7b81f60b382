package scan

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// floats32 converts float64 inputs to float32.
func floats32(in []*Node) []*Node {
	return xslices.Map(in, func(n *Node) *Node {
		if n.DType() == dtypes.Float64 {
			return ConvertDType(n, dtypes.Float32)
		}
		return n
	})
}

// TestLoopsHaveTheBitsOfTheUnrolledGraph checks that a loop has the same bits as the unrolled graph, and that its
// gradients agree within 1e-5.
func TestLoopsHaveTheBitsOfTheUnrolledGraph(t *testing.T) {
	needLoops(t)
	for _, reverse := range []bool{false, true} {
		in := problem(9)
		both := func(scan scanner) (values, gradients [][]float64) {
			out := backendtest.Evaluate(t, func(in []*Node) []*Node {
				out := derivatives(scan, floats32(in), reverse, 1)
				return xslices.Map(out, func(n *Node) *Node { return ConvertDType(n, dtypes.Float64) })
			}, in...)
			return out[:4], out[4:]
		}
		values, gradients := both(Scan)
		wantValues, wantGradients := both(unrolled)
		for i := range values {
			if !slices.Equal(values[i], wantValues[i]) {
				t.Errorf("reverse %t: value %d differs", reverse, i)
			}
		}
		for i := range gradients {
			backendtest.Near(t, "gradient", gradients[i], wantGradients[i], 1e-5)
		}
	}
}

// TestBodies checks cells with a Sort, a convolution, pooling and its gradient, an unchanged state, exchanged states, a
// constant state, values that do not depend on the step, and a nested loop.
func TestBodies(t *testing.T) {
	needLoops(t)
	for name, cell := range map[string]Cell{
		"sort": func(carry, x, c []*Node) (next, outputs []*Node) {
			return []*Node{Add(MulScalar(Sort(Add(carry[0], x[0]), -1, true), 0.5), c[0]), carry[1]}, []*Node{carry[1]}
		},
		"convolution": func(carry, x, c []*Node) (next, outputs []*Node) {
			y := Convolve(Reshape(Add(carry[0], x[0]), 1, 4, 1), Reshape(Slice(c[0], AxisRange(0, 3)), 3, 1, 1)).PadSame().Done()
			return []*Node{Sin(Reshape(y, 4)), carry[1]}, []*Node{y}
		},
		"pooling": func(carry, x, c []*Node) (next, outputs []*Node) {
			y := MaxPool(Reshape(Mul(carry[0], x[0]), 1, 4, 1)).Window(2).Strides(2).Done()
			return []*Node{Add(carry[0], Gradient(ReduceAllSum(Square(y)), carry[0])[0]), c[0]}, []*Node{y}
		},
		"exchange": func(carry, x, _ []*Node) (next, outputs []*Node) {
			return []*Node{carry[1], carry[0]}, []*Node{Add(carry[0], x[0])}
		},
		"constant": func(carry, x, _ []*Node) (next, outputs []*Node) {
			return []*Node{OnesLike(x[0]), Add(carry[0], carry[1])}, []*Node{carry[0]}
		},
		"steady": func(carry, x, c []*Node) (next, outputs []*Node) {
			twice := Sin(MulScalar(c[0], 2)) // the same in every step
			return []*Node{twice, Add(Mul(carry[0], Exp(twice)), x[0])}, []*Node{Neg(twice), carry[1]}
		},
		"nested": func(carry, x, c []*Node) (next, outputs []*Node) {
			last, all := Scan(func(carry, x, c []*Node) (next, outputs []*Node) {
				h := Tanh(Add(Mul(carry[0], c[0]), x[0]))
				return []*Node{h}, []*Node{h}
			}, carry[:1], x, Options{Constants: c})
			return []*Node{last[0], carry[1]}, []*Node{ReduceAllSum(all[0]), Dot(last[0], c[0]).Product()}
		},
	} {
		dims := []int{5, 4}
		c := normal(2, 4)
		if name == "nested" {
			dims, c = []int{5, 3, 4}, normal(2, 4)
		}
		in := []*tensors.Tensor{normal(1, dims...), c, normal(3, 4), normal(4, 4)}
		values := func(scan scanner) [][]float64 {
			return backendtest.Evaluate(t, func(in []*Node) []*Node {
				last, outputs := scan(cell, in[2:], in[:1], Options{Constants: in[1:2]})
				all := append(last, outputs...)
				if name == "sort" || name == "pooling" { // GoMLX has no gradient of these
					return all
				}
				return append(all, Gradient(weigh(all), in...)...)
			}, in...)
		}
		got, want := values(Scan), values(unrolled)
		for i := range want {
			backendtest.Near(t, name, got[i], want[i], 1e-12)
		}
	}
}

// TestCellsWithoutAKernelAreUnrolled checks that a cell is unrolled if the embedded backend lacks a kernel for it.
func TestCellsWithoutAKernelAreUnrolled(t *testing.T) {
	loops := 0
	_, embedded := backendtest.Open(t).(looping)
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		last, _ := Scan(func(carry, x, _ []*Node) (next, outputs []*Node) {
			return []*Node{Add(ConvertDType(ConvertDType(carry[0], dtypes.BFloat16), dtypes.Float64), x[0])}, nil
		}, in[1:], in[:1], Options{})
		for _, n := range in[0].Graph().Nodes() {
			if n.Type() == NodeTypeWhile {
				loops++
			}
		}
		return last
	}, tensors.FromValue([]float64{1, 2, 3}), tensors.FromScalar(4.0))
	backendtest.Near(t, "sum", out[0], []float64{10}, 0)
	if embedded && loops > 0 {
		t.Errorf("%d loops", loops)
	}
}

// TestRepeatKeepsTheRestOfASeries checks that elements that Repeat does not write keep their initial values, and that a
// series can be read and written in one step.
func TestRepeatKeepsTheRestOfASeries(t *testing.T) {
	needLoops(t)
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		write := func(i *Node, s []*Node) []*Node {
			row := MulScalar(InsertAxes(ConvertDType(i, dtypes.Float64), 0), 10)
			return []*Node{DynamicUpdateSlice(s[0], row, []*Node{AddScalar(i, 1)})}
		}
		add := func(i *Node, s []*Node) []*Node { // s[i+1] = s[i] + s[i+1]
			next := []*Node{AddScalar(i, 1)}
			sum := Add(DynamicSlice(s[0], []*Node{i}, []int{1}), DynamicSlice(s[0], next, []int{1}))
			return []*Node{DynamicUpdateSlice(s[0], sum, next)}
		}
		return []*Node{Repeat(2, in, write)[0], Repeat(3, in, add)[0],
			DynamicUpdateSlice(in[0], MulScalar(DynamicSlice(in[0], []*Node{Scalar(in[0].Graph(), dtypes.Int32, 9)}, []int{2}), 2), []*Node{Scalar(in[0].Graph(), dtypes.Int32, -1)})}
	}, tensors.FromValue([]float64{1, 2, 3, 4}))
	for k, want := range [][]float64{{1, 0, 10, 4}, {1, 3, 6, 10}, {6, 8, 3, 4}} {
		backendtest.Near(t, "series", out[k], want, 0)
	}
}

// TestCheckpoints checks that checkpoints do not change values, change gradients only by rounding, and need less memory
// for large T.
func TestCheckpoints(t *testing.T) {
	checkpointed := func(cell Cell, start, inputs []*Node, o Options) (last, outputs []*Node) {
		o.Checkpoints = true
		return Scan(cell, start, inputs, o)
	}
	for _, c := range []struct {
		steps   int
		reverse bool
	}{{1, false}, {4, true}, {7, false}, {7, true}} {
		out := backendtest.Evaluate(t, func(in []*Node) []*Node { return derivatives(checkpointed, in, c.reverse, 2) }, problem(c.steps)...)
		want := backendtest.Evaluate(t, func(in []*Node) []*Node { return derivatives(Scan, in, c.reverse, 2) }, problem(c.steps)...)
		for i := range out {
			backendtest.Near(t, fmt.Sprintf("%+v, value %d", c, i), out[i], want[i], 1e-12)
		}
	}
	if _, ok := backendtest.Open(t).(looping); !ok {
		return
	}
	planned := func(scan scanner) int {
		g := NewGraph(backendtest.Open(t), t.Name())
		defer g.Finalize()
		var in []*Node
		for i, x := range problem(400) {
			in = append(in, Parameter(g, fmt.Sprint(i), x.Shape()))
		}
		last, _ := scan(gated, in[5:7], in[:2], Options{Constants: in[2:5]})
		if err := g.Compile(Gradient(weigh(last), in[2:5]...)...); err != nil {
			t.Fatal(err)
		}
		return g.Executable().(interface{ Memory() int }).Memory()
	}
	if kept, recomputed := planned(Scan), planned(checkpointed); 2*recomputed > kept {
		t.Errorf("%d bytes with checkpoints, %d without", recomputed, kept)
	}
}
