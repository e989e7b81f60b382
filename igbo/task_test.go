package igbo

import (
	"context"
	"encoding/json"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
)

// taskCase is a loss with targets of its kind over the small data, and k outputs.
type taskCase struct {
	loss task.Loss
	data Data
	k    int
}

// taskCases makes targets of the four features for every loss.
func taskCases(t testing.TB) map[string]taskCase {
	_, data, _ := small(t)
	with := func(loss task.Loss, k, targets int, y func(x []float64, j int) float64) taskCase {
		d := data
		d.Y, d.Outputs = nil, targets
		for i := range data.Y {
			for j := range targets {
				d.Y = append(d.Y, y(data.X[4*i:4*i+4], j))
			}
		}
		return taskCase{loss, d, k}
	}
	sign := func(v float64) float64 {
		if v > 0 {
			return 1
		}
		return 0
	}
	line := func(x []float64, j int) float64 { return x[j] - 2*x[3] + float64(3*j) }
	pinball := task.Loss{Kind: task.KindCustom, Name: "pinball", Function: func(y, f *Node) *Node {
		off := Sub(y, f)
		return Max(MulScalar(off, 0.7), MulScalar(off, -0.3))
	}}
	return map[string]taskCase{
		"squared 2":  with(task.Loss{Kind: task.KindSquared}, 2, 2, line),
		"absolute":   with(task.Loss{Kind: task.KindAbsolute}, 1, 1, line),
		"huber 2":    with(task.Loss{Kind: task.KindHuber, Delta: 0.5}, 2, 2, line),
		"logistic":   with(task.Loss{Kind: task.KindLogistic, ClassWeights: []float64{1, 2}}, 1, 1, func(x []float64, _ int) float64 { return sign(x[0] - x[3]) }),
		"logistic 2": with(task.Loss{Kind: task.KindLogistic}, 2, 2, func(x []float64, j int) float64 { return sign(x[j] - x[3]) }),
		"softmax": with(task.Loss{Kind: task.KindSoftmax, ClassWeights: []float64{1, 2, 1}}, 3, 1,
			func(x []float64, _ int) float64 { return sign(x[0]) + sign(x[1]-x[2]) }),
		"poisson": with(task.Loss{Kind: task.KindPoisson}, 1, 1, func(x []float64, _ int) float64 { return math.Floor(math.Exp(x[1])) }),
		"custom":  with(pinball, 1, 1, line),
	}
}

func (c taskCase) config(t testing.TB) (Config, *dag.DAG) {
	cfg, _, d := small(t)
	cfg.Model, cfg.Function, cfg.Loss = models.CustomSpec("dense"), dense(c.k), c.loss
	cfg.Optimizer, cfg.Epochs = Optimizer{Name: "adam", LearningRate: 0.02}, 30
	if c.k > 1 {
		cfg.Output = attribution.Output{Kind: attribution.PredictedOutput}
	}
	return cfg, d
}

