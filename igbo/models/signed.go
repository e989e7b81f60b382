package models

import (
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/internal/constant"
)

// SignedLinear returns the linear model with one output and weights of known sign. Weight j is s_j·|θ_j| if s_j
// = signs[j] is +1 or −1, and θ_j if it is 0. The model maps x [B,T,D] to y [B,T].
func SignedLinear(signs []int) func(scope *model.Scope, x *Node) *Node {
	known, free := make([]float64, len(signs)), make([]float64, len(signs))
	for j, s := range signs {
		if known[j] = float64(s); s == 0 {
			free[j] = 1
		}
	}
	return func(scope *model.Scope, x *Node) *Node {
		scope = scope.In("linear")
		d := x.Shape().Dim(-1)
		theta := scope.VariableWithValue("weights", tensors.FromFlatDataAndDimensions(make([]float64, d), d)).NodeValue(x)
		bias := scope.VariableWithValue("bias", tensors.FromScalar(0.0)).NodeValue(x)
		w := Add(Mul(Abs(theta), constant.Of(theta, known, d)), Mul(theta, constant.Of(theta, free, d)))
		return Add(Reshape(Dot(Reshape(x, x.Shape().Size()/d, d), Reshape(w, d, 1)).Product(), x.Shape().Dim(0), x.Shape().Dim(1)), bias)
	}
}

// Unsigned returns initial parameters for [SignedLinear]. theta holds the D weights and the bias of a linear
// model. A weight with the wrong sign is replaced by a value close to 0.
func Unsigned(theta []float64, signs []int) []float64 {
	const nearly = 1e-3
	start := append([]float64(nil), theta...)
	for j, s := range signs {
		if s != 0 {
			start[j] = max(float64(s)*theta[j], nearly)
		}
	}
	return start
}

// Signed returns the weights and the bias of a [SignedLinear] model with parameters theta.
func Signed(theta []float64, signs []int) []float64 {
	w := append([]float64(nil), theta...)
	for j, s := range signs {
		if s != 0 {
			w[j] = float64(s) * max(w[j], -w[j])
		}
	}
	return w
}
