package attribution

import (
	"errors"
	"strings"
	"testing"

	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
)

func TestCheckIndependence(t *testing.T) {
	sum := func(x *Node) *Node { return ReduceSum(x, -1) }
	random := func(scope *model.Scope, x *Node) *Node {
		return Add(sum(x), scope.RandomNormal(x.Graph(), shapes.Make(x.DType(), x.Shape().Dimensions[:2]...)))
	}
	for name, c := range map[string]struct {
		f    Model
		want error
	}{
		"batch mean": {func(_ *model.Scope, x *Node) *Node { return sum(Sub(x, ReduceAndKeep(x, ReduceMean, 0))) }, ErrCoupled},
		"batch normalisation": {func(_ *model.Scope, x *Node) *Node {
			centred := Sub(x, ReduceAndKeep(x, ReduceMean, 0))
			return sum(Div(centred, Sqrt(AddScalar(ReduceAndKeep(Square(centred), ReduceMean, 0), 1e-3))))
		}, ErrCoupled},
		"neighbour": {func(_ *model.Scope, x *Node) *Node { return sum(Add(x, Reverse(x, 0))) }, ErrCoupled},
		"within pairs": {func(_ *model.Scope, x *Node) *Node {
			b := x.Shape().Dim(0)
			if b%2 == 1 {
				return sum(x)
			}
			pairs := Reshape(sum(x), b/2, 2, x.Shape().Dim(1))
			return Reshape(Add(pairs, Reverse(pairs, 1)), b, x.Shape().Dim(1))
		}, ErrCoupled},
		"dropout":     {random, ErrRandom},
		"linear":      {models.Linear(), nil},
		"mlp":         {models.MLP(models.DefaultMLPConfig()), nil},
		"gru":         {models.GRU(models.DefaultGRUConfig()), nil},
		"lstm":        {models.LSTM(models.DefaultLSTMConfig()), nil},
		"attention":   {models.Attention(models.DefaultAttentionConfig()), nil},
		"convolution": {models.Conv(models.DefaultConvConfig()), nil},
	} {
		err := CheckIndependence(backendtest.Open(t), backendtest.Store(t, 1), c.f, normal(2, 8, 3, 2))
		if !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: error %v, expected %v", name, err, c.want)
		}
		if err != nil && !strings.Contains(err.Error(), "sample ") {
			t.Errorf("%s: error %v, expected one that names the sample", name, err)
		}
	}
	if err := CheckIndependence(backendtest.Open(t), backendtest.Store(t, 1), models.Linear(), normal(2, 1, 3, 2)); err == nil {
		t.Error("one sample: no error")
	}
}