// TestEveryLossIsLearnt: training descends each loss, weighted or not, standardised or
// not; what the history says of L on the full batch is what Evaluate says; interrupted
// and resumed it ends the same, bit for bit; saved and loaded it says the same.
func TestEveryLossIsLearnt(t *testing.T) {
	for name, c := range taskCases(t) {
		for _, weighted := range []bool{false, true} {
			cfg, d := c.config(t)
			data := c.data
			if weighted {
				cfg.Standardize, cfg.DType = true, "float64"
				for i := range data.Samples() {
					data.Weights = append(data.Weights, float64(i%4))
				}
			}
			held := data.part(40, 64)
			cfg.EarlyStopping, cfg.BatchSize = EarlyStopping{Data: held, Patience: 20, Monitor: MonitorMax}, 64
			r := mustTrain(t, cfg, data.part(0, 40), d)
			first, last := r.History.Steps[0].TaskLoss, r.History.Steps[len(r.History.Steps)-1].TaskLoss
			if !(last < 0.9*first) {
				t.Errorf("%s: L is %g after %g", name, last, first)
			}
			if got := outcomeOf(t, interrupted(t, cfg, data.part(0, 40), d)); !reflect.DeepEqual(got, outcomeOf(t, r)) {
				t.Errorf("%s: interrupted it ends otherwise", name)
			}
			cfg.EarlyStopping, cfg.Epochs = EarlyStopping{}, 4
			r = mustTrain(t, cfg, data.part(0, 40), d)
			cfg.Optimizer = Optimizer{Name: "sgd", LearningRate: 1e-30}
			next, err := TrainFrom(context.Background(), r.Model, cfg, data.part(0, 40), d)
			if err != nil {
				t.Fatal(err)
			}
			e, err := r.Model.Evaluate(data.part(0, 40), d)
			if err != nil {
				t.Fatal(err)
			}
			step := next.History.Steps[0]
			backendtest.Near(t, name+": L and H", []float64{e.Loss, e.Interpretability.Loss}, []float64{step.TaskLoss, step.SecondLoss}, 2e-5)
			dir := filepath.Join(t.TempDir(), "model")
			if err := r.Model.Save(dir); err != nil {
				t.Fatal(err)
			}
			loaded, err := LoadFunction(backendtest.Open(t), dir, cfg.Function)
			if err != nil {
				t.Fatal(err)
			}
			same(t, r.Model, loaded, data)
			if c.loss.Is(task.KindCustom) {
				_, err := loaded.Evaluate(held, d)
				checkRefusal(t, err, "the loss \"pinball\" without its function")
				loaded.Config.Loss.Function = c.loss.Function
			}
			again, err := loaded.Evaluate(held, d)
			if before, _ := r.Model.Evaluate(held, d); err != nil || again != before {
				t.Errorf("%s: loaded %+v (%v), saved %+v", name, again, err, before)
			}
		}
	}
}

// TestResponsesAreProbabilities: in [0, 1], of classes with the sum 1, and rates positive.
func TestResponsesAreProbabilities(t *testing.T) {
	for name, c := range taskCases(t) {
		cfg, _ := c.config(t)
		cfg.Epochs = 2
		m := mustTrain(t, cfg, c.data, nil).Model
		raw, err := m.Predict(c.data)
		if err != nil || m.Outputs() != c.k || len(raw) != c.data.Samples()*c.k {
			t.Fatalf("%s: %d predictions of %d outputs (%v), want %d of %d", name, len(raw), m.Outputs(), err, c.data.Samples()*c.k, c.k)
		}
		p, err := m.Response(c.data)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range p {
			switch {
			case c.loss.Is(task.KindLogistic) || c.loss.Is(task.KindSoftmax):
				if !(v >= 0 && v <= 1) {
					t.Fatalf("%s: probability %g", name, v)
				}
			case c.loss.Is(task.KindPoisson):
				backendtest.Near(t, name, []float64{v}, []float64{math.Exp(raw[i])}, 1e-12)
			default:
				if v != raw[i] {
					t.Fatalf("%s: response %g, prediction %g", name, v, raw[i])
				}
			}
		}
		for i := 0; c.loss.Is(task.KindSoftmax) && i < len(p); i += c.k {
			backendtest.Near(t, name, []float64{p[i] + p[i+1] + p[i+2]}, []float64{1}, 1e-12)
		}
	}
}

