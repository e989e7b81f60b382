package derivative

import (
	"slices"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// lead describes the leading axis of batched tangents [K, …]. The zero value means that there is none.
type lead struct {
	batched bool
	size    int
}

// rank returns the number of leading axes.
func (l lead) rank() int {
	if l.batched {
		return 1
	}
	return 0
}

// dims prepends the leading axis to dimensions.
func (l lead) dims(dimensions ...int) []int {
	if l.batched {
		return append([]int{l.size}, dimensions...)
	}
	return dimensions
}

// axes shifts axis numbers by the number of leading axes.
func (l lead) axes(axes ...int) []int {
	return xslices.Map(axes, func(a int) int { return a + l.rank() })
}

// zeros returns a zero tangent of x.
func (l lead) zeros(x *Node) *Node {
	return Zeros(x.Graph(), shapes.Make(x.DType(), l.dims(x.Shape().Dimensions...)...))
}

// lift adds the leading axis to a factor. A scalar is returned unchanged because it broadcasts.
//
// On the embedded backend the factor is copied K times, because broadcasting is slow there. Elsewhere the axis
// has size 1.
func (l lead) lift(factor *Node) *Node {
	if !l.batched || factor.IsScalar() {
		return factor
	}
	lifted := InsertAxes(factor, 0)
	if l.size == 1 || !gomlx.Embedded(factor) {
		return lifted
	}
	return Concatenate(slices.Repeat([]*Node{lifted}, l.size), 0)
}

// scale multiplies a tangent by a partial derivative.
func (l lead) scale(dot, factor *Node) *Node { return Mul(dot, l.lift(factor)) }

// expand adds axes of size 1 to the tangent of a scalar that broadcasts to the given rank.
func (l lead) expand(dot *Node, rank int) *Node {
	if !l.batched || dot.Rank() > 1 || rank == 0 {
		return dot
	}
	dims := slices.Repeat([]int{1}, rank+1)
	dims[0] = l.size
	return Reshape(dot, dims...)
}

// fit broadcasts a tangent to the shape of its node.
func (l lead) fit(dot, n *Node) *Node {
	want := l.dims(n.Shape().Dimensions...)
	if slices.Equal(dot.Shape().Dimensions, want) {
		return dot
	}
	return BroadcastToDims(dot, want...)
}

// each applies a map of single tangents to each tangent of a batch.
func (l lead) each(f pushforward) pushforward {
	if !l.batched {
		return f
	}
	return func(dots []*Node) *Node {
		outs := make([]*Node, l.size)
		for k := range outs {
			one := make([]*Node, len(dots))
			for i, dot := range dots {
				if dot != nil {
					one[i] = Squeeze(Slice(dot, AxisElem(k)), 0)
				}
			}
			outs[k] = f(one)
		}
		return Stack(outs, 0)
	}
}
