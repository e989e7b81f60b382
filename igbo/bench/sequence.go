package bench

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
	"github.com/igbolab/igbolab/igbo/bench/peer"
	"github.com/igbolab/igbolab/igbo/models"
)

// sequenceSize says how large the work on a model of series is: a GRU, unless kind says attention or convolution.
type sequenceSize struct {
	hidden, batch, steps, features, points int
	kind                                   models.Kind
}

// String names the size as a benchmark does.
func (s sequenceSize) String() string {
	name := map[models.Kind]string{"": "GRU", models.KindAttention: "attention", models.KindConv: "convolution"}[s.kind]
	return fmt.Sprintf("%s(%d), T = %d, D = %d, M = %d, B = %d", name, s.hidden, s.steps, s.features, s.points, s.batch)
}

func (s sequenceSize) model() attribution.Model {
	switch s.kind {
	case models.KindAttention:
		return models.Attention(s.heads())
	case models.KindConv:
		return models.Conv(s.taps())
	}
	return models.GRU(models.GRUConfig{Hidden: s.hidden})
}

func (s sequenceSize) heads() models.AttentionConfig {
	cfg := models.DefaultAttentionConfig()
	cfg.Width = s.hidden
	return cfg
}

func (s sequenceSize) taps() models.ConvConfig {
	cfg := models.DefaultConvConfig()
	cfg.Channels = s.hidden
	return cfg
}

func (s sequenceSize) attribution() attribution.Config {
	cfg := attribution.DefaultConfig()
	cfg.Points = s.points
	return cfg
}

// normal draws a tensor of standard normal numbers.
func normal(seed uint64, dims ...int) *tensors.Tensor {
	size := 1
	for _, n := range dims {
		size *= n
	}
	return tensor32(normals(seed, size), dims...)
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
func (s sequenceSize) objective(scope *model.Scope, x, r *Node) []*Node {
	scope = scope.At("model")
	h := attribution.Cumulative(scope, s.model(), x, s.attribution())
	return append([]*Node{h}, scope.BuildTrainableVariablesGradientsGraph(ReduceAllMean(Mul(h, r)))...)
}

// inputs are x and r.
func (s sequenceSize) inputs() []*tensors.Tensor {
	return []*tensors.Tensor{normal(4, s.batch, s.steps, s.features), normal(5, s.batch, s.steps, s.features)}
}

// compile builds the objective's graph and runs nothing.
func (s sequenceSize) compile(_ context.Context, engine compute.Backend, _ Config) (Contender, *peer.Work, error) {
	store, start, err := started(engine, s.model(), stepSeed, s.batch, 1, s.features)
	if err != nil {
		return nil, nil, err
	}
	c, err := compileCall(engine, store, s.objective, s.inputs()...)
	if err != nil {
		return nil, nil, err
	}
	work, err := s.work(start)
	return c, work, err
}

// make builds the objective and runs it once.
func (s sequenceSize) make(_ context.Context, engine compute.Backend, _ Config) (Contender, *peer.Work, error) {
	f := s.model()
	store, start, err := started(engine, f, stepSeed, s.batch, s.steps, s.features)
	if err != nil {
		return nil, nil, err
	}
	names := []string{"h"}
	for _, v := range start {
		names = append(names, "d"+arrayName(v.path))
	}
	c, err := newCall(engine, store, s.objective, names, s.inputs()...)
	if err != nil {
		return nil, nil, err
	}
	delete(c.outputs, "doutput_b") // h does not depend on the head's bias
	work, err := s.work(start)
	return c, work, err
}

// work is the peers' copy of weights and data.
func (s sequenceSize) work(start []variable) (*peer.Work, error) {
	cfg := s.attribution()
	alphas, weights, err := cfg.Quadrature.Nodes(s.points)
	if err != nil {
		return nil, err
	}
	w := peer.NewWork(map[string]any{"points": s.points, "heads": s.heads().Heads, "base": 10000, "kernel": s.taps().Kernel, "layers": s.taps().Layers})
	for _, v := range start {
		w.Add(arrayName(v.path), v.values, v.shape...)
	}
	w.Add("alphas", alphas, s.points)
	w.Add("weights", weights, s.points)
	for i, name := range []string{"x", "r"} {
		w.Add(name, normals(uint64(4+i), s.batch*s.steps*s.features), s.batch, s.steps, s.features)
	}
	return w, nil
}

// arrayName is the peers' name of a variable: its path in the model, of the GRU gate and letter.
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

// lastStep is the work of attributing the last output alone.
type lastStep struct{ sequenceSize }

// make builds TIG [B,T,D] of the last output. To attribution it is a model
// with one step of T·D features, so that one reverse pass does it.
func (s lastStep) make(_ context.Context, engine compute.Backend, _ Config) (Contender, *peer.Work, error) {
	f, cfg := s.model(), s.attribution()
	store, start, err := started(engine, f, stepSeed, s.batch, s.steps, s.features)
	if err != nil {
		return nil, nil, err
	}
	last := func(scope *model.Scope, x *Node) *Node {
		y := f(scope, Reshape(x, x.Shape().Dim(0), s.steps, s.features))
		return Slice(y, AxisRange(), AxisRange(s.steps-1))
	}
	c, err := newCall(engine, store, func(scope *model.Scope, x *Node) *Node {
		return attribution.TIG(scope.At("model"), last, Reshape(x, s.batch, 1, s.steps*s.features), cfg)
	}, []string{"attribution"}, normal(4, s.batch, s.steps, s.features))
	if err != nil {
		return nil, nil, err
	}
	work, err := s.work(start)
	return c, work, err
}

// attributed is the work of attributing a perceptron: no training.
type attributed struct{ stepSize }

// make builds TIG [B,1,1,D] of the model's output.
func (s attributed) make(_ context.Context, engine compute.Backend, _ Config) (Contender, *peer.Work, error) {
	f, err := s.spec.Build()
	if err != nil {
		return nil, nil, err
	}
	store, start, err := started(engine, f, stepSeed, s.batch, 1, s.features)
	if err != nil {
		return nil, nil, err
	}
	cfg := attribution.DefaultConfig()
	cfg.Points = s.points
	c, err := newCall(engine, store, func(scope *model.Scope, x *Node) *Node {
		return attribution.TIG(scope.At("model"), f, x, cfg)
	}, []string{"attribution"}, normal(4, s.batch, 1, s.features))
	if err != nil {
		return nil, nil, err
	}
	w := peer.NewWork(map[string]any{"points": s.points})
	addLayers(w, start, "")
	w.Add("x", normals(4, s.batch*s.features), s.batch, s.features)
	return c, w, nil
}
