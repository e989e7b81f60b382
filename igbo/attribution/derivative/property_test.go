package derivative

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// trials is the number of random shapes per case.
const trials = 3

// derivatives returns the cases whose gradient is their derivative.
func derivatives() []opCase {
	return slices.DeleteFunc(opCases(), func(c opCase) bool { return c.name == "custom gradient" })
}

// eachCase tests a property for each case with random shapes.
func eachCase(t *testing.T, cases []opCase, property func(t *testing.T, c opCase, x, v []drawn)) {
	t.Helper()
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if strings.Contains(c.name, "[") {
				backendtest.LongOnXLA(t, "88 random shapes of four operations, a program or more for each")
			}
			n := trials
			if testing.Short() && !backendtest.Embedded() {
				n = 1 // each is a separate program
			}
			for trial := range n {
				rng := generator(uint64(1000*i + trial))
				x := c.in(rng)
				v := make([]drawn, len(x))
				for j := range x {
					v[j] = draw(rng.NormFloat64, x[j].dims...)
				}
				property(t, c, x, v)
			}
		})
	}
}

// tensors64 converts lists of numbers to float64 tensors.
func tensors64(lists ...[]drawn) []*tensors.Tensor {
	var ts []*tensors.Tensor
	for _, list := range lists {
		for _, x := range list {
			ts = append(ts, x.float64())
		}
	}
	return ts
}

func tensors32(lists ...[]drawn) []*tensors.Tensor {
	var ts []*tensors.Tensor
	for _, list := range lists {
		for _, x := range list {
			ts = append(ts, x.float32())
		}
	}
	return ts
}

// valueAndTangent builds y and ẏ from inputs followed by their tangents.
func valueAndTangent(c opCase) func(in []*Node) []*Node {
	return func(in []*Node) []*Node {
		n := len(in) / 2
		y := c.f(in[:n])
		return []*Node{y, JVP([]*Node{y}, in[:n], in[n:])[0]}
	}
}

// finiteDifference computes (f(x + εv) − f(x − εv))/2ε.
func finiteDifference(t *testing.T, f func(in []*Node) []*Node, x, v []drawn) []float64 {
	t.Helper()
	const step = 1e-5
	up, down := make([]drawn, len(x)), make([]drawn, len(x))
	for i := range x {
		up[i], down[i] = x[i].moved(v[i], step), x[i].moved(v[i], -step)
	}
	ends, err := backendtest.EvaluateAll(t, f, tensors64(up), tensors64(down))
	if err != nil {
		t.Fatalf("%+v", err)
	}
	high, low := ends[0][0], ends[1][0]
	for i := range high {
		high[i] = (high[i] - low[i]) / (2 * step)
	}
	return high
}

func TestJVPEqualsFiniteDifferences(t *testing.T) {
	eachCase(t, derivatives(), func(t *testing.T, c opCase, x, v []drawn) {
		got := backendtest.Evaluate(t, valueAndTangent(c), tensors64(x, v)...)[1]
		want := finiteDifference(t, func(in []*Node) []*Node { return []*Node{c.f(in)} }, x, v)
		near(t, fmt.Sprintf("%v", x[0].dims), got, want, 1e-7)
	})
}

func TestJVPInFloat32(t *testing.T) {
	eachCase(t, opCases(), func(t *testing.T, c opCase, x, v []drawn) {
		got := backendtest.Evaluate(t, valueAndTangent(c), tensors32(x, v)...)[1]
		want := backendtest.Evaluate(t, valueAndTangent(c), tensors64(x, v)...)[1]
		near(t, fmt.Sprintf("%v", x[0].dims), got, want, 2e-5)
	})
}

// TestJVPIsTheTransposeOfTheGradient checks that forward and reverse mode are transposes: ⟨w, Jv⟩ = ⟨Jᵀw, v⟩.
func TestJVPIsTheTransposeOfTheGradient(t *testing.T) {
	backendtest.LongOnXLA(t, "differences check the same rules on every backend")
	eachCase(t, opCases(), func(t *testing.T, c opCase, x, v []drawn) {
		for _, precision := range []struct {
			lists func(lists ...[]drawn) []*tensors.Tensor
			tol   float64
		}{{tensors64, 1e-12}, {tensors32, 1e-4}} {
			y := backendtest.Evaluate(t, valueAndTangent(c), precision.lists(x, v)...)
			w := draw(generator(5).NormFloat64, len(y[0]))
			left := dot(w.flat, y[1])
			gradients := backendtest.Evaluate(t, func(in []*Node) []*Node {
				out := c.f(in[:len(x)])
				return Gradient(ReduceAllSum(Mul(Reshape(out, out.Shape().Size()), in[len(x)])), in[:len(x)]...)
			}, precision.lists(x, []drawn{w})...)
			right := 0.0
			for i, g := range gradients {
				right += dot(g, v[i].flat)
			}
			near(t, fmt.Sprintf("%v", x[0].dims), []float64{left}, []float64{right}, precision.tol*math.Sqrt(float64(len(w.flat))))
		}
	})
}

