package derivative

import (
	"slices"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/internal/gomlx"
)

// batchNormForInference computes (x − μ)/√(σ² + ε)·γ + β along the feature axis.
func batchNormForInference(op *Node, in []*Node) []*Node {
	return []*Node{normalized(op, in[0], in[1], in[2], in[3], in[4])}
}

// batchNormForTraining does the same with the mean and variance of the batch, which are its other outputs.
func batchNormForTraining(op *Node, in []*Node) []*Node {
	var axes []int
	for axis := range in[0].Rank() {
		if axis != gomlx.Int(op, "featureAxis") {
			axes = append(axes, axis)
		}
	}
	mean := ReduceMean(in[0], axes...)
	variance := ReduceMean(Square(Sub(in[0], alongFeatures(op, in[0], mean))), axes...)
	return []*Node{normalized(op, in[0], in[1], in[2], mean, variance), mean, variance}
}

func normalized(op, x, scale, offset, mean, variance *Node) *Node {
	epsilon := gomlx.Float(op, "epsilon")
	factor := Mul(scale, Rsqrt(AddScalar(variance, epsilon)))
	centred := Sub(x, alongFeatures(op, x, mean))
	return Add(Mul(centred, alongFeatures(op, x, factor)), alongFeatures(op, x, offset))
}

// alongFeatures reshapes a vector to broadcast it along the feature axis of x.
func alongFeatures(op, x, vector *Node) *Node {
	dims := slices.Repeat([]int{1}, x.Rank())
	dims[gomlx.Int(op, "featureAxis")] = vector.Shape().Size()
	return Reshape(vector, dims...)
}
