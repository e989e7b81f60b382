package models

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/initializer"
)

// unstack cuts x [B,T,C] into T nodes [B,C].
//
// It halves the series again and again. The gradient of a slice is as large as
// what it was cut from, so T slices of x itself would cost reverse mode T²;
// halving costs T·log T.
func unstack(x *Node) []*Node {
	b, t, c := x.Shape().Dim(0), x.Shape().Dim(1), x.Shape().Dim(2)
	if t == 1 {
		return []*Node{Reshape(x, b, c)}
	}
	first := unstack(Slice(x, AxisRange(), AxisRange(0, t/2)))
	return append(first, unstack(Slice(x, AxisRange(), AxisRange(t/2, t)))...)
}

// join concatenates T columns [B,1] to [B,T], half by half for the same reason.
func join(columns []*Node) *Node {
	if len(columns) == 1 {
		return columns[0]
	}
	half := len(columns) / 2
	return Concatenate([]*Node{join(columns[:half]), join(columns[half:])}, 1)
}

// checkSeries panics unless x is [B,T,D] and mask, where there is one, a boolean [B,T].
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

// keep is x [B,T,C] where the mask [B,T] is true, zero elsewhere; without a mask it is x.
func keep(x, mask *Node) *Node {
	if mask == nil {
		return x
	}
	return Where(BroadcastToDims(InsertAxes(mask, -1), x.Shape().Dimensions...), x, ZerosLike(x))
}

// maskSteps gives, for each step, the mask as [B,width], nil without a mask.
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

// output is the linear head: z [B,T,C] → y [B,T], or [B,T,K] for K > 1 outputs, zero at masked steps.
func output(scope *model.Scope, z, mask *Node, outputs int) *Node {
	return valid(headed(pointwise(scope.In("output"), z, outputs)), mask)
}

// headed is y [B,T,K], without its last axis for K = 1.
func headed(y *Node) *Node {
	if y.Shape().Dim(2) > 1 {
		return y
	}
	return Reshape(y, y.Shape().Dim(0), y.Shape().Dim(1))
}

// valid is y [B,T] or [B,T,K] where the mask is true, zero elsewhere.
func valid(y, mask *Node) *Node {
	if mask == nil {
		return y
	}
	if y.Rank() == 3 {
		mask = BroadcastToDims(InsertAxes(mask, -1), y.Shape().Dimensions...)
	}
	return Where(mask, y, ZerosLike(y))
}

// pointwise applies an affine map to each step: z [B,T,C] → [B,T,out].
func pointwise(scope *model.Scope, z *Node, out int) *Node {
	b, t, c := z.Shape().Dim(0), z.Shape().Dim(1), z.Shape().Dim(2)
	return Reshape(affine(scope, Reshape(z, b*t, c), out), b, t, out)
}

// unmasked makes the model of a masked one.
func unmasked(f func(scope *model.Scope, x, mask *Node) *Node) func(scope *model.Scope, x *Node) *Node {
	return func(scope *model.Scope, x *Node) *Node { return f(scope, x, nil) }
}

// glorot is the usual start of attention's projections.
func glorot(scope *model.Scope) *model.Scope {
	return scope.WithInitializer(initializer.GlorotUniformFn(scope))
}
