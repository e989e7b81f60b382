package workload

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// SequenceSize is the size of the work on a sequence model.
type SequenceSize struct {
	// Hidden units, Batch B, Steps T, Features D, Points M of the quadrature.
	Hidden, Batch, Steps, Features, Points int
	Kind                                   models.Kind // a GRU if it is empty
	Checkpoints                            bool        // GRU only: keep the state of every ⌈√T⌉th step
}

// GRUSize returns the size of the work on the GRU.
func GRUSize() SequenceSize {
	return SequenceSize{Hidden: 32, Batch: 16, Steps: 64, Features: 8, Points: 16}
}

// String returns the size in the form of a benchmark name.
func (s SequenceSize) String() string {
	name := map[models.Kind]string{"": "GRU", models.KindLSTM: "LSTM", models.KindAttention: "attention", models.KindConv: "convolution"}[s.Kind]
	size := fmt.Sprintf("%s(%d), T = %d, D = %d, M = %d, B = %d", name, s.Hidden, s.Steps, s.Features, s.Points, s.Batch)
	if s.Checkpoints {
		size += ", checkpoints"
	}
	return size
}

// Model returns the model of this size. Its other settings are the defaults.
func (s SequenceSize) Model() attribution.Model {
	switch s.Kind {
	case models.KindLSTM:
		return models.LSTM(models.LSTMConfig{Hidden: s.Hidden})
	case models.KindAttention:
		return models.Attention(s.heads())
	case models.KindConv:
		return models.Conv(s.taps())
	}
	return models.GRU(models.GRUConfig{Hidden: s.Hidden, Checkpoints: s.Checkpoints})
}

func (s SequenceSize) heads() models.AttentionConfig {
	cfg := models.DefaultAttentionConfig()
	cfg.Width = s.Hidden
	return cfg
}

func (s SequenceSize) taps() models.ConvConfig {
	cfg := models.DefaultConvConfig()
	cfg.Channels = s.Hidden
	return cfg
}

// Attribution returns the default attribution with the size's number of points.
func (s SequenceSize) Attribution() attribution.Config {
	cfg := attribution.DefaultConfig()
	cfg.Points = s.Points
	return cfg
}

// Normal draws a tensor of standard normal numbers.
func Normal(seed uint64, dims ...int) *tensors.Tensor {
	size := 1
	for _, n := range dims {
		size *= n
	}
	return Tensor(normals(seed, size), dims...)
}

func normals(seed uint64, n int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 3))
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.NormFloat64()
	}
	return out
}

// objective builds h [B,T,D] and the gradient of ⟨r, h⟩/(B·T·D) for a fixed random r.
func (s SequenceSize) objective(scope *model.Scope, x, r *Node) []*Node {
	scope = scope.At("model")
	h := attribution.Cumulative(scope, s.Model(), x, s.Attribution())
	return append([]*Node{h}, scope.BuildTrainableVariablesGradientsGraph(ReduceAllMean(Mul(h, r)))...)
}

// inputs returns x and r.
func (s SequenceSize) inputs() []*tensors.Tensor {
	return []*tensors.Tensor{Normal(4, s.Batch, s.Steps, s.Features), Normal(5, s.Batch, s.Steps, s.Features)}
}

// Make builds the objective and runs it once.
func (s SequenceSize) Make(_ context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
	f := s.Model()
	store, start, err := started(engine, f, Seed, s.Batch, s.Steps, s.Features)
	if err != nil {
		return nil, nil, err
	}
	names := []string{"h"}
	for _, v := range start {
		names = append(names, "d"+arrayName(v.Path))
	}
	c, err := NewCall(engine, store, s.objective, names, s.inputs()...)
	if err != nil {
		return nil, nil, err
	}
	delete(c.outputs, "doutput_b") // h does not depend on the bias of the head
	work, err := s.work(start)
	return c, work, err
}

// work returns the peers' copy of weights and data.
func (s SequenceSize) work(start []variable) (*reference.Work, error) {
	cfg := s.Attribution()
	alphas, weights, err := cfg.Quadrature.Nodes(s.Points)
	if err != nil {
		return nil, err
	}
	w := reference.NewWork(map[string]any{"points": s.Points, "heads": s.heads().Heads, "base": 10000, "kernel": s.taps().Kernel, "layers": s.taps().Layers})
	for _, v := range start {
		w.Add(arrayName(v.Path), v.Values, v.Shape...)
	}
	w.Add("alphas", alphas, s.Points)
	w.Add("weights", weights, s.Points)
	for i, name := range []string{"x", "r"} {
		w.Add(name, normals(uint64(4+i), s.Batch*s.Steps*s.Features), s.Batch, s.Steps, s.Features)
	}
	return w, nil
}

// arrayName returns the peers' name of a variable: its path in the model, or gate and letter for the GRU.
func arrayName(path string) string {
	if path = strings.TrimPrefix(path, "/model/"); !strings.HasPrefix(path, "gru/") {
		return strings.ReplaceAll(path, "/", "_")
	}
	parts := strings.Split(path, "/")
	letter := map[string]string{
		"input_weights": "W", "recurrent_weights": "U", "biases": "b", "recurrent_biases": "c", "weights": "W",
	}[parts[len(parts)-1]]
	return parts[len(parts)-2] + "_" + letter
}

// LastStep is the attribution of only the last output.
type LastStep struct{ SequenceSize }

// Make builds TIG [B,T,D] of the last output. For package attribution, it is a model with one step of T·D features, so one
// reverse pass is enough.
func (s LastStep) Make(_ context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
	f, cfg := s.Model(), s.Attribution()
	store, start, err := started(engine, f, Seed, s.Batch, s.Steps, s.Features)
	if err != nil {
		return nil, nil, err
	}
	last := func(scope *model.Scope, x *Node) *Node {
		y := f(scope, Reshape(x, x.Shape().Dim(0), s.Steps, s.Features))
		return Slice(y, AxisRange(), AxisRange(s.Steps-1))
	}
	c, err := NewCall(engine, store, func(scope *model.Scope, x *Node) *Node {
		return attribution.TIG(scope.At("model"), last, Reshape(x, s.Batch, 1, s.Steps*s.Features), cfg)
	}, []string{"attribution"}, Normal(4, s.Batch, s.Steps, s.Features))
	if err != nil {
		return nil, nil, err
	}
	work, err := s.work(start)
	return c, work, err
}

// Attributed is the attribution of a perceptron, without training.
type Attributed struct{ StepSize }

// Make builds TIG [B,1,1,D] of the model's output.
func (s Attributed) Make(_ context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
	f, err := s.Spec.Build()
	if err != nil {
		return nil, nil, err
	}
	store, start, err := started(engine, f, Seed, s.Batch, 1, s.Features)
	if err != nil {
		return nil, nil, err
	}
	cfg := attribution.DefaultConfig()
	cfg.Points = s.Points
	c, err := NewCall(engine, store, func(scope *model.Scope, x *Node) *Node {
		return attribution.TIG(scope.At("model"), f, x, cfg)
	}, []string{"attribution"}, Normal(4, s.Batch, 1, s.Features))
	if err != nil {
		return nil, nil, err
	}
	w := reference.NewWork(map[string]any{"points": s.Points})
	addLayers(w, start, "")
	w.Add("x", normals(4, s.Batch*s.Features), s.Batch, s.Features)
	return c, w, nil
}
