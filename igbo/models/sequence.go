package models

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/initializer"
)

// unstack splits x [B,T,C] into T nodes [B,C].
//
// It halves the series repeatedly, which costs T·log T in reverse mode. Slicing x into T parts directly would
// cost T², because the gradient of a slice is as large as the node that it was cut from.
func unstack(x *Node) []*Node {
	b, t, c := x.Shape().Dim(0), x.Shape().Dim(1), x.Shape().Dim(2)
	if t == 1 {
		return []*Node{Reshape(x, b, c)}
	}
	first := unstack(Slice(x, AxisRange(), AxisRange(0, t/2)))
	return append(first, unstack(Slice(x, AxisRange(), AxisRange(t/2, t)))...)
}

// join concatenates T columns [B,1] to [B,T]. It joins halves repeatedly for the same reason as unstack.
func join(columns []*Node) *Node {
	if len(columns) == 1 {
		return columns[0]
	}
	half := len(columns) / 2
	return Concatenate([]*Node{join(columns[:half]), join(columns[half:])}, 1)
}

// checkSeries panics unless x is [B,T,D] and the mask is nil or a boolean [B,T].
func checkSeries(name string, x, mask *Node) {
	if x.Rank() != 3 {
		panic(fmt.Errorf("models: %s got x of shape %s, want [B,T,D]", name, x.Shape()))
	}
	if mask == nil {
		return
	}
	s := mask.Shape()
	if s.DType.IsFloat() || s.Rank() != 2 || s.Dim(0) != x.Shape().Dim(0) || s.Dim(1) != x.Shape().Dim(1) {
		panic(fmt.Errorf("models: %s got a mask of shape %s for x %s, want a boolean [%d %d]",
			name, s, x.Shape(), x.Shape().Dim(0), x.Shape().Dim(1)))
	}
}

// keep returns x [B,T,C] with zeros where the mask [B,T] is false, or x itself if the mask is nil.
func keep(x, mask *Node) *Node {
	if mask == nil {
		return x
	}
	return Where(BroadcastToDims(InsertAxes(mask, -1), x.Shape().Dimensions...), x, ZerosLike(x))
}

// maskSteps returns the mask of each step as [B,width], or nil for each step if the mask is nil.
func maskSteps(mask *Node, t, width int) []*Node {
	steps := make([]*Node, t)
	if mask == nil {
		return steps
	}
	for i, m := range unstack(InsertAxes(mask, -1)) {
		steps[i] = BroadcastToDims(m, m.Shape().Dim(0), width)
	}
	return steps
}

// output builds the linear head. It maps z [B,T,C] to y [B,T], or to [B,T,K] for K > 1, with zeros at masked
// steps.
func output(scope *model.Scope, z, mask *Node, outputs int) *Node {
	return valid(headed(pointwise(scope.In("output"), z, outputs)), mask)
}

// headed drops the last axis of y [B,T,K] if K = 1.
func headed(y *Node) *Node {
	if y.Shape().Dim(2) > 1 {
		return y
	}
	return Reshape(y, y.Shape().Dim(0), y.Shape().Dim(1))
}

// valid returns y [B,T] or [B,T,K] with zeros where the mask is false.
func valid(y, mask *Node) *Node {
	if mask == nil {
		return y
	}
	if y.Rank() == 3 {
		mask = BroadcastToDims(InsertAxes(mask, -1), y.Shape().Dimensions...)
	}
	return Where(mask, y, ZerosLike(y))
}

// pointwise applies an affine map to each step. It maps z [B,T,C] to [B,T,out].
func pointwise(scope *model.Scope, z *Node, out int) *Node {
	b, t, c := z.Shape().Dim(0), z.Shape().Dim(1), z.Shape().Dim(2)
	return Reshape(affine(scope, Reshape(z, b*t, c), out), b, t, out)
}

// unmasked calls a masked model with a nil mask.
func unmasked(f func(scope *model.Scope, x, mask *Node) *Node) func(scope *model.Scope, x *Node) *Node {
	return func(scope *model.Scope, x *Node) *Node { return f(scope, x, nil) }
}

// glorot sets the usual initialisation of attention projections.
func glorot(scope *model.Scope) *model.Scope {
	return scope.WithInitializer(initializer.GlorotUniformFn(scope))
}
