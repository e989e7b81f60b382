package igbo

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestTargetRefusals checks that errors name the row and the valid targets.
func TestTargetRefusals(t *testing.T) {
	for name, refused := range map[string]struct {
		y    float64
		want string
	}{
		"logistic": {1.5, "y is 1.5 in row 3, want 0 or 1"}, "logistic 2": {-1, "y is -1 in row 1, want 0 or 1"},
		"softmax": {3, "y is 3 in row 3, want a class, 0 to 2"}, "poisson": {-2, "y is -2 in row 3, want 0 or more"},
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
		modeltest.Refused(t, err, refused.want)
		cfg.EarlyStopping = EarlyStopping{Data: bad, Patience: 1}
		_, err = Train(context.Background(), backendtest.Open(t), cfg, c.data, nil)
		modeltest.Refused(t, err, "training: early stopping: trained: "+refused.want)
	}
}

// TestLossAndWeightRefusals checks settings that do not match the model or the data.
func TestLossAndWeightRefusals(t *testing.T) {
	for want, change := range map[string]func(c *Config, d *Data){
		"unknown loss \"luck\"":                                  func(c *Config, _ *Data) { c.Loss.Kind = "luck" },
		"δ = 0, want a positive number":                          func(c *Config, _ *Data) { c.Loss.Kind = task.KindHuber },
		"has 1 output, but the softmax loss needs one per class": func(c *Config, _ *Data) { c.Loss.Kind = task.KindSoftmax },
		"the loss \"a\" has no function":                         func(c *Config, _ *Data) { c.Loss = task.Loss{Kind: task.KindCustom, Name: "a"} },
		"the model has 1 outputs for 2 targets":                  func(_ *Config, d *Data) { d.Outputs, d.X, d.Y = 2, d.X[:128], d.Y[:64] },
		"K = -1 targets a step":                                  func(_ *Config, d *Data) { d.Outputs = -1 },
		"want N·T·K with T = ":                                   func(_ *Config, d *Data) { d.Outputs = 3 },
		"1 weights, want one for each of the 64":                 func(_ *Config, d *Data) { d.Weights = []float64{1} },
		"sample 2 has weight -1, want 0":                         func(_ *Config, d *Data) { d.Weights = make([]float64, 64); d.Weights[2] = -1 },
		"sample 2 has weight 1e+40, too large for float32":       func(_ *Config, d *Data) { d.Weights = make([]float64, 64); d.Weights[2] = 1e40 },
		"every sample has weight 0":                              func(_ *Config, d *Data) { d.Weights = make([]float64, 64) },
		"output 1 not found in a model with 1":                   func(c *Config, _ *Data) { c.Output = attribution.Output{Kind: attribution.ChosenOutput, Index: 1} },
		"unknown kind of output":                                 func(c *Config, _ *Data) { c.Output.Kind = "luck" },
		"every target has a class of weight 0": func(c *Config, d *Data) {
			c.Loss, d.Y = task.Loss{Kind: task.KindLogistic, ClassWeights: []float64{0, 1}}, make([]float64, 64)
		},
		"none of the 32 series has both a positive weight": func(c *Config, d *Data) {
			c.BurnIn, d.Steps, d.Mask, d.Weights = 1, 2, make([]bool, 64), make([]float64, 32)
			for i := range d.Mask { // only series 0 has a step after the burn-in, and its weight is 0
				d.Mask[i] = i%2 == 0 || i == 1
				d.Weights[i/2] = 1
			}
			d.Weights[0] = 0
		},
	} {
		cfg, data, d := modeltest.Small(t)
		change(&cfg, &data)
		wantError(t, cfg, data, d, want)
	}
}

// TestWeightsAreRepetitions checks that full-batch training with weights of 2 equals training with
// every sample repeated, with the same metrics.
func TestWeightsAreRepetitions(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.DType, cfg.BatchSize, cfg.Epochs = "float64", 1000, 5
	twice, weighted := data, data
	twice.X, twice.Y = append(slices.Clone(data.X), data.X[:40]...), append(slices.Clone(data.Y), data.Y[:10]...)
	for i := range data.Y {
		weighted.Weights = append(weighted.Weights, map[bool]float64{true: 2, false: 1}[i < 10])
	}
	a, b := mustTrain(t, cfg, twice, nil).Model, mustTrain(t, cfg, weighted, nil).Model
	ya, _ := a.Predict(data)
	yb := must.Of(b.Predict(data)).In(t)
	backendtest.Near(t, "predictions", yb, ya, 1e-9)
	ea, _ := a.Evaluate(twice, nil)
	eb := must.Of(b.Evaluate(weighted, nil)).In(t)
	backendtest.Near(t, "metrics", []float64{eb.MSE, eb.Metrics.R2, eb.Loss}, []float64{ea.MSE, ea.Metrics.R2, ea.Loss}, 1e-9)
}

// TestConfigOfBeforeIsWrittenAsBefore checks that the JSON of a configuration without newer
// settings does not change, so that digests stay valid.
func TestConfigOfBeforeIsWrittenAsBefore(t *testing.T) {
	want := `{"model":{"kind":"linear"},"seed":0,"epochs":120,"batch_size":32,"burn_in":0,"optimizer":{"name":"adam","learning_rate":0.001},` +
		`"rule":"paper","normalize_gradients":false,"lambda":{"kind":"fixed","value":0.5},"tolerance":1e-12,"stop_at_opposite":false,` +
		`"attribution":{"quadrature":"midpoint","points":20,"chunk":0,"mode":"auto","score":"signed","epsilon":1e-8,"baselines":[{"name":"zero"}]},` +
		`"standardize":false,"dtype":"float32","history_every":1}`
	if text := encode(t, DefaultConfig()); text != want {
		t.Errorf("the default configuration is %s, want %s", text, want)
	}
	if text := encode(t, modeltest.Table(2, 1)); strings.Contains(text, "Outputs") || strings.Contains(text, "Weights") {
		t.Errorf("data of one target says %s", text)
	}
}

func encode(t testing.TB, v any) string {
	t.Helper()
	text := must.Of(json.Marshal(v)).In(t)
	return string(text)
}
