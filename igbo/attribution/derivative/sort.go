package derivative

import (
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// sorted applies the permutation of a sort to the elements. It finds the permutation from the values before and
// after the sort, so it works for any comparator: p and q sort them in ascending order, so element q_j of the
// result was element p_j.
func sorted(op *Node, in []*Node) []*Node {
	axis := gomlx.Int(op, "axis")
	key := slices.IndexFunc(in, func(x *Node) bool { return x.DType().IsFloat() })
	comparator := gomlx.Function(op, "comparator")
	outputs := make([]*Node, len(in))
	y := SortFunc(comparator, axis, gomlx.Bool(op, "isStable"), in...)[key]
	p, q := ascending(in[key], axis), ascending(y, axis)
	from := SortFunc(lessThan(q, 2), axis, true, q, p)[1]
	outputs[key] = takeAlong(in[key], from, axis)
	return outputs
}

// ascending returns the indices that sort x in ascending order along an axis.
func ascending(x *Node, axis int) *Node {
	indices := Iota(x.Graph(), shapes.Make(dtypes.Int32, x.Shape().Dimensions...), axis)
	x = StopGradient(Identity(x))
	return SortFunc(lessThan(x, 2), axis, true, x, indices)[1]
}

// lessThan returns a comparator of the first of several values with the dtypes of x and Int32.
func lessThan(x *Node, values int) *Function {
	return NewClosure(x.Graph(), func(g *Graph) []*Node {
		a, b := Parameter(g, "a", shapes.Make(x.DType())), Parameter(g, "b", shapes.Make(x.DType()))
		for range values - 1 {
			Parameter(g, "other_a", shapes.Make(dtypes.Int32))
			Parameter(g, "other_b", shapes.Make(dtypes.Int32))
		}
		return []*Node{LessThan(a, b)}
	})
}

func refuseSort(op *Node) string {
	floats := 0
	for _, x := range op.Inputs() {
		if x.DType().IsFloat() {
			floats++
		}
	}
	if floats > 1 {
		return "only one input can have a derivative; sort it with its indices (TopK with all elements) and use Gather for the others"
	}
	return ""
}
