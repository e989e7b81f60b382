package derivative

import (
	"math"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// adjointCases are operations of one input with n elements whose backward rule is tested.
var adjointCases = []struct {
	name string
	dims []int
	op   func(x *Node) *Node
}{
	{"Identity", []int{4}, Identity},
	{"Expm1", []int{4}, Expm1},
	{"Rsqrt", []int{4}, func(x *Node) *Node { return Rsqrt(x) }},
	{"Atan2", []int{4}, func(x *Node) *Node { return Atan2(x, Scalar(x.Graph(), x.DType(), 0.7)) }},
	{"Pad", []int{2, 3}, func(x *Node) *Node {
		return Pad(x, ScalarZero(x.Graph(), x.DType()), PadAxis{Start: 1, Interior: 2}, PadAxis{End: 2})
	}},
	{"Gather", []int{4, 2}, func(x *Node) *Node { return Gather(x, Const(x.Graph(), [][]int32{{2}, {0}, {2}})) }},
	{"GatherSlices", []int{4, 2}, func(x *Node) *Node {
		return GatherSlices(x, []int{0}, Const(x.Graph(), [][]int32{{1}, {2}}), []int{2}, false)
	}},
	{"ConvGeneral", []int{1, 5, 1}, func(x *Node) *Node {
		return Convolve(x, Const(x.Graph(), [][][]float64{{{2}}, {{-3}}})).Strides(2).PadSame().Done()
	}},
	{"ReduceWindow", []int{1, 6, 1}, func(x *Node) *Node { return MaxPool(x).Window(2).Strides(1).Done() }},
	{"ReduceProduct", []int{5}, func(x *Node) *Node { return ReduceMultiply(x) }},
	{"Rem", []int{4}, func(x *Node) *Node { return Mod(x, Scalar(x.Graph(), x.DType(), 0.3)) }},
	{"Sort", []int{6}, func(x *Node) *Node { return Sort(x, 0, true) }},
}

// TestBackwardRules compares Jᵀ·v from the rule with the gradient of v·f(x) by central differences.
func TestBackwardRules(t *testing.T) {
	b := backendtest.Open(t)
	for _, c := range adjointCases {
		t.Run(c.name, func(t *testing.T) {
			n := 1
			for _, d := range c.dims {
				n *= d
			}
			x := make([]float64, n)
			for i := range x {
				x[i] = 0.5 + math.Mod(float64(i+1)*math.Phi, 1)
			}
			got := values(t, b, c.dims, x, func(x *Node) *Node { return byRule(t, c.op(x), x) })
			weighted := func(x *Node) *Node { return ReduceAllSum(Mul(c.op(x), weights(c.op(x)))) }
			const h = 1e-6
			for i := range x {
				at := func(step float64) float64 {
					moved := append([]float64(nil), x...)
					moved[i] += step
					return values(t, b, c.dims, moved, weighted)[0]
				}
				if want := (at(h) - at(-h)) / (2 * h); math.Abs(got[i]-want) > 1e-7 {
					t.Errorf("element %d is %g, want %g", i, got[i], want)
				}
			}
		})
	}
}

// byRule returns the gradient of weights·y with respect to x, computed by the rule for y's operation.
func byRule(t *testing.T, y, x *Node) *Node {
	op := operation(y)
	must.Do(t, Install())
	rule := rules[op.Type()].backward
	if rule == nil {
		t.Fatalf("%s has no rule", op.Type())
	}
	v := make([]*Node, op.NumOutputs())
	v[0] = weights(y)
	for i, in := range op.Inputs() {
		if in == x {
			return rule(op, v, y.Shape())[i]
		}
	}
	t.Fatalf("%s does not take x itself", op.Type())
	return nil
}

// weights returns 1, 2, 3, … in the shape of y.
func weights(y *Node) *Node {
	return Reshape(AddScalar(Iota(y.Graph(), shapes.Make(y.DType(), y.Shape().Size()), 0), 1), y.Shape().Dimensions...)
}

func values(t *testing.T, b compute.Backend, dims []int, x []float64, f func(x *Node) *Node) []float64 {
	t.Helper()
	out := must.Of(CallOnce(b, f, tensors.FromFlatDataAndDimensions(x, dims...))).In(t)
	return must.Of(tensors.CopyFlatData[float64](out)).In(t)
}
