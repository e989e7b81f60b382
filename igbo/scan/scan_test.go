package scan

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// unrolled is Scan without loops.
func unrolled(cell Cell, start, inputs []*Node, o Options) (last, outputs []*Node) {
	l := &Loop{steps: inputs[0].Shape().Dim(0), reverse: o.Reverse}
	l.define = func(constants, carry, elements []*Node) (next, outputs, terms []*Node) {
		next, outputs = cell(carry, elements, constants)
		return next, outputs, nil
	}
	return l.unroll(values{constants: o.Constants, carry: start, series: inputs})
}

// gated is a cell with a sigmoid gate, a mask, two carries h [B,H] and c [B,H], and two outputs, one of which is a carry.
// Its inputs are x [B,D] and mask [B].
func gated(carry, inputs, constants []*Node) (next, outputs []*Node) {
	h, c, x, mask, w, u, b := carry[0], carry[1], inputs[0], inputs[1], constants[0], constants[1], constants[2]
	a := Tanh(Add(Add(Dot(x, w).Product(), Dot(h, u).Product()), b))
	updated := Add(Mul(Sigmoid(MulScalar(a, 0.5)), c), a)
	valid := BroadcastToDims(InsertAxes(mask, -1), h.Shape().Dimensions...)
	c = Where(valid, updated, c)
	h = Where(valid, Mul(Sin(c), a), h)
	return []*Node{h, c}, []*Node{ReduceSum(Mul(h, c), -1), h}
}

// problem returns the inputs of gated: x [T,B,D], mask, w, u, b, h_0, c_0.
func problem(steps int) []*tensors.Tensor {
	mask := make([]bool, steps*2)
	for i := range mask {
		mask[i] = i%5 != 3
	}
	return []*tensors.Tensor{normal(1, steps, 2, 3), tensors.FromFlatDataAndDimensions(mask, steps, 2),
		normal(2, 3, 4), normal(3, 4, 4), normal(4, 1, 4), normal(5, 2, 4), normal(6, 2, 4)}
}

type scanner func(cell Cell, start, inputs []*Node, o Options) (last, outputs []*Node)

// differentiable holds the indices of the floating-point inputs of problem.
var differentiable = []int{0, 2, 3, 4, 5, 6}

// weigh builds Σ_i sin(i)·x_i.
func weigh(nodes []*Node) *Node {
	var sum *Node
	for _, n := range nodes {
		s := ReduceAllSum(Mul(Sin(AddScalar(IotaFull(n.Graph(), n.Shape()), 1)), n))
		if sum == nil {
			sum = s
		} else {
			sum = Add(sum, s)
		}
	}
	return sum
}

// derivatives builds the results of a scan of gated and their derivatives up to the given order.
func derivatives(scan scanner, in []*Node, reverse bool, order int) []*Node {
	last, outputs := scan(gated, in[5:7], in[:2], Options{Constants: in[2:5], Reverse: reverse})
	all := append(append([]*Node{}, last...), outputs...)
	floats := xslices.Gather(in, differentiable)
	total := weigh(all)
	for range order {
		g := Gradient(total, floats...)
		all = append(all, g...)
		total = weigh(g)
	}
	return all
}

func TestScanIsTheUnrolledGraph(t *testing.T) {
	needLoops(t)
	for _, c := range []struct {
		steps, order int
		reverse      bool
	}{{1, 2, false}, {2, 3, false}, {5, 2, false}, {5, 2, true}} {
		in := problem(c.steps)
		out := backendtest.Evaluate(t, func(in []*Node) []*Node { return derivatives(Scan, in, c.reverse, c.order) }, in...)
		want := backendtest.Evaluate(t, func(in []*Node) []*Node { return derivatives(unrolled, in, c.reverse, c.order) }, in...)
		for i := range out {
			backendtest.Near(t, fmt.Sprintf("%+v, value %d", c, i), out[i], want[i], 1e-12)
		}
	}
}

