package models

import (
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestLinearAndMLPByHand sets every weight and compares the outputs with a loop in Go.
func TestLinearAndMLPByHand(t *testing.T) {
	x := []float64{1, -2, 3, 0.5, 0, -1} // B = 1, T = 2, D = 3
	w := []float64{0.5, 1, -1, 2, -0.25, 1}
	set := map[string]*tensors.Tensor{
		"/linear/weights":  tensors.FromFlatDataAndDimensions(w[:3], 3),
		"/linear/bias":     tensors.FromScalar(0.75),
		"/layer_0/weights": tensors.FromFlatDataAndDimensions(w, 3, 2),
		"/layer_0/biases":  tensors.FromFlatDataAndDimensions([]float64{0.1, -0.2}, 2),
		"/output/weights":  tensors.FromFlatDataAndDimensions([]float64{2, -3}, 2, 1),
		"/output/biases":   tensors.FromFlatDataAndDimensions([]float64{1}, 1),
	}
	for step := range 2 {
		row := x[3*step : 3*step+3]
		linear := 0.75 + w[0]*row[0] + w[1]*row[1] + w[2]*row[2]
		hidden := [2]float64{0.1, -0.2}
		for j := range hidden {
			for k, v := range row {
				hidden[j] += v * w[2*k+j]
			}
			hidden[j] = max(hidden[j], 0)
		}
		mlp := 1 + 2*hidden[0] - 3*hidden[1]
		for name, want := range map[string]float64{"linear": linear, "mlp": mlp} {
			spec := Spec{Kind: Kind(name), MLP: &MLPConfig{Hidden: []int{2}, Activation: "relu"}}
			if got := predict(t, spec, set, x)[step]; got != want {
				t.Errorf("%s, step %d: %g, want %g", name, step, got, want)
			}
		}
	}
}

func predict(t *testing.T, spec Spec, set map[string]*tensors.Tensor, x []float64) []float64 {
	t.Helper()
	f := must.Of(spec.BuildMasked()).In(t)
	store := model.NewStore()
	for path, value := range set {
		clone := must.Of(value.LocalClone()).In(t)
		must.Of(store.CreateVariable(path, clone)).In(t)
	}
	return backendtest.Run(t, store, plain(f), tensors.FromFlatDataAndDimensions(x, 1, 2, 3))
}

func TestBadSpec(t *testing.T) {
	for want, spec := range map[string]Spec{
		"unknown model \"forest\" (want one of":                               {Kind: "forest"},
		"models: the settings of kind gru are nil (set Spec.GRU,":             {Kind: KindGRU, LSTM: &LSTMConfig{Hidden: 3}},
		"models: the settings of kind mlp are nil (set Spec.MLP,":             {Kind: KindMLP},
		"models: the settings of kind lstm are nil (set Spec.LSTM,":           {Kind: KindLSTM},
		"models: the settings of kind attention are nil (set Spec.Attention,": {Kind: KindAttention},
		"models: the settings of kind conv are nil (set Spec.Conv,":           {Kind: KindConv},
		"GRU has width 4611686018427387904":                                   {Kind: KindGRU, GRU: &GRUConfig{Hidden: 1 << 62}},
		"LSTM has width 65537":                                                {Kind: KindLSTM, LSTM: &LSTMConfig{Hidden: maxWidth + 1}},
		"want at most 1024":                                                   MLPSpec(MLPConfig{Hidden: make([]int, 2000), Activation: "relu"}),
		"attention: Width must be at most 65536, got 2097152":                 {Kind: KindAttention, Attention: &AttentionConfig{Width: 1 << 21, Heads: 2, Layers: 1, Activation: "relu"}},
		"attention: Layers must be at most 1024, got 2000000":                 {Kind: KindAttention, Attention: &AttentionConfig{Width: 4, Heads: 2, Layers: 2000000, Activation: "relu"}},
		"Kernel^Layers":         {Kind: KindConv, Conv: &ConvConfig{Channels: 2, Kernel: 3, Layers: 60, Activation: "relu"}},
		"width 0":               MLPSpec(MLPConfig{Hidden: []int{4, 0}, Activation: "relu"}),
		"activation \"wobbly\"": MLPSpec(MLPConfig{Hidden: []int{4}, Activation: "wobbly"}),
	} {
		_, err := spec.Build()
		refusal.Check(t, err, want)
	}
}

// TestDefaultSpec checks that every known kind has a spec that builds, with explicit sizes, and that unknown
// kinds are rejected.
func TestDefaultSpec(t *testing.T) {
	for _, kind := range Kinds() {
		spec, err := DefaultSpec(kind)
		if err == nil {
			_, err = spec.Build()
		}
		if err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if _, err := DefaultSpec("forest"); err == nil {
		t.Error("an unknown kind has a spec")
	}
}
