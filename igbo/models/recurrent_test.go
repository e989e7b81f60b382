package models

import (
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// weights reads the variables of a store as flat numbers.
func weights(t *testing.T, store *model.Store) func(path string) []float64 {
	t.Helper()
	all := map[string][]float64{}
	for v := range store.RootScope().IterVariables() {
		if v.DType() == dtypes.Float64 {
			all[v.Path()] = tensors.MustCopyFlatData[float64](v.MustValue())
		}
	}
	return func(path string) []float64 {
		w, ok := all[path]
		if !ok {
			t.Fatalf("no variable %q in %v", path, all)
		}
		return w
	}
}

func sigma(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

// affineByHand computes number j of W·x + U·h + b for a gate.
func affineByHand(w func(string) []float64, gate string, x, h []float64, j int) float64 {
	n := len(h)
	sum := w(gate + "/biases")[j]
	for k, v := range x {
		sum += v * w(gate + "/input_weights")[k*n+j]
	}
	for k, v := range h {
		sum += v * w(gate + "/recurrent_weights")[k*n+j]
	}
	return sum
}

func head(w func(string) []float64, path string, h []float64) float64 {
	y := w(path + "/biases")[0]
	for j, v := range h {
		y += v * w(path + "/weights")[j]
	}
	return y
}

// TestGRUByHand evaluates the equations in the documentation of GRU with a loop.
func TestGRUByHand(t *testing.T) {
	x, store, hidden := drawSeries(6, 1, 4, 2), backendtest.Store(t, 7), 3
	got := backendtest.Run(t, store, plain(MaskedGRU(GRUConfig{Hidden: hidden})), x.tensor())
	w := weights(t, store)
	h, want := make([]float64, hidden), make([]float64, x.t)
	for step := range want {
		next, row := make([]float64, hidden), x.row(0, step)
		for j := range next {
			r := sigma(affineByHand(w, "/gru/reset", row, h, j))
			z := sigma(affineByHand(w, "/gru/update", row, h, j))
			inner := w("/gru/new/recurrent_biases")[j]
			for k, v := range h {
				inner += v * w("/gru/new/recurrent_weights")[k*hidden+j]
			}
			n := math.Tanh(affineByHand(w, "/gru/new", row, make([]float64, hidden), j) + r*inner)
			next[j] = n + z*(h[j]-n)
		}
		h = next
		want[step] = head(w, "/gru/output", h)
	}
	backendtest.Near(t, "y", got, want, 1e-13)
}

// TestLSTMByHand evaluates the equations in the documentation of LSTM with a loop.
func TestLSTMByHand(t *testing.T) {
	x, store, hidden := drawSeries(6, 1, 4, 2), backendtest.Store(t, 7), 3
	got := backendtest.Run(t, store, plain(MaskedLSTM(LSTMConfig{Hidden: hidden})), x.tensor())
	w := weights(t, store)
	h, c, want := make([]float64, hidden), make([]float64, hidden), make([]float64, x.t)
	for step := range want {
		next, row := make([]float64, hidden), x.row(0, step)
		for j := range next {
			i, f := sigma(affineByHand(w, "/lstm/input", row, h, j)), sigma(affineByHand(w, "/lstm/forget", row, h, j))
			g, o := math.Tanh(affineByHand(w, "/lstm/cell", row, h, j)), sigma(affineByHand(w, "/lstm/output_gate", row, h, j))
			c[j] = f*c[j] + i*g
			next[j] = o * math.Tanh(c[j])
		}
		h = next
		want[step] = head(w, "/lstm/output", h)
	}
	backendtest.Near(t, "y", got, want, 1e-13)
}

// TestConvByHand evaluates the equations in the documentation of Conv with a loop.
func TestConvByHand(t *testing.T) {
	x, store := drawSeries(6, 1, 9, 2), backendtest.Store(t, 7)
	cfg := ConvConfig{Channels: 3, Kernel: 2, Layers: 3, Activation: "tanh"}
	got := backendtest.Run(t, store, plain(MaskedConv(cfg)), x.tensor())
	w := weights(t, store)
	z := make([][]float64, x.t)
	for step := range z {
		z[step] = x.row(0, step)
	}
	dilation := 1
	for _, layer := range []string{"/conv/layer_0", "/conv/layer_1", "/conv/layer_2"} {
		next, width := make([][]float64, x.t), len(z[0])
		for step := range next {
			for c := range cfg.Channels {
				sum := w(layer + "/biases")[c]
				for tap := range cfg.Kernel {
					if past := step - tap*dilation; past >= 0 {
						for k, v := range z[past] {
							sum += v * w(layer + "/weights")[(tap*width+k)*cfg.Channels+c]
						}
					}
				}
				next[step] = append(next[step], math.Tanh(sum))
			}
		}
		z, dilation = next, dilation*cfg.Kernel
	}
	want := make([]float64, x.t)
	for step := range want {
		want[step] = head(w, "/conv/output", z[step])
	}
	backendtest.Near(t, "y", got, want, 1e-13)
}