// TestOutputsAreScoredApart: through each output the scores are those of the chosen
// ones side by side, in the mean their loss; the predicted one's are among them.
func TestOutputsAreScoredApart(t *testing.T) {
	c := taskCases(t)["softmax"]
	cfg, d := c.config(t)
	cfg.Epochs = 3
	m := mustTrain(t, cfg, c.data, d).Model
	through := func(o attribution.Output) (*mat.Dense, []float64, Evaluation) {
		m.Config.Output = o
		h, err := m.Scores(c.data)
		if err != nil {
			t.Fatal(err)
		}
		tig, err := m.Attribute(c.data)
		if err != nil {
			t.Fatal(err)
		}
		e, err := m.Evaluate(c.data, d)
		if err != nil {
			t.Fatal(err)
		}
		return h, tig, e
	}
	each, eachTIG, all := through(attribution.Output{Kind: attribution.EachOutput})
	predicted, predictedTIG, _ := through(attribution.Output{Kind: attribution.PredictedOutput})
	y, err := m.Predict(c.data)
	if err != nil {
		t.Fatal(err)
	}
	n, mean, kept := c.data.Samples(), 0.0, 0
	for k := range 3 {
		h, tig, e := through(attribution.Output{Kind: attribution.ChosenOutput, Index: k})
		mean += e.Interpretability.Loss / 3
		kept += e.Interpretability.Satisfied
		for i := range n {
			backendtest.Near(t, "each", each.RawRowView(3*i+k), h.RawRowView(i), 0)
			backendtest.Near(t, "TIG of each", eachTIG[4*(3*i+k):4*(3*i+k+1)], tig[4*i:4*i+4], 0)
			if row := y[3*i : 3*i+3]; slices.Max(row) == row[k] {
				backendtest.Near(t, "predicted", predicted.RawRowView(i), h.RawRowView(i), 1e-6)
				backendtest.Near(t, "TIG of the predicted", predictedTIG[4*i:4*i+4], tig[4*i:4*i+4], 1e-6)
			}
		}
	}
	v := all.Interpretability
	backendtest.Near(t, "H of each", []float64{v.Loss}, []float64{mean}, 1e-12)
	if v.Satisfied != kept || v.Constraints != 3*len(d.Edges) {
		t.Errorf("%d of %d constraints hold, want %d of %d", v.Satisfied, v.Constraints, kept, 3*len(d.Edges))
	}
	m.Config.Output = attribution.Output{}
	_, err = m.Scores(c.data)
	checkRefusal(t, err, "a model with 3 outputs, expected a kind of output")
	_, err = m.Attribute(c.data)
	checkRefusal(t, err, "a model with 3 outputs, expected a kind of output")
}

// TestEachOutputIsGuided: a DAG of every output is followed more than without one.
func TestEachOutputIsGuided(t *testing.T) {
	c := taskCases(t)["softmax"]
	cfg, _ := c.config(t)
	d, err := dag.New(c.data.Features, []dag.Edge{{U: 3, V: 0, P: 1, Epsilon: 0.05, Delta: 0.5}}, nil, nil) // x4, of which no class depends
	if err != nil {
		t.Fatal(err)
	}
	cfg.Output, cfg.Epochs, cfg.Rule, cfg.NormalizeGradients = attribution.Output{Kind: attribution.EachOutput}, 60, "feasibility-first", true
	with, err := mustTrain(t, cfg, c.data, d).Model.Evaluate(c.data, d)
	if err != nil {
		t.Fatal(err)
	}
	without, err := mustTrain(t, cfg, c.data, nil).Model.Evaluate(c.data, d)
	if err != nil || !(with.Interpretability.Loss < 0.5*without.Interpretability.Loss) {
		t.Errorf("H is %g with the DAG, %g without (%v)", with.Interpretability.Loss, without.Interpretability.Loss, err)
	}
}

// TestTargetRefusals name the row, and what the loss takes.
func TestTargetRefusals(t *testing.T) {
	for name, refused := range map[string]struct {
		y    float64
		want string
	}{
		"logistic": {1.5, "y is 1.5 in row 3, expected 0 or 1"}, "logistic 2": {-1, "y is -1 in row 1, expected 0 or 1"},
		"softmax": {3, "y is 3 in row 3, expected a class, 0 to 2"}, "poisson": {-2, "y is -2 in row 3, expected 0 or more"},
	} {
		c := taskCases(t)[name]
		cfg, _ := c.config(t)
		cfg.Epochs = 1
		m := mustTrain(t, cfg, c.data, nil).Model
		bad := c.data
		bad.Y = slices.Clone(bad.Y)
		bad.Y[3] = refused.y
		wantError(t, cfg, bad, nil, refused.want)
		_, err := m.Evaluate(bad, nil)
		checkRefusal(t, err, refused.want)
		cfg.EarlyStopping = EarlyStopping{Data: bad, Patience: 1}
		_, err = Train(context.Background(), backendtest.Open(t), cfg, c.data, nil)
		checkRefusal(t, err, "igbo: early stopping: "+refused.want)
	}
}

