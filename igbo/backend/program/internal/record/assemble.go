package record

import (
	"slices"

	"github.com/gomlx/compute"
)

// span describes a value that is zero along one axis, except at the indices i with from ≤ i < to. There it is the
// concatenation of pieces.
type span struct {
	axis, from, to int
	pieces         []*Node
}

// Assembled replaces sums of padded values by a concatenation if the unpadded values together fill an axis. The gradient
// of T slices is such a sum of T full-length values, so its cost would grow as T². The only difference is the sign of
// zeros: the sum would lose the sign of a negative zero.
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

// padding returns the span of a value that is padded with zeros along one axis, or false.
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

// zero reports whether flat is a single float32 or float64 equal to 0.
func zero(flat any) bool {
	switch flat := flat.(type) {
	case []float32:
		return len(flat) == 1 && flat[0] == 0
	case []float64:
		return len(flat) == 1 && flat[0] == 0
	}
	return false
}
