package models

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestOutputsAreHeadsOnOneModel checks for every architecture that output c of K equals the single output of a
// model whose head is column c, with and without a mask.
func TestOutputsAreHeadsOnOneModel(t *testing.T) {
	const k = 3
	x := tensors.FromFlatDataAndDimensions(drawn(24), 2, 4, 3)
	mask := tensors.FromFlatDataAndDimensions([]bool{true, true, true, false, false, true, true, true}, 2, 4)
	for _, kind := range Kinds() {
		spec := must.Of(DefaultSpec(kind)).In(t)
		spec.Outputs = k
		for _, masked := range []bool{false, true} {
			what := fmt.Sprintf("%s, masked %t", kind, masked)
			store := backendtest.Store(t, 3)
			all := outputsOf(t, store, spec, x, mask, masked)
			if len(all) != 2*4*k {
				t.Fatalf("%s: %d outputs", what, len(all))
			}
			spec := spec
			spec.Outputs = 0
			for c := range k {
				if c > 0 && backendtest.ShortOnXLA() {
					break // the other columns are the same program with other weights, but would be compiled again
				}
				var column []float64
				for i := c; i < len(all); i += k {
					column = append(column, all[i])
				}
				backendtest.Near(t, what, outputsOf(t, column1(t, store, kind, c, k), spec, x, mask, masked), column, 1e-12)
			}
		}
	}
}

func outputsOf(t *testing.T, store *model.Store, spec Spec, x, mask *tensors.Tensor, masked bool) []float64 {
	t.Helper()
	f := must.Of(spec.BuildMasked()).In(t)
	if !masked {
		return backendtest.Run(t, store, plain(f), x)
	}
	return backendtest.Run(t, store, plain(f), x, mask)
}

// column1 returns a store whose head is column c of k.
func column1(t *testing.T, from *model.Store, kind Kind, c, k int) *model.Store {
	t.Helper()
	to := model.NewStore()
	for v := range from.IterVariables() {
		value := must.Of(v.Value()).In(t)
		value = must.Of(value.Clone()).In(t)
		head := value.DType().IsFloat() && (strings.Contains(v.Path(), "/output/") || kind == KindLinear)
		if dims := slices.Clone(value.Shape().Dimensions); head && len(dims) > 0 && dims[len(dims)-1] == k {
			flat, column := tensors.MustCopyFlatData[float64](value), []float64(nil)
			for i := c; i < len(flat); i += k {
				column = append(column, flat[i])
			}
			dims[len(dims)-1] = 1
			if kind == KindLinear {
				dims = dims[:len(dims)-1]
			}
			value = tensors.FromFlatDataAndDimensions(column, dims...)
		}
		must.Of(to.CreateVariable(v.Path(), value)).In(t)
	}
	return to
}

// TestSpecsWithoutTheirSettings checks that missing or invalid settings are rejected, and that custom models
// cannot be built.
func TestSpecsWithoutTheirSettings(t *testing.T) {
	for want, spec := range map[string]Spec{
		"settings of kind mlp are nil (set Spec.MLP":             {Kind: KindMLP, GRU: &GRUConfig{Hidden: 1}},
		"settings of kind gru are nil (set Spec.GRU":             {Kind: KindGRU},
		"settings of kind lstm are nil (set Spec.LSTM":           {Kind: KindLSTM, Outputs: 2},
		"settings of kind attention are nil (set Spec.Attention": {Kind: KindAttention},
		"settings of kind conv are nil (set Spec.Conv":           {Kind: KindConv},
		"GRU has width 0":  {Kind: KindGRU, GRU: &GRUConfig{}},
		"LSTM has width 0": {Kind: KindLSTM, LSTM: &LSTMConfig{}},
		"convolution: Channels must be at least 1, got 0": {Kind: KindConv, Conv: &ConvConfig{}},
		"unknown activation":                              {Kind: KindMLP, MLP: &MLPConfig{}},
		"attention":                                       {Kind: KindAttention, Attention: &AttentionConfig{}},
		"Outputs is -1":                                   {Kind: KindLinear, Outputs: -1},
		"Outputs is 65537":                                {Kind: KindLinear, Outputs: maxWidth + 1},
		"\"mine\" is a user-defined function":             CustomSpec("mine"),
		"unknown model \"\"":                              {},
	} {
		_, err := spec.Build()
		refusal.Check(t, err, want)
	}
}

// drawn returns irregular numbers.
func drawn(n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Sin(float64(7*i*i + i))
	}
	return values
}