// TestLossAndWeightRefusals: settings that do not fit the model or the data.
func TestLossAndWeightRefusals(t *testing.T) {
	for want, change := range map[string]func(c *Config, d *Data){
		"unknown loss \"luck\"":                        func(c *Config, _ *Data) { c.Loss.Kind = "luck" },
		"δ = 0, expected a positive number":            func(c *Config, _ *Data) { c.Loss.Kind = task.KindHuber },
		"of a model with 1 output":                     func(c *Config, _ *Data) { c.Loss.Kind = task.KindSoftmax },
		"the loss \"a\" without its function":          func(c *Config, _ *Data) { c.Loss = task.Loss{Kind: task.KindCustom, Name: "a"} },
		"a model with 1 outputs for 2 targets":         func(_ *Config, d *Data) { d.Outputs, d.X, d.Y = 2, d.X[:128], d.Y[:64] },
		"K = -1 targets a step":                        func(_ *Config, d *Data) { d.Outputs = -1 },
		"expected N·T·D and N·T·K":                     func(_ *Config, d *Data) { d.Outputs = 3 },
		"1 weights, expected one for each of the 64":   func(_ *Config, d *Data) { d.Weights = []float64{1} },
		"sample 2 has weight -1, expected 0":           func(_ *Config, d *Data) { d.Weights = make([]float64, 64); d.Weights[2] = -1 },
		"sample 2 has weight 1e+40, more than float32": func(_ *Config, d *Data) { d.Weights = make([]float64, 64); d.Weights[2] = 1e40 },
		"every sample has weight 0":                    func(_ *Config, d *Data) { d.Weights = make([]float64, 64) },
		"output 1 of a model with 1":                   func(c *Config, _ *Data) { c.Output = attribution.Output{Kind: attribution.ChosenOutput, Index: 1} },
		"unknown kind of output":                       func(c *Config, _ *Data) { c.Output.Kind = "luck" },
	} {
		cfg, data, d := small(t)
		change(&cfg, &data)
		wantError(t, cfg, data, d, want)
	}
}

// TestWeightsAreRepetitions: full-batch training on weights 2 is training on samples
// given twice, and the metrics are the same.
func TestWeightsAreRepetitions(t *testing.T) {
	cfg, data, _ := small(t)
	cfg.DType, cfg.BatchSize, cfg.Epochs = "float64", 1000, 5
	twice, weighted := data, data
	twice.X, twice.Y = append(slices.Clone(data.X), data.X[:40]...), append(slices.Clone(data.Y), data.Y[:10]...)
	for i := range data.Y {
		weighted.Weights = append(weighted.Weights, map[bool]float64{true: 2, false: 1}[i < 10])
	}
	a, b := mustTrain(t, cfg, twice, nil).Model, mustTrain(t, cfg, weighted, nil).Model
	ya, _ := a.Predict(data)
	yb, err := b.Predict(data)
	if err != nil {
		t.Fatal(err)
	}
	backendtest.Near(t, "predictions", yb, ya, 1e-9)
	ea, _ := a.Evaluate(twice, nil)
	eb, err := b.Evaluate(weighted, nil)
	if err != nil {
		t.Fatal(err)
	}
	backendtest.Near(t, "metrics", []float64{eb.MSE, eb.Metrics.R2, eb.Loss}, []float64{ea.MSE, ea.Metrics.R2, ea.Loss}, 1e-9)
}

// TestConfigOfBeforeIsWrittenAsBefore: without the new settings a configuration's JSON is
// what it was, so that digests of it stay.
func TestConfigOfBeforeIsWrittenAsBefore(t *testing.T) {
	want := `{"model":{"kind":"linear"},"seed":0,"epochs":120,"batch_size":32,"burn_in":0,"optimizer":{"name":"adam","learning_rate":0.001},` +
		`"rule":"paper","normalize_gradients":false,"lambda":{"kind":"fixed","value":0.5},"tolerance":1e-12,"stop_at_opposite":false,` +
		`"attribution":{"quadrature":"midpoint","points":20,"chunk":0,"mode":"auto","score":"signed","epsilon":1e-8,"baselines":[{"name":"zero"}]},` +
		`"standardize":false,"dtype":"float32","history_every":1}`
	if text := encode(t, DefaultConfig()); text != want {
		t.Errorf("the default configuration is %s, want %s", text, want)
	}
	if text := encode(t, benchData(2, 1)); strings.Contains(text, "Outputs") || strings.Contains(text, "Weights") {
		t.Errorf("data of one target says %s", text)
	}
}

func encode(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
