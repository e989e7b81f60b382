package igbo

import (
	"context"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestExportedFunctionsNameWhatIsWrong checks the errors for nil and zero values, for models that
// were neither trained nor loaded, and for absurd counts.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	var none context.Context
	b, background := backendtest.Open(t), context.Background()
	cfg, data, order := modeltest.Small(t)
	with := func(change func(*Config)) Config {
		c := cfg
		change(&c)
		return c
	}
	trains := func(change func(*Config)) func() error {
		return func() error { _, err := Train(background, b, with(change), data, order); return err }
	}
	named := func(features ...string) func() error {
		return func() error { _, err := Tabular(features, [][]float64{{1, 2}}, []float64{1}); return err }
	}
	early := cfg
	early.EarlyStopping = EarlyStopping{Patience: 1, Data: Data{}}
	stream := Source{Dataset: drawn{batches: 2, size: 3}, Features: data.Features, Steps: 1}
	model := func(call func(m *Model) error) exported.Call {
		return exported.Bad(func() error { return call(nil) }, func() error { return call(&Model{}) })
	}
	exported.Check(t, map[string]exported.Call{
		"Train": exported.Bad(
			func() error { _, err := Train(none, b, cfg, data, order); return err },
			func() error { _, err := Train(background, nil, cfg, data, order); return err },
			func() error { _, err := Train(background, b, Config{}, data, order); return err },
			func() error { _, err := Train(background, b, cfg, Data{}, nil); return err },
			func() error { _, err := Train(background, b, cfg, data, &dag.DAG{}); return err },
			func() error { _, err := Train(background, b, early, data, nil); return err },
			trains(func(c *Config) { c.BurnIn = math.MaxInt }), trains(func(c *Config) { c.Epochs = 1_000_000_000 }),
			trains(func(c *Config) { c.BatchSize, c.Attribution.Points = 1_000_000_000, math.MaxInt }),
			trains(func(c *Config) { c.Model = models.Spec{Kind: models.KindGRU} })),
		"TrainOn": exported.Bad(
			func() error { _, err := TrainOn(none, b, cfg, Source{}, nil); return err },
			func() error { _, err := TrainOn(background, b, cfg, Source{}, nil); return err },
			func() error { _, err := TrainOn(background, nil, cfg, stream, order); return err },
			func() error { _, err := TrainOn(background, b, Config{}, stream, order); return err },
			func() error { _, err := TrainOn(background, b, cfg, stream, &dag.DAG{}); return err },
			func() error { _, err := TrainOn(background, b, early, stream, nil); return err }),
		"TrainFrom": exported.Bad(
			func() error { _, err := TrainFrom(background, nil, cfg, data, nil); return err },
			func() error { _, err := TrainFrom(background, &Model{}, cfg, data, nil); return err }),
		"NewEnsemble": exported.Bad(func() error { _, err := NewEnsemble(); return err }, func() error { _, err := NewEnsemble(nil, nil); return err },
			func() error { _, err := NewEnsemble(&Model{}, &Model{}); return err }),
		"TrainEnsemble": exported.Bad(func() error { _, err := TrainEnsemble(background, b, cfg, data, nil, 0); return err },
			func() error { _, err := TrainEnsemble(background, b, cfg, data, nil, 2); return err }, // of linear models
			func() error { _, err := TrainEnsemble(background, b, cfg, data, nil, 1_000_000_000); return err },
			func() error { _, err := TrainEnsemble(none, nil, Config{}, Data{}, nil, 2); return err }),
		"Model.Ensemble":    model(func(m *Model) error { _, err := m.Ensemble(); return err }),
		"Ensemble.Model":    exported.Bad(func() error { _, err := (*Ensemble)(nil).Model(); return err }, func() error { _, err := new(Ensemble).Model(); return err }),
		"Ensemble.Members":  exported.Total("none of an ensemble that is none"),
		"Ensemble.Response": exported.Bad(func() error { _, _, err := (*Ensemble)(nil).Response(data); return err }, func() error { _, _, err := new(Ensemble).Response(data); return err }),
		"Ensemble.Scores":   exported.Bad(func() error { _, _, err := (*Ensemble)(nil).Scores(data); return err }, func() error { _, _, err := new(Ensemble).Scores(data); return err }),
		"Standardize":       exported.Bad(func() error { _, _, err := Standardize(Data{}); return err }),
		"Monitors":          exported.Total("no argument"),
		"Tabular":           exported.Bad(named(), named("a", "a"), named("a", ""), func() error { _, err := Tabular(nil, nil, nil); return err }),
		"New": exported.Bad(func() error { _, err := New(nil, cfg, data.Features, 1); return err }, func() error { _, err := New(b, Config{}, data.Features, 1); return err },
			func() error { _, err := New(b, cfg, nil, 1); return err }, func() error { _, err := New(b, cfg, data.Features, math.MinInt); return err }),
		"Model.Explain":   model(func(m *Model) error { _, err := m.Explain(background, data, cfg.Attribution, nil); return err }),
		"Model.Predictor": model(func(m *Model) error { _, err := m.Predictor(); return err }),
		"Model.Predict":   model(func(m *Model) error { _, err := m.Predict(data); return err }),
		"Model.Scores":    model(func(m *Model) error { _, err := m.Scores(data); return err }),
		"Model.ScoresFrom": model(func(m *Model) error {
			_, err := m.ScoresFrom(context.Background(), data, data.X, cfg.Attribution)
			return err
		}),
		"Model.ScoresWith":   model(func(m *Model) error { _, err := m.ScoresWith(data, cfg.Attribution); return err }),
		"Model.Attribute":    model(func(m *Model) error { _, err := m.Attribute(data); return err }),
		"Model.Evaluate":     model(func(m *Model) error { _, err := m.Evaluate(data, nil); return err }),
		"Model.Save":         model(func(m *Model) error { return m.Save(t.TempDir()) }),
		"Model.SaveWith":     model(func(m *Model) error { return m.SaveWith(t.TempDir(), Files{}) }),
		"Model.Files":        model(func(m *Model) error { _, err := m.Files(); return err }),
		"Replaceable":        exported.Bad(func() error { return Replaceable(t.TempDir()) }),
		"Load":               exported.Bad(func() error { _, err := Load(b, t.TempDir()); return err }),
		"LoadFunction":       exported.Bad(func() error { _, err := LoadFunction(b, t.TempDir(), nil); return err }),
		"Files.Open":         exported.Bad(func() error { _, err := Files{}.Open(b); return err }, func() error { _, err := Files(nil).Open(nil); return err }),
		"Files.OpenFunction": exported.Bad(func() error { _, err := Files{}.OpenFunction(b, nil); return err }),
		"Model.Response":     model(func(m *Model) error { _, err := m.Response(data); return err }),
		"Model.Variables":    model(func(m *Model) error { _, err := m.Variables(); return err }),
		"Model.SetVariables": model(func(m *Model) error { return m.SetVariables(nil) }),
		"Model.Outputs":      exported.Total("0 for a model that is none"),
		"Model.Shapes":       model(func(m *Model) error { _, err := m.Shapes(); return err }),
		"Info":               exported.Total("no argument"), "Information.String": exported.Total("no argument"), "Information.Rows": exported.Total("no argument"),
		"Recommended":   exported.Total("checked by Validate"),
		"DefaultConfig": exported.Total("no argument"), "Optimizers": exported.Total("no argument"),
	})
}