// TestScanByHand checks a loop with a known result: h_t = h_{t−1}·x_t + w, in both directions.
func TestScanByHand(t *testing.T) {
	for _, reverse := range []bool{false, true} {
		x, w, h := normal(1, 4), normal(2), normal(3)
		out := backendtest.Evaluate(t, func(in []*Node) []*Node {
			last, outputs := Scan(func(carry, x, c []*Node) (next, outputs []*Node) {
				h := Add(Mul(carry[0], x[0]), c[0])
				return []*Node{h}, []*Node{h, Square(h)}
			}, in[2:], in[:1], Options{Constants: in[1:2], Reverse: reverse})
			return append(last, outputs...)
		}, x, w, h)
		state, xs := h.Value().(float64), tensors.MustCopyFlatData[float64](x)
		hs, squares := make([]float64, 4), make([]float64, 4)
		for step := range 4 {
			i := step
			if reverse {
				i = 3 - step
			}
			state = state*xs[i] + w.Value().(float64)
			hs[i], squares[i] = state, state*state
		}
		backendtest.Near(t, "last", out[0], []float64{state}, 1e-14)
		backendtest.Near(t, "h", out[1], hs, 1e-14)
		backendtest.Near(t, "h²", out[2], squares, 1e-14)
	}
}

// TestScanAgainstDifferences checks second derivatives against finite differences, on any backend.
func TestScanAgainstDifferences(t *testing.T) {
	in := problem(3)
	gradient := func(shift float64, second bool) float64 {
		return backendtest.Evaluate(t, func(in []*Node) []*Node {
			along := MulScalar(OnesLike(in[3]), shift)
			moved := append([]*Node{}, in...)
			moved[3] = Add(in[3], along)
			last, outputs := Scan(gated, moved[5:7], moved[:2], Options{Constants: moved[2:5]})
			g := weigh(Gradient(weigh(append(last, outputs...)), moved[3], moved[0]))
			if second {
				return []*Node{ReduceAllSum(Gradient(g, moved[3])[0])}
			}
			return []*Node{g}
		}, in...)[0][0]
	}
	const e = 1e-5
	want := (gradient(e, false) - gradient(-e, false)) / (2 * e)
	if got := gradient(0, true); math.Abs(got-want) > 1e-6*math.Max(1, math.Abs(want)) {
		t.Errorf("second derivative %.12g, differences %.12g", got, want)
	}
}

// TestScanOverWholeNumbers checks that integer values are passed through a loop without a derivative.
func TestScanOverWholeNumbers(t *testing.T) {
	out := backendtest.Evaluate(t, func(in []*Node) []*Node {
		g := in[0].Graph()
		last, outputs := Scan(func(carry, _, c []*Node) (next, outputs []*Node) {
			n := AddScalar(carry[0], 1)
			h := Mul(carry[1], Mul(c[0], ConvertDType(n, dtypes.Float64)))
			return []*Node{n, h}, []*Node{n}
		}, []*Node{Scalar(g, dtypes.Int32, 0), in[0]}, nil, Options{Constants: in[1:], Steps: 5}) // h·w⁵·5!
		return append(append(last, outputs...), Gradient(last[1], in...)...)
	}, tensors.FromValue(2.0), tensors.FromValue(0.5))
	for i, want := range [][]float64{{5}, {7.5}, {1, 2, 3, 4, 5}, {3.75}, {75}} {
		backendtest.Near(t, fmt.Sprint(i), out[i], want, 1e-13)
	}
}

// TestScansDoNotGrowWithTheSeries checks that the number of nodes, including derivatives, does not depend on T.
func TestScansDoNotGrowWithTheSeries(t *testing.T) {
	needLoops(t)
	count := func(steps int) (n int) {
		backendtest.Evaluate(t, func(in []*Node) []*Node {
			out := derivatives(Scan, in, false, 2)
			n = len(in[0].Graph().Nodes())
			return out
		}, problem(steps)...)
		return n
	}
	if short, long := count(3), count(30); short != long {
		t.Errorf("%d nodes for 3 steps, %d for 30", short, long)
	}
}

