package attribution

import (
	"errors"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
)

// A Model is a sequence-to-sequence model F_θ that is built in a GoMLX graph:
//
//	x [B,T,D] → y [B,T],   y_t = f_θ(x_t, h_{t−1})
//
// Tables have T = 1. A Model can be called many times in one graph. It must create its variables in the given
// scope.
//
// The samples of a batch must not influence each other. Attribution folds the M points of the path into the
// batch and differentiates all samples at once. So it computes wrong values for a model that couples samples,
// for example by batch normalisation in training mode, batch means, or attention over the batch.
// [CheckIndependence] detects such models.
//
// The table of package derivative (`igbo ops`) lists the supported operations. Others are rejected by name.
type Model func(scope *model.Scope, x *Node) *Node

// A MaskedModel is a [Model] for padded series. The mask is a boolean [B,T] that is true at valid steps.
type MaskedModel func(scope *model.Scope, x, mask *Node) *Node

// WithMask returns f with a fixed mask [B,T]. Attribution folds M points of the path into the batch, so the
// mask is repeated for an x with M·B rows. WithMask panics if f or mask is nil.
func WithMask(f MaskedModel, mask *Node) Model {
	if f == nil || mask == nil || mask.Rank() != 2 {
		panic(errors.New("attribution: WithMask: the model and the mask must not be nil, and the mask must be [B,T]"))
	}
	return func(scope *model.Scope, x *Node) *Node {
		rows, b, t := x.Shape().Dim(0), mask.Shape().Dim(0), mask.Shape().Dim(1)
		if rows%b != 0 {
			panic(fmt.Errorf("attribution: x has %d rows, want a multiple of the %d rows of the mask", rows, b))
		}
		if rows == b {
			return f(scope, x, mask)
		}
		repeated := BroadcastToDims(InsertAxes(mask, 0), rows/b, b, t)
		return f(scope, x, Reshape(repeated, rows, t))
	}
}

// Select returns the model y = F(x)[…, c], which attributes output c of a model with several outputs [B,T,C].
// Building it panics if c is not in [0, C).
func Select(f Model, c int) Model {
	if f == nil {
		panic(errors.New("attribution: Select: the model must not be nil"))
	}
	return func(scope *model.Scope, x *Node) *Node { return output(f(scope, x), c) }
}

// call runs f on a clean scope, so it can run again in the same graph. It checks shapes, and that no
// trainable variable is used in a branch or loop.
func call(scope *model.Scope, f Model, x *Node) *Node {
	y := f(scope.ResetVisited(), x)
	if y == nil {
		panic(errors.New("attribution: the model returned nil (want y [B,T])"))
	}
	b, t := x.Shape().Dim(0), x.Shape().Dim(1)
	if y.Rank() != 2 || y.Shape().Dim(0) != b || y.Shape().Dim(1) != t {
		panic(fmt.Errorf("attribution: the model returned %s for an input %s, want [%d %d] "+
			"(attribute a model with several outputs through Select)", y.Shape(), x.Shape(), b, t))
	}
	var trained []*Node
	for v := range scope.Store().IterVariables() {
		if v.Trainable && v.InUseByGraph(x.Graph()) {
			trained = append(trained, v.NodeValue(x.Graph()))
		}
	}
	if err := derivative.CheckCaptured([]*Node{y}, append(trained, x)); err != nil {
		panic(err)
	}
	return y
}

// checkInput panics unless x is [B,T,D] with positive dimensions.
func checkInput(x *Node) {
	if x == nil {
		panic(errors.New("attribution: x must not be nil; it must be a node [B,T,D]"))
	}
	if x.Rank() != 3 {
		panic(fmt.Errorf("attribution: x has shape %s, want [B,T,D]", x.Shape()))
	}
	for axis, name := range []string{"B", "T", "D"} {
		if x.Shape().Dim(axis) < 1 {
			panic(fmt.Errorf("attribution: x has shape %s with %s = %d, want at least 1", x.Shape(), name, x.Shape().Dim(axis)))
		}
	}
	if !x.DType().IsFloat() {
		panic(fmt.Errorf("attribution: x has dtype %s, want a float", x.DType()))
	}
}
