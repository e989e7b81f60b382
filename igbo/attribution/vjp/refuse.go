package vjp

import (
	"slices"

	"github.com/gomlx/compute/support/xslices"
	"github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution/node"
)

// Refusal says why the settings of an operation leave it without a right gradient,
// and what to do instead; "" where it has one, or where its settings do not matter.
func Refusal(op *graph.Node) string {
	if refuse := refusedSettings[op.Type()]; refuse != nil {
		return refuse(op)
	}
	return ""
}

// refusedSettings are the operations that are refused in some settings.
var refusedSettings = map[graph.NodeType]func(op *graph.Node) string{
	graph.NodeTypePad:        refusePad,
	graph.NodeTypeGather:     refuseGather,
	graph.NodeTypeScatterSum: refuseScatter,
	graph.NodeTypeScatterMax: refuseScatter,
	graph.NodeTypeScatterMin: refuseScatter,
	graph.NodeTypeSort:       refuseSort,
	graph.NodeTypeFFT:        refuseFFT,
}

// refusePad names the padding that the embedded backend computes wrongly.
func refusePad(op *graph.Node) string {
	negative := slices.ContainsFunc(node.Padding(op), func(p graph.PadAxis) bool { return p.Start < 0 || p.End < 0 })
	if negative && node.Embedded(op) {
		return "the embedded backend writes past the edges where padding is negative; cut with Slice instead"
	}
	return ""
}

func refuseGather(op *graph.Node) string {
	if isGather(op) || isGatherSlices(op) {
		return ""
	}
	return "only the settings of Gather and GatherSlices have a rule; use those"
}

// refuseScatter names the settings that graph.ScatterSum, ScatterMax and
// ScatterMin do not make; the embedded backend also computes them wrongly.
func refuseScatter(op *graph.Node) string {
	indices, updates := op.Inputs()[1], op.Inputs()[2]
	prefix := indices.Rank() - 1
	if indices.Rank() > 0 && node.Int(op, "indexVectorAxis") == prefix {
		indexed := xslices.Iota(0, indices.Shape().Dim(-1))
		if slices.Equal(node.Ints(op, "insertedWindowAxes"), indexed) && slices.Equal(node.Ints(op, "scatterAxesToOperandAxes"), indexed) &&
			slices.Equal(node.Ints(op, "updateWindowAxes"), xslices.Iota(0, updates.Rank())[prefix:]) {
			return ""
		}
	}
	return "only the settings of ScatterSum, ScatterMax and ScatterMin have a rule; use those"
}

func refuseSort(op *graph.Node) string {
	floats := 0
	for _, x := range op.Inputs() {
		if x.DType().IsFloat() {
			floats++
		}
	}
	if floats > 1 {
		return "only one input may carry a derivative; sort it with its indices (TopK with all elements) and Gather the others"
	}
	return ""
}

// refuseFFT names the transforms over several axes, whose gradient GoMLX scales
// by one axis alone.
func refuseFFT(op *graph.Node) string {
	if len(node.Ints(op, "fftLength")) > 1 {
		return "transforms over several axes have no right gradient; transform one axis after the other"
	}
	return ""
}