// TestReverseOverForward compares the gradient of ⟨w, Jv⟩ with respect to x, along u, with finite differences.
func TestReverseOverForward(t *testing.T) {
	eachCase(t, opCases(), func(t *testing.T, c opCase, x, v []drawn) {
		inner := func(in []*Node) *Node { // Σ sin(i)·ẏ_i
			ydot := valueAndTangent(c)(in)[1]
			flat := Reshape(ydot, ydot.Shape().Size())
			return ReduceAllSum(Mul(flat, Sin(Iota(flat.Graph(), flat.Shape(), 0))))
		}
		all := append(append([]drawn{}, x...), v...)
		u := make([]drawn, len(all))
		for i := range u {
			u[i] = draw(generator(uint64(i)).NormFloat64, all[i].dims...)
		}
		gradients := backendtest.Evaluate(t, func(in []*Node) []*Node { return Gradient(inner(in), in...) }, tensors64(all)...)
		got := 0.0
		for i, g := range gradients {
			got += dot(g, u[i].flat)
		}
		want := finiteDifference(t, func(in []*Node) []*Node { return []*Node{inner(in)} }, all, u)
		near(t, fmt.Sprintf("%v", x[0].dims), []float64{got}, want, 1e-6)
	})
}

// TestReverseOverReverse compares the gradient of ⟨Jᵀw, v⟩ with respect to x, along u, with finite differences.
func TestReverseOverReverse(t *testing.T) {
	backendtest.LongOnXLA(t, "reverse over forward checks the derivatives of the same rules")
	eachCase(t, opCases(), func(t *testing.T, c opCase, x, v []drawn) {
		n := len(x)
		inner := func(in []*Node) *Node { // w_i = sin(i)
			y := c.f(in[:n])
			flat := Reshape(y, y.Shape().Size())
			return along(CheckedGradient(ReduceAllSum(Mul(flat, Sin(Iota(flat.Graph(), flat.Shape(), 0)))), in[:n]...), in[n:])
		}
		all := append(append([]drawn{}, x...), v...)
		u := make([]drawn, len(all))
		for i := range u {
			u[i] = draw(generator(uint64(i)).NormFloat64, all[i].dims...)
		}
		got := 0.0
		for i, g := range backendtest.Evaluate(t, func(in []*Node) []*Node { return CheckedGradient(inner(in), in...) }, tensors64(all)...) {
			got += dot(g, u[i].flat)
		}
		want := finiteDifference(t, func(in []*Node) []*Node { return []*Node{inner(in)} }, all, u)
		near(t, fmt.Sprintf("%v", x[0].dims), []float64{got}, want, 1e-6)
	})
}

func TestBatchedEqualsSeparate(t *testing.T) {
	eachCase(t, opCases(), func(t *testing.T, c opCase, x, _ []drawn) {
		const k = 3
		rng := generator(9)
		batched := make([]drawn, len(x))
		for i := range x {
			batched[i] = draw(rng.NormFloat64, append([]int{k}, x[i].dims...)...)
		}
		out := backendtest.Evaluate(t, func(in []*Node) []*Node {
			inputs, tangents := in[:len(x)], in[len(x):]
			y := []*Node{c.f(inputs)}
			lists := make([][]*Node, k)
			for j := range lists {
				for _, v := range tangents {
					lists[j] = append(lists[j], Squeeze(Slice(v, AxisElem(j)), 0))
				}
			}
			var separate []*Node
			for _, dots := range JVPs(y, inputs, lists) {
				separate = append(separate, dots[0])
			}
			return []*Node{BatchedJVP(y, inputs, tangents)[0], Stack(separate, 0)}
		}, tensors64(x, batched)...)
		near(t, fmt.Sprintf("%v", x[0].dims), out[0], out[1], 1e-13)
	})
}

func TestBatchedEqualsSeparateWhereOneInputHasNoTangent(t *testing.T) {
	eachCase(t, opCases(), func(t *testing.T, c opCase, x, _ []drawn) {
		for only := range x {
			v := draw(generator(3).NormFloat64, append([]int{2}, x[only].dims...)...)
			out := backendtest.Evaluate(t, func(in []*Node) []*Node {
				n := len(x)
				y := []*Node{c.f(in[:n])}
				batched, first := make([]*Node, n), make([]*Node, n)
				batched[only], first[only] = in[n], Squeeze(Slice(in[n], AxisElem(1)), 0)
				second := Slice(BatchedJVP(y, in[:n], batched)[0], AxisElem(1))
				return []*Node{second, JVP(y, in[:n], first)[0]}
			}, tensors64(x, []drawn{v})...)
			near(t, fmt.Sprintf("input %d of %v", only, x[0].dims), out[0], out[1], 1e-13)
		}
	})
}

// TestEveryOpHasACase checks that every operation in the table occurs in a case.
func TestEveryOpHasACase(t *testing.T) {
	seen := map[NodeType]bool{}
	for _, c := range opCases() {
		mark := func(in []*Node) []*Node {
			y := c.f(in)
			for _, n := range mustBetween([]*Node{y}, in) {
				seen[operation(n).Type()] = true
			}
			return []*Node{y}
		}
		x := c.in(generator(1))
		backendtest.Evaluate(t, mark, tensors64(x)...)
		backendtest.Evaluate(t, mark, tensors32(x)...) // conversions to float64 only occur here
	}
	for _, fused := range []NodeType{NodeTypeFusedSoftmax, NodeTypeFusedGelu, NodeTypeFusedLayerNorm, NodeTypeFusedDense} {
		if !seen[fused] && backendtest.Embedded() {
			t.Errorf("no case uses %s, so its decomposed form is not tested", fused)
		}
	}
	built := backendtest.Open(t).Capabilities().Operations
	for op, row := range rules {
		if backendOp, err := compute.OpTypeString(OpName(op)); err == nil && !built[backendOp] || row.forward == nil {
			continue // no backend here builds it, or its derivative is zero; other tests cover these rows
		}
		if !seen[op] {
			t.Errorf("no case uses %s", OpName(op))
		}
	}
}
