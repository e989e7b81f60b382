package record

import (
	"slices"

	"github.com/gomlx/compute"
)

// span is a value that is zero outside of from … to of one axis, and there what pieces are, side by side.
type span struct {
	axis, from, to int
	pieces         []*Node
}

// Assembled turns sums of padded values that together fill an axis into their concatenation. The gradient of T slices is such a
// sum, of T values as long as the whole: its time would grow as T². A zero of the sum keeps the sign that it has in its piece.
func Assembled(order []*Node) {
	spans := map[*Node]span{}
	for _, n := range order {
		switch n.Op {
		case compute.OpTypePad:
			if s, ok := padding(n); ok {
				spans[n] = s
			}
		case compute.OpTypeAdd:
			s, ok := spans[n.Inputs[0]]
			t, too := spans[n.Inputs[1]]
			if !ok || !too || s.axis != t.axis || !slices.Equal(n.Inputs[0].Shape.Dimensions, n.Inputs[1].Shape.Dimensions) {
				continue
			}
			if t.to == s.from {
				s, t = t, s
			}
			if s.to != t.from {
				continue
			}
			s.to, s.pieces = t.to, slices.Concat(s.pieces, t.pieces)
			spans[n] = s
			if s.from == 0 && s.to == n.Shape.Dimensions[s.axis] {
				n.Op, n.Attr, n.Inputs, n.Replay = compute.OpTypeConcatenate, s.axis, s.pieces, nil
			}
		}
	}
}

// padding is the span of a value that zeros surround along one axis.
func padding(n *Node) (span, bool) {
	axes, fill := n.Attr.([]compute.PadAxis), n.Inputs[1]
	s := span{axis: -1, pieces: n.Inputs[:1]}
	for i, a := range axes {
		if a == (compute.PadAxis{}) {
			continue
		}
		if s.axis >= 0 || a.Interior != 0 || a.Start < 0 || a.End < 0 {
			return s, false
		}
		s.axis, s.from, s.to = i, a.Start, n.Shape.Dimensions[i]-a.End
	}
	return s, s.axis >= 0 && n.Size() > 0 && fill.Op == compute.OpTypeConstant && zero(fill.Flat)
}

// zero reports whether a constant of real numbers is 0.
func zero(flat any) bool {
	switch flat := flat.(type) {
	case []float32:
		return len(flat) == 1 && flat[0] == 0
	case []float64:
		return len(flat) == 1 && flat[0] == 0
	}
	return false
}
