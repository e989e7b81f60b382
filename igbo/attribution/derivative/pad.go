package derivative

import (
	"slices"
	"sync"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// padForward pads the tangent of x with zeros, and fills the padding with the tangent of the fill value.
func padForward(n *Node, l lead) pushforward {
	axes := gomlx.Padding(n)
	zero := ScalarZero(n.Graph(), n.DType())
	batched := axes
	if l.batched {
		batched = append([]PadAxis{{}}, axes...)
	}
	padding := sync.OnceValue(func() *Node {
		return Pad(ZerosLike(n.Inputs()[0]), ScalarOne(n.Graph(), n.DType()), axes...)
	})
	return func(dots []*Node) *Node {
		var inside, outside *Node
		if dots[0] != nil {
			inside = Pad(dots[0], zero, batched...)
		}
		if dots[1] != nil {
			outside = l.scale(l.expand(dots[1], n.Rank()), padding())
		}
		return join(inside, outside, false)
	}
}

// padBackward returns the unpadded elements for x and the sum of the padding for the fill value. Negative
// padding crops x; the gradient of cropped elements is zero.
func padBackward(n *Node, v []*Node, _ shapes.Shape) []*Node {
	x := n.Inputs()[0]
	lost, kept := make([]PadAxis, n.Rank()), make([]SliceAxisSpec, n.Rank())
	for i, axis := range gomlx.Padding(n) {
		lost[i] = PadAxis{Start: max(-axis.Start, 0), End: max(-axis.End, 0)}
		start, extent := max(axis.Start, 0), (x.Shape().Dim(i)-1)*(axis.Interior+1)+1
		kept[i] = AxisRange(start, start+extent).Stride(axis.Interior + 1)
	}
	inside := Slice(padded(v[0], lost), kept...)
	if n.Inputs()[1].IsConstantExpression() {
		return []*Node{inside, nil}
	}
	padding := n.CloneWithInputs(ZerosLike(x), ScalarOne(n.Graph(), n.DType()))
	return []*Node{inside, ReduceAllSum(Mul(v[0], padding))}
}

// refusePad rejects padding that the embedded backend computes wrongly.
func refusePad(op *Node) string {
	negative := slices.ContainsFunc(gomlx.Padding(op), func(p PadAxis) bool { return p.Start < 0 || p.End < 0 })
	if negative && gomlx.Embedded(op) {
		return "the embedded backend computes negative padding wrongly; cut with Slice instead"
	}
	return ""
}

// padded pads with zeros. The padding must not be negative.
func padded(x *Node, padding []PadAxis) *Node {
	if !slices.ContainsFunc(padding, func(p PadAxis) bool { return p != PadAxis{} }) {
		return x
	}
	return Pad(x, ScalarZero(x.Graph(), x.DType()), padding...)
}

// fitted pads with zeros and crops where the padding is negative. It replaces Pad because the embedded backend
// writes past the edges in that case.
func fitted(x *Node, padding []PadAxis) *Node {
	outer, kept, cut := make([]PadAxis, len(padding)), make([]SliceAxisSpec, len(padding)), false
	for i, p := range padding {
		outer[i] = PadAxis{Start: max(p.Start, 0), End: max(p.End, 0), Interior: p.Interior}
		size := max(p.Start, 0) + (x.Shape().Dim(i)-1)*(p.Interior+1) + 1 + max(p.End, 0)
		kept[i] = AxisRange(max(-p.Start, 0), size-max(-p.End, 0))
		cut = cut || p.Start < 0 || p.End < 0
	}
	if y := padded(x, outer); cut {
		return Slice(y, kept...)
	} else {
		return y
	}
}