// TestScansInRepeatedSteps checks a loop inside a training step inside a loop.
func TestScansInRepeatedSteps(t *testing.T) {
	needLoops(t)
	train := func(scan scanner) func(in []*Node) []*Node {
		return func(in []*Node) []*Node {
			last, outputs := scan(gated, in[5:7], in[:2], Options{Constants: in[2:5]})
			g := Gradient(ReduceAllSum(Square(weigh(append(last, outputs...)))), in[2], in[3])
			next := append([]*Node{}, in...)
			next[2], next[3] = Sub(in[2], MulScalar(g[0], 1e-4)), Sub(in[3], MulScalar(g[1], 1e-4))
			return next
		}
	}
	in := problem(4)
	looped := backendtest.Evaluate(t, func(in []*Node) []*Node {
		return Repeat(3, in, func(_ *Node, s []*Node) []*Node { return train(Scan)(s) })[2:4]
	}, in...)
	single := backendtest.Evaluate(t, func(in []*Node) []*Node {
		step := train(unrolled)
		return step(step(step(in)))[2:4]
	}, in...)
	for i := range looped {
		backendtest.Near(t, fmt.Sprint(i), looped[i], single[i], 1e-12)
	}
}

// TestCellsCaptureNothing checks, on every backend, that a cell that uses an outer node is rejected.
func TestCellsCaptureNothing(t *testing.T) {
	for name, cell := range map[string]func(outer *Node) Cell{
		"operand": func(outer *Node) Cell {
			return func(carry, x, _ []*Node) (next, outputs []*Node) {
				return []*Node{Mul(Add(carry[0], x[0]), outer)}, nil
			}
		},
		"output": func(outer *Node) Cell {
			return func(carry, _, _ []*Node) (next, outputs []*Node) { return carry, []*Node{Neg(outer)} }
		},
	} {
		var named string
		_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node {
			outer := Sin(in[1])
			named = outer.String()
			last, outputs := Scan(cell(outer), in[1:], in[:1], Options{})
			return append(last, outputs...)
		}, normal(1, 3), normal(2))
		var captured *CapturedError
		if !errors.As(err, &captured) || captured.Node != named {
			t.Errorf("%s: error %v, expected a CapturedError that names %s", name, err, named)
		}
	}
}

func TestScanRefuses(t *testing.T) {
	keep := func(carry, _, _ []*Node) (next, outputs []*Node) { return carry, nil }
	for name, c := range map[string]struct {
		cell   Cell
		inputs int
		o      Options
		want   string
	}{
		"no cell":  {nil, 1, Options{}, "the cell must not be nil"},
		"no steps": {keep, 0, Options{}, "0 steps"},
		"lengths":  {keep, 2, Options{}, "series 1"},
		"carry": {func(carry, x, _ []*Node) (next, outputs []*Node) { return []*Node{InsertAxes(x[0], 0)}, nil }, 1,
			Options{}, "shape"},
		"carries": {func(carry, x, _ []*Node) (next, outputs []*Node) { return nil, nil }, 1, Options{}, "returned 0 carries"},
	} {
		_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node {
			last, _ := Scan(c.cell, in[2:], in[:c.inputs], c.o)
			return last
		}, normal(1, 3), normal(2, 4), normal(3))
		refusal.Check(t, err, c.want, name)
	}
}

// TestForeignLoopsHaveNoGradient checks that the loop of Repeat, and a While built elsewhere, have no gradient.
func TestForeignLoopsHaveNoGradient(t *testing.T) {
	needLoops(t)
	_, err := backendtest.TryEvaluate(t, func(in []*Node) []*Node {
		y := Repeat(2, in, func(_ *Node, s []*Node) []*Node { return []*Node{Sin(s[0])} })[0]
		return Gradient(y, in[0])
	}, normal(1))
	if !errors.Is(err, errForeign) {
		t.Errorf("error %v, expected %v", err, errForeign)
	}
}