// TestEvaluateChecksTheNamesOfTheDAG checks that an order over the same number of features with
// other names is rejected, not matched by position.
func TestEvaluateChecksTheNamesOfTheDAG(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs = 1
	m := mustTrain(t, cfg, data, nil).Model
	for want, features := range map[string][]string{
		"over the features [\"a\" \"b\" \"c\" \"d\"], want those of the data, [\"x1\" \"x2\" \"x3\" \"x4\"]":     {"a", "b", "c", "d"},
		"over the features [\"x2\" \"x1\" \"x3\" \"x4\"], want those of the data, [\"x1\" \"x2\" \"x3\" \"x4\"]": {"x2", "x1", "x3", "x4"},
		"over the features [\"x1\" \"x2\" \"x3\"], want those of the data, [\"x1\" \"x2\" \"x3\" \"x4\"]":        {"x1", "x2", "x3"},
	} {
		other := must.Of(dag.New(features, []dag.Edge{{U: 0, V: 1, P: 1, Epsilon: 0.05, Delta: 0.5}}, nil, nil)).In(t)
		_, err := m.Evaluate(data, other)
		refusal.Check(t, err, want)
	}
}

// TestNothingCountsIsAnError checks that training, early stopping and evaluation reject a mask
// without a valid step after the burn-in. One series with such a step is enough.
func TestNothingCountsIsAnError(t *testing.T) {
	const burnIn = 2
	cfg, data := DefaultConfig(), modeltest.Series(4, 5)
	cfg.Epochs, cfg.BurnIn, cfg.BatchSize = 2, burnIn, 2
	empty := data
	empty.Mask = make([]bool, len(data.Y))
	for i := range empty.Mask {
		empty.Mask[i] = i%data.Steps < burnIn
	}
	want := "none of the 4 series has a valid step after a burn-in of 2 steps"
	wantError(t, cfg, empty, nil, want)
	stopping := cfg
	stopping.EarlyStopping = EarlyStopping{Patience: 1, Data: empty}
	wantError(t, stopping, data, nil, want)
	stopping.EarlyStopping.Data = modeltest.Series(3, burnIn)
	wantError(t, stopping, data, nil, "burn-in of 2 steps is too large for T = 2")
	one := empty
	one.Mask = append([]bool{}, empty.Mask...)
	one.Mask[data.Steps-1] = true
	m := mustTrain(t, cfg, one, nil).Model
	_, err := m.Evaluate(empty, nil)
	refusal.Check(t, err, want)
	y := must.Of(m.Predict(one)).In(t)
	e, err := m.Evaluate(one, nil)
	if off := y[data.Steps-1] - data.Y[data.Steps-1]; err != nil || math.Abs(e.MSE-off*off) > 1e-9*off*off {
		t.Errorf("MSE %g (%v), the one step that counts has %g", e.MSE, err, off*off)
	}
}

// TestNumbersBeyondTheDType checks that data beyond ±1e150, or beyond float32 in a float32 model,
// are an error that gives the position. The same data, standardised, are valid.
func TestNumbersBeyondTheDType(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs = 1
	m := mustTrain(t, cfg, data, nil).Model
	for want, v := range map[string]float64{"within ±1e+150": 1e151, "too large for float32": 1e40, "want a finite number": math.NaN()} {
		for _, column := range []bool{true, false} {
			wild := data
			wild.X, wild.Y = append([]float64{}, data.X...), append([]float64{}, data.Y...)
			if column {
				wild.X[5] = v
			} else {
				wild.Y[3] = v
			}
			wantError(t, cfg, wild, nil, want)
			_, err := m.Evaluate(wild, nil)
			refusal.Check(t, err, want)
		}
	}
	huge := data
	huge.X = append([]float64{}, data.X...)
	for i := range huge.X {
		huge.X[i] *= 1e40
	}
	cfg.Standardize = true
	mustTrain(t, cfg, huge, nil)
}
