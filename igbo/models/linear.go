package models

import (
	"math"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/gomlx/gomlx/ml/model/initializer"
)

// Linear returns the linear model, the paper's student:
//
//	y_t = w·x_t + b
//
// Variables: weights [D], bias scalar, both drawn uniformly from ±1/√D.
//
// It is a product and a sum and not a dense layer: on small inputs the
// matrix product and its transposes cost more than they compute.
func Linear() func(scope *model.Scope, x *Node) *Node { return linear(1) }

// linear is Linear with several outputs: weights [D,K] and bias [K] for K > 1.
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

// fanIn draws uniformly from ±1/√n for n inputs, the usual start of a dense
// layer; the paper names none.
func fanIn(scope *model.Scope, n int) model.VariableInitializer {
	bound := 1 / math.Sqrt(float64(n))
	return initializer.RandomUniformFn(scope, -bound, bound)
}
