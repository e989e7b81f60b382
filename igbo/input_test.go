package igbo

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestStandardizeIsUnitFree checks that, with standardised data, other units of inputs and target
// only change the units of the predictions, and do not change the scores.
func TestStandardizeIsUnitFree(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Standardize, cfg.DType = true, "float64"
	other := Data{Features: data.Features, Steps: 1}
	for i, v := range data.X {
		other.X = append(other.X, v*[]float64{1000, 0.01, 3, 1}[i%4]+7)
	}
	for _, v := range data.Y {
		other.Y = append(other.Y, 50*v-3)
	}
	a, b := mustTrain(t, cfg, data, d).Model, mustTrain(t, cfg, other, d).Model
	ya, _ := a.Predict(data)
	yb := must.Of(b.Predict(other)).In(t)
	for i := range ya {
		if math.Abs(50*ya[i]-3-yb[i]) > 1e-6*math.Abs(yb[i])+1e-6 {
			t.Fatalf("sample %d: %g in other units, want %g", i, yb[i], 50*ya[i]-3)
		}
	}
	ha, _ := a.Scores(data)
	hb, err := b.Scores(other)
	if err != nil || !mat.EqualApprox(ha, hb, 1e-7) {
		t.Errorf("the scores depend on units (%v)", err)
	}
}

// TestCancelEndsWithinAStep checks that a cancelled training ends within one step.
func TestCancelEndsWithinAStep(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	last := 0
	cfg.OnStep = func(step int) {
		if last = step; step == 5 {
			cancel()
		}
	}
	if _, err := Train(ctx, backendtest.Open(t), cfg, data, d); !errors.Is(err, context.Canceled) || last != 5 {
		t.Errorf("ended after step %d with %v, want step 5 and context.Canceled", last, err)
	}
}

// TestBadInput has one line per kind of invalid input.
func TestBadInput(t *testing.T) {
	for want, change := range map[string]func(*Config, *Data, **dag.DAG){
		"Epochs is 0":                        func(c *Config, _ *Data, _ **dag.DAG) { c.Epochs = 0 },
		"BatchSize is 0":                     func(c *Config, _ *Data, _ **dag.DAG) { c.BatchSize = 0 },
		"learning rate -1":                   func(c *Config, _ *Data, _ **dag.DAG) { c.Optimizer.LearningRate = -1 },
		"unknown optimiser \"adan\"":         func(c *Config, _ *Data, _ **dag.DAG) { c.Optimizer.Name = "adan" },
		"unknown dtype \"int8\"":             func(c *Config, _ *Data, _ **dag.DAG) { c.DType = "int8" },
		"HistoryEvery is -1":                 func(c *Config, _ *Data, _ **dag.DAG) { c.HistoryEvery = -1 },
		"λ = 1.5":                            func(c *Config, _ *Data, _ **dag.DAG) { c.Lambda = train.FixedLambda(1.5) },
		"projection: ":                       func(c *Config, _ *Data, _ **dag.DAG) { c.Rule = "nonsense" },
		"unknown model \"tree\"":             func(c *Config, _ *Data, _ **dag.DAG) { c.Model.Kind = "tree" },
		"0 quadrature points":                func(c *Config, _ *Data, _ **dag.DAG) { c.Attribution.Points = 0 },
		"D = 0":                              func(_ *Config, d *Data, _ **dag.DAG) { d.Features = nil },
		"T = 0":                              func(_ *Config, d *Data, _ **dag.DAG) { d.Steps = 0 },
		"have no samples":                    func(_ *Config, d *Data, _ **dag.DAG) { d.X, d.Y = nil, nil },
		"want N·T·D":                         func(_ *Config, d *Data, _ **dag.DAG) { d.X = d.X[1:] },
		"x is NaN in row 2, column 1":        func(_ *Config, d *Data, _ **dag.DAG) { d.X[9] = math.NaN() },
		"y is +Inf in row 3":                 func(_ *Config, d *Data, _ **dag.DAG) { d.Y[3] = math.Inf(1) },
		"the DAG is over the features":       func(_ *Config, _ *Data, d **dag.DAG) { *d = &dag.DAG{Features: []string{"a", "b", "c", "d"}} },
		"the DAG is over 4 features, want 1": func(c *Config, _ *Data, _ **dag.DAG) { c.Attribution.Groups = [][]int{{0, 1, 2, 3}} },
	} {
		cfg, data, order := modeltest.Small(t)
		change(&cfg, &data, &order)
		_, err := Train(context.Background(), backendtest.Open(t), cfg, data, order)
		modeltest.Refused(t, err, want)
	}
	_, err := Tabular([]string{"a", "b"}, [][]float64{{1, 2}, {3}}, []float64{1, 2})
	refusal.Check(t, err, "row 1 has 1 values, want 2", "ragged row")
	_, err = Load(backendtest.Open(t), t.TempDir())
	refusal.Check(t, err, "trained: loading", "loading nothing")
}
