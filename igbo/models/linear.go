package models

import (
	"math"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/initializer"
)

// Linear returns the linear model, the student in the paper:
//
//	y_t = w·x_t + b
//
// The variables are weights [D] and a scalar bias, drawn uniformly from ±1/√D. The model is built as an
// elementwise product and a sum, which is faster than a matrix product for small inputs.
func Linear() func(scope *model.Scope, x *Node) *Node { return linear(1) }

// linear is Linear with the given number of outputs. For K > 1, the weights are [D,K] and the bias is [K].
func linear(outputs int) func(scope *model.Scope, x *Node) *Node {
	if outputs > 1 {
		return func(scope *model.Scope, x *Node) *Node {
			scope = scope.In("linear").WithInitializer(fanIn(scope, x.Shape().Dim(-1)))
			b, t, d := x.Shape().Dim(0), x.Shape().Dim(1), x.Shape().Dim(2)
			w := scope.VariableWithShape("weights", shapes.Make(x.DType(), d, outputs)).NodeValue(x)
			bias := scope.VariableWithShape("bias", shapes.Make(x.DType(), outputs)).NodeValue(x)
			return Add(Reshape(Dot(Reshape(x, b*t, d), w).Product(), b, t, outputs), Reshape(bias, 1, 1, outputs))
		}
	}
	return func(scope *model.Scope, x *Node) *Node {
		scope = scope.In("linear")
		d := x.Shape().Dim(-1)
		scope = scope.WithInitializer(fanIn(scope, d))
		w := scope.VariableWithShape("weights", shapes.Make(x.DType(), d)).NodeValue(x)
		b := scope.VariableWithShape("bias", shapes.Make(x.DType())).NodeValue(x)
		rows := x.Shape().Size() / d
		return Add(Reshape(Dot(Reshape(x, rows, d), Reshape(w, d, 1)).Product(), x.Shape().Dim(0), x.Shape().Dim(1)), b)
	}
}

// fanIn initialises variables uniformly from ±1/√n for n inputs, as is usual for dense layers. The paper does
// not specify the initialisation.
func fanIn(scope *model.Scope, n int) model.VariableInitializer {
	bound := 1 / math.Sqrt(float64(n))
	return initializer.RandomUniformFn(scope, -bound, bound)
}
