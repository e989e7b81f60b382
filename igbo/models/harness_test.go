package models

import (
	"math/rand/v2"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

type maskedModel func(scope *model.Scope, x, mask *Node) *Node

// sequenceModels are small versions of the four, with every part in use.
func sequenceModels() map[string]maskedModel {
	return map[string]maskedModel{
		"GRU":       MaskedGRU(GRUConfig{Hidden: 5}),
		"LSTM":      MaskedLSTM(LSTMConfig{Hidden: 4}),
		"Attention": MaskedAttention(AttentionConfig{Width: 8, Heads: 2, Layers: 2, Activation: "gelu"}),
		"Conv":      MaskedConv(ConvConfig{Channels: 4, Kernel: 2, Layers: 2, Activation: "tanh"}),
	}
}

// series is a batch [B,T,D] of numbers.
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

// call builds a graph over a store and returns its first output's numbers.
func call(t testing.TB, store *model.Store, f func(scope *model.Scope, in []*Node) *Node, in ...*tensors.Tensor) []float64 {
	t.Helper()
	out, err := tryCall(t, store, f, in...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func tryCall(t testing.TB, store *model.Store, f func(scope *model.Scope, in []*Node) *Node, in ...*tensors.Tensor) ([]float64, error) {
	exec, err := model.NewExec(backendtest.Open(t), store, f)
	if err != nil {
		return nil, err
	}
	return calls(exec, in)
}

// compiled is call for many inputs and weights: a graph is built once for each shape.
func compiled(t testing.TB, store *model.Store, f func(scope *model.Scope, in []*Node) *Node) func(in ...*tensors.Tensor) []float64 {
	t.Helper()
	exec, err := model.NewExec(backendtest.Open(t), store, f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(exec.Finalize)
	return func(in ...*tensors.Tensor) []float64 {
		t.Helper()
		out, err := calls(exec, in)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
}

// calls runs a graph and returns its first output's numbers.
func calls(exec *model.Exec, in []*tensors.Tensor) ([]float64, error) {
	args := make([]any, len(in))
	for i, x := range in {
		args[i] = x
	}
	out, err := exec.Call(args...)
	if err != nil {
		return nil, err
	}
	return tensors.CopyFlatData[float64](out[0])
}

func plain(f maskedModel) func(scope *model.Scope, in []*Node) *Node {
	return func(scope *model.Scope, in []*Node) *Node {
		if len(in) == 2 {
			return f(scope, in[0], in[1])
		}
		return f(scope, in[0], nil)
	}
}
