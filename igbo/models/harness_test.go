package models

import (
	"math/rand/v2"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
)

type maskedModel func(scope *model.Scope, x, mask *Node) *Node

// sequenceModels returns small versions of the four sequence models that use all their features.
func sequenceModels() map[string]maskedModel {
	return map[string]maskedModel{
		"GRU":       MaskedGRU(GRUConfig{Hidden: 5}),
		"LSTM":      MaskedLSTM(LSTMConfig{Hidden: 4}),
		"Attention": MaskedAttention(AttentionConfig{Width: 8, Heads: 2, Layers: 2, Activation: "gelu"}),
		"Conv":      MaskedConv(ConvConfig{Channels: 4, Kernel: 2, Layers: 2, Activation: "tanh"}),
	}
}

// A series is a batch [B,T,D] of numbers.
type series struct {
	flat    []float64
	b, t, d int
}

func drawSeries(seed uint64, b, t, d int) series {
	rng := rand.New(rand.NewPCG(seed, 3))
	x := series{make([]float64, b*t*d), b, t, d}
	for i := range x.flat {
		x.flat[i] = rng.NormFloat64()
	}
	return x
}

func (x series) tensor() *tensors.Tensor {
	return tensors.FromFlatDataAndDimensions(append([]float64(nil), x.flat...), x.b, x.t, x.d)
}

func (x series) row(b, t int) []float64 { return x.flat[(b*x.t+t)*x.d : (b*x.t+t+1)*x.d] }

func plain(f maskedModel) func(scope *model.Scope, in []*Node) *Node {
	return func(scope *model.Scope, in []*Node) *Node {
		if len(in) == 2 {
			return f(scope, in[0], in[1])
		}
		return f(scope, in[0], nil)
	}
}
