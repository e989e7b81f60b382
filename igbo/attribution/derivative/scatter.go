package derivative

import (
	"slices"

	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// scatterSumForward is the forward rule of ScatterSum, which is linear in the operand and the updates together.
func scatterSumForward(n *Node, l lead) pushforward {
	operand, indices, updates := n.Inputs()[0], n.Inputs()[1], n.Inputs()[2]
	return l.each(func(dots []*Node) *Node {
		return n.CloneWithInputs(orZeros(dots[0], operand, lead{}), indices, orZeros(dots[2], updates, lead{}))
	})
}

// scatterExtremum passes the operands and updates that equal the result.
func scatterExtremum(op *Node, in []*Node) []*Node {
	operand, indices, updates := in[0], in[1], in[2]
	y := StopGradient(op)
	kept := indicator(Equal(y, operand), operand)
	reached := indicator(Equal(Gather(y, indices), updates), updates)
	return []*Node{ScatterSum(Mul(operand, kept), indices, Mul(updates, reached), false, false)}
}

// refuseScatter rejects settings that graph.ScatterSum, ScatterMax and ScatterMin never produce. The embedded
// backend computes them wrongly, too.
func refuseScatter(op *Node) string {
	indices, updates := op.Inputs()[1], op.Inputs()[2]
	prefix := indices.Rank() - 1
	if indices.Rank() > 0 && gomlx.Int(op, "indexVectorAxis") == prefix {
		indexed := xslices.Iota(0, indices.Shape().Dim(-1))
		if slices.Equal(gomlx.Ints(op, "insertedWindowAxes"), indexed) && slices.Equal(gomlx.Ints(op, "scatterAxesToOperandAxes"), indexed) &&
			slices.Equal(gomlx.Ints(op, "updateWindowAxes"), xslices.Iota(0, updates.Rank())[prefix:]) {
			return ""
		}
	}
	return "only the settings of ScatterSum, ScatterMax and ScatterMin are supported; use those functions"
}
