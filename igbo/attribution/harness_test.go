package attribution

import (
	"math"
	"math/rand/v2"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
)

// run builds and runs a graph over a store and returns its output as flat float64 numbers.
func run(t testing.TB, store *model.Store, build func(scope *model.Scope, x *Node) *Node, x *tensors.Tensor) []float64 {
	t.Helper()
	return backendtest.Run(t, store, ofOne(build), x)
}

func tryRun(t testing.TB, store *model.Store, build func(scope *model.Scope, x *Node) *Node, x *tensors.Tensor) ([]float64, error) {
	t.Helper()
	return backendtest.TryRun(t, store, ofOne(build), x)
}

// ofOne adapts a graph with one input.
func ofOne(build func(scope *model.Scope, x *Node) *Node) backendtest.OnStore {
	return func(scope *model.Scope, in []*Node) *Node { return build(scope, in[0]) }
}

// normal returns a float64 tensor of standard normal numbers.
func normal(seed uint64, dims ...int) *tensors.Tensor {
	rng := rand.New(rand.NewPCG(seed, 7))
	n := 1
	for _, d := range dims {
		n *= d
	}
	flat := make([]float64, n)
	for i := range flat {
		flat[i] = rng.NormFloat64()
	}
	return tensors.FromFlatDataAndDimensions(flat, dims...)
}

// smoothMLP returns a model with curvature everywhere, so quadrature errors show.
func smoothMLP() Model { return models.MLP(models.MLPConfig{Hidden: []int{7}, Activation: "tanh"}) }

// running is a causal sequence model with a state, y_t = Σ_{i≤t} tanh(w·x_i)·(1 + y_{t−1}/2). It consists of
// products with a triangular matrix, so all its derivatives exist.
func running(scope *model.Scope, x *Node) *Node {
	features := smoothMLP()(scope, x)
	t := x.Shape().Dim(1)
	lower := make([][]float64, t)
	for i := range lower {
		lower[i] = make([]float64, t)
		for j := 0; j <= i; j++ {
			lower[i][j] = math.Pow(0.7, float64(i-j))
		}
	}
	sums := Einsum("bj,ij->bi", features, Const(x.Graph(), lower))
	return Add(sums, Mul(Tanh(sums), sums))
}
