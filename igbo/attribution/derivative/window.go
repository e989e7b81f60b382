package derivative

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// A window holds the settings of a ReduceWindow node, with one entry per axis.
type window struct {
	reduction                       compute.ReduceOpType
	sizes, strides, inputGaps, gaps []int
	paddings                        [][2]int
}

func windowOf(n *Node) window {
	rank := n.Inputs()[0].Rank()
	w := window{
		reduction: compute.ReduceOpType(gomlx.Int(n, "reductionType")),
		sizes:     gomlx.Ints(n, "windowDimensions"),
		strides:   gomlx.Ints(n, "strides"),
		inputGaps: gomlx.Sizes(n, "inputDilations", rank, 1),
		gaps:      gomlx.Sizes(n, "windowDilations", rank, 1),
		paddings:  gomlx.Pairs(n, "paddings", rank),
	}
	if len(w.strides) == 0 {
		w.strides = w.sizes
	}
	return w
}

// windowForward is the forward rule of ReduceWindow. It applies the operation itself to sums, which also covers
// means. It decomposes extrema and products into taps.
func windowForward(n *Node, l lead) pushforward {
	if compute.ReduceOpType(gomlx.Int(n, "reductionType")) != compute.ReduceOpSum {
		return pushDecomposed(n, l, pooled)
	}
	return repeatFirst(n, l)
}

// windowBackward replaces GoMLX's gradient of ReduceWindow. That gradient uses negative padding, cannot be
// differentiated again, and does not support dilations and products.
func windowBackward(n *Node, v []*Node, output shapes.Shape) []*Node {
	if w := windowOf(n); w.reduction == compute.ReduceOpSum {
		return []*Node{w.adjointOfSum(n.Inputs()[0], v[0])}
	}
	return pullDecomposed(pooled)(n, v, output)
}

// adjointOfSum sums, for every element of x, the adjoints of the windows that contain it. This is a window over
// the adjoints, dilated by the stride.
func (w window) adjointOfSum(x, v *Node) *Node {
	rank := x.Rank()
	padding, kept := make([]PadAxis, rank), make([]SliceAxisSpec, rank)
	for i := range rank {
		reach := (w.sizes[i] - 1) * w.gaps[i]
		from, to := extent(v.Shape().Dim(i), w.strides[i]), extent(x.Shape().Dim(i), w.inputGaps[i])
		low := reach - w.paddings[i][0]
		padding[i] = PadAxis{Start: low, End: to + reach - from - low, Interior: w.strides[i] - 1}
		kept[i] = AxisRange().Stride(w.inputGaps[i])
	}
	ones := slices.Repeat([]int{1}, rank)
	sums := BackendReduceWindow(fitted(v, padding), compute.ReduceOpSum, w.sizes, ones, nil, w.gaps, nil)
	if slices.Max(w.inputGaps) == 1 {
		return sums
	}
	return Slice(sums, kept...)
}

// pooled builds a ReduceWindow from its taps. Extrema select the first tap among ties.
func pooled(op *Node, in []*Node) []*Node {
	w := windowOf(op)
	taps := w.taps(in[0], op.Shape())
	y := taps[0]
	for _, tap := range taps[1:] {
		switch w.reduction {
		case compute.ReduceOpMax:
			y = Where(GreaterThan(tap, y), tap, y)
		case compute.ReduceOpMin:
			y = Where(LessThan(tap, y), tap, y)
		case compute.ReduceOpProduct:
			y = Mul(y, tap)
		default:
			panic(fmt.Errorf("derivative: unsupported pooling by %s (want a sum, product, minimum or maximum)", w.reduction))
		}
	}
	return []*Node{y}
}

// taps returns one node per position in the window: the elements of x at that position, in the output's shape.
func (w window) taps(x *Node, output shapes.Shape) []*Node {
	padding := make([]PadAxis, x.Rank())
	for i, p := range w.paddings {
		padding[i] = PadAxis{Start: p[0], End: p[1], Interior: w.inputGaps[i] - 1}
	}
	if slices.ContainsFunc(padding, func(p PadAxis) bool { return p != PadAxis{} }) {
		neutral := map[compute.ReduceOpType]float64{
			compute.ReduceOpMax: math.Inf(-1), compute.ReduceOpMin: math.Inf(1), compute.ReduceOpProduct: 1,
		}[w.reduction]
		x = Pad(x, Scalar(x.Graph(), x.DType(), neutral), padding...)
	}
	taps := []*Node{}
	position := make([]int, len(w.sizes))
	for {
		specs := make([]SliceAxisSpec, len(position))
		for i, p := range position {
			start := p * w.gaps[i]
			specs[i] = AxisRange(start, start+extent(output.Dim(i), w.strides[i])).Stride(w.strides[i])
		}
		taps = append(taps, Slice(x, specs...))
		axis := len(position) - 1
		for ; axis >= 0; axis-- { // next position, last axis first
			if position[axis]++; position[axis] < w.sizes[axis] {
				break
			}
			position[axis] = 0
		}
		if axis < 0 {
			return taps
		}
	}
}
