package models

import (
	"math"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// TestCausality checks that no output depends on a later input, and that every output depends on its own input
// and the previous one.
func TestCausality(t *testing.T) {
	for name, f := range sequenceModels() {
		t.Run(name, func(t *testing.T) {
			x, store := drawSeries(1, 2, 7, 3), backendtest.Store(t, 1)
			outputs := backendtest.Compiled(t, store, plain(f))
			before := outputs(x.tensor())
			for changed := range x.t {
				moved := series{append([]float64(nil), x.flat...), x.b, x.t, x.d}
				for b := range x.b {
					moved.row(b, changed)[1] += 1
				}
				after := outputs(moved.tensor())
				for i := range after {
					step := i % x.t
					if step < changed && after[i] != before[i] {
						t.Errorf("output %d changes with input %d", step, changed)
					}
					if (step == changed || step == changed+1) && math.Abs(after[i]-before[i]) < 1e-9 {
						t.Errorf("output %d does not depend on input %d", step, changed)
					}
				}
			}
		})
	}
}

// TestPaddingChangesNothing checks that a padded batch gives the same outputs as the unpadded series, whatever
// the padding contains.
func TestPaddingChangesNothing(t *testing.T) {
	lengths, width := []int{6, 3, 1}, 8
	for name, f := range sequenceModels() {
		for side, start := range map[string]func(length int) int{
			"after":  func(int) int { return 0 },
			"before": func(length int) int { return width - length },
		} {
			t.Run(name+"/padding "+side, func(t *testing.T) {
				store := backendtest.Store(t, 2)
				padded, mask := drawSeries(9, len(lengths), width, 2), make([]bool, len(lengths)*width)
				for i := range padded.flat {
					padded.flat[i] = math.NaN()
				}
				var want []float64
				for b, length := range lengths {
					x := drawSeries(uint64(b), 1, length, 2)
					y := backendtest.Run(t, store, plain(f), x.tensor())
					full := make([]float64, width)
					for i := range length {
						copy(padded.row(b, start(length)+i), x.row(0, i))
						mask[b*width+start(length)+i] = true
						full[start(length)+i] = y[i]
					}
					want = append(want, full...)
				}
				got := backendtest.Run(t, store, plain(f), padded.tensor(), tensors.FromFlatDataAndDimensions(mask, len(lengths), width))
				backendtest.Near(t, "outputs", got, want, 1e-12)
			})
		}
	}
}

func TestBadSequenceInput(t *testing.T) {
	x := drawSeries(1, 2, 3, 2).tensor()
	bad := map[string]func(scope *model.Scope, in []*Node) *Node{
		"GRU has width 0":                               plain(MaskedGRU(GRUConfig{})),
		"LSTM has width -1":                             plain(MaskedLSTM(LSTMConfig{Hidden: -1})),
		"got 6 for 2 heads":                             plain(MaskedAttention(AttentionConfig{Width: 6, Heads: 2, Layers: 1, Activation: "gelu"})),
		"attention: Layers must be at least 1, got 0":   plain(MaskedAttention(AttentionConfig{Width: 8, Heads: 2, Activation: "gelu"})),
		"convolution: Kernel must be at least 1, got 0": plain(MaskedConv(ConvConfig{Channels: 1, Layers: 1, Activation: "tanh"})),
		"unknown activation \"w\"":                      plain(MaskedConv(ConvConfig{Channels: 1, Layers: 1, Kernel: 1, Activation: "w"})),
		"got a mask of shape": func(scope *model.Scope, in []*Node) *Node {
			return MaskedGRU(DefaultGRUConfig())(scope, in[0], ReduceSum(in[0], -1))
		},
		"want [B,T,D]": func(scope *model.Scope, in []*Node) *Node {
			return LSTM(DefaultLSTMConfig())(scope, ReduceSum(in[0], 0))
		},
	}
	for want, f := range bad {
		_, err := backendtest.TryRun(t, backendtest.Store(t, 1), f, x)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "models: ") {
			t.Errorf("error %v, expected one that contains %q", err, want)
		}
	}
}

// TestDefaultsInFloat32 checks that the default models run in float32.
func TestDefaultsInFloat32(t *testing.T) {
	for name, f := range map[string]func(scope *model.Scope, x *Node) *Node{
		"GRU": GRU(DefaultGRUConfig()), "LSTM": LSTM(DefaultLSTMConfig()),
		"Attention": Attention(DefaultAttentionConfig()), "Conv": Conv(DefaultConvConfig()),
	} {
		out := backendtest.Run(t, backendtest.Store(t, 1), func(scope *model.Scope, in []*Node) *Node {
			x := ConvertDType(in[0], dtypes.Float32)
			h := derivative.Features(func(x *Node) *Node { return f(scope, x) }, x, x, derivative.Separate)
			return ConvertDType(ReduceAllSum(Square(h)), in[0].DType())
		}, drawSeries(3, 2, 5, 3).tensor())
		if !(out[0] > 0) || math.IsInf(out[0], 0) {
			t.Errorf("%s: Σh² = %g, expected a positive number", name, out[0])
		}
	}
}
