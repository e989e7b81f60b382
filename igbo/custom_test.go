package igbo

import (
	"context"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// asFunction returns a configuration with the built-in architecture as a user's function.
func asFunction(t testing.TB, cfg Config) Config {
	t.Helper()
	f := must.Of(cfg.Model.BuildMasked()).In(t)
	cfg.Model, cfg.Function = models.CustomSpec("mine"), f
	return cfg
}

// TestAFunctionTrainsAsItsSpec checks that a function gives the same weights and history as the
// same built-in architecture, bit for bit, for every kind of training state, and after
// interruptions.
func TestAFunctionTrainsAsItsSpec(t *testing.T) {
	_, data, d := modeltest.Small(t)
	cases := resumeCases(t)
	padding := cases["sgd"]
	padding.Model, padding.BurnIn, padding.Epochs = models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 3}}, 1, 3
	cases["padded GRU"] = padding
	for name, cfg := range cases {
		t.Run(name, func(t *testing.T) {
			data, d := data, d
			if name == "padded GRU" {
				data = modeltest.Series(6, 4)
				data.Mask = make([]bool, len(data.Y))
				for i := range data.Mask {
					data.Mask[i] = i%4 < 2+i/4%3
				}
				d = must.Of(dag.New(data.Features, []dag.Edge{{U: 0, V: 1, P: 1, Epsilon: 0.05, Delta: 0.5}}, nil, nil)).In(t)
			}
			want := outcomeOf(t, mustTrain(t, cfg, data, d))
			if got := outcomeOf(t, mustTrain(t, asFunction(t, cfg), data, d)); !reflect.DeepEqual(got, want) {
				t.Fatalf("a function ends with\n%+v, its spec with\n%+v", got, want)
			}
			if got := outcomeOf(t, interrupted(t, asFunction(t, cfg), data, d)); !reflect.DeepEqual(got, want) {
				t.Fatalf("interrupted it ends with\n%+v, want\n%+v", got, want)
			}
		})
	}
}

// interrupted trains with interruptions after 2 steps, 4 more, 6 more, and so on. The distances
// grow because each start compiles again.
func interrupted(t testing.TB, cfg Config, data Data, d *dag.DAG) *Result {
	t.Helper()
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Every: 2, Resume: true}
	for apart := 2; ; apart += 2 {
		ctx, cancel := context.WithCancel(context.Background())
		steps := 0
		cfg.OnStep = func(int) {
			if steps++; steps == apart {
				cancel()
			}
		}
		r, err := Train(ctx, backendtest.Open(t), cfg, data, d)
		cancel()
		switch {
		case err == nil && apart == 2:
			t.Fatal("ended before it was interrupted")
		case err == nil:
			return r
		case ctx.Err() == nil || steps < apart:
			t.Fatal(err)
		}
	}
}

// TestAFunctionIsSavedAndLoaded checks that a saved function model loads with its function, and
// that loading fails without it, with another function, or with a function for a built-in
// architecture.
func TestAFunctionIsSavedAndLoaded(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Epochs, cfg.Standardize = 3, true
	cfg = asFunction(t, cfg)
	trained := mustTrain(t, cfg, data, d).Model
	dir, b := filepath.Join(t.TempDir(), "model"), backendtest.Open(t)
	must.Do(t, trained.Save(dir))
	loaded := must.Of(LoadFunction(b, dir, cfg.Function)).In(t)
	same(t, trained, loaded, data)
	files := must.Of(loaded.Files()).In(t)
	opened := must.Of(files.OpenFunction(b, cfg.Function)).In(t)
	same(t, trained, opened, data)
	other := func(name string, k int) attribution.MaskedModel {
		return attribution.Unmasked(func(scope *model.Scope, x *Node) *Node {
			return layers.Dense(scope.In("%s", name), x, true, k)
		})
	}
	for want, f := range map[string]attribution.MaskedModel{
		"the custom model \"mine\" has no function (set Config.Function, or use LoadFunction": nil,
		"does not belong to a custom model":                                                   other("dense", 1),
	} {
		_, err := LoadFunction(b, dir, f)
		modeltest.Refused(t, err, want)
	}
	_, err := Load(b, dir)
	modeltest.Refused(t, err, "the custom model \"mine\" has no function")
	_, err = files.Open(b)
	modeltest.Refused(t, err, "the custom model \"mine\" has no function")
	linear := must.Of(mustTrain(t, func() Config { c, _, _ := modeltest.Small(t); c.Epochs = 1; return c }(), data, nil).Model.Files()).In(t)
	_, err = linear.OpenFunction(b, cfg.Function)
	modeltest.Refused(t, err, "Function is set for a linear model (want the kind custom, or no Function)")
}

// TestFunctionRefusals checks invalid user functions.
func TestFunctionRefusals(t *testing.T) {
	sum := func(_ *model.Scope, x *Node) *Node { return ReduceSum(x, -1) }
	for want, change := range map[string]func(c *Config, d *Data){
		"has no function":                    func(c *Config, _ *Data) { c.Function = nil },
		"has no name":                        func(c *Config, _ *Data) { c.Model.Name = "" },
		"Function is set for a linear model": func(c *Config, _ *Data) { c.Model = models.LinearSpec() },
		"returned nil":                       func(c *Config, _ *Data) { c.Function = func(*model.Scope, *Node, *Node) *Node { return nil } },
		"want Float32 [2, 1] or [2, 1, K]": func(c *Config, _ *Data) {
			c.Function = attribution.Unmasked(func(s *model.Scope, x *Node) *Node { return ConvertDType(sum(s, x), dtypes.Float64) })
		},
		"returned (Float32)[2, 1, 8] for inputs (Float32)[2, 2, 2]": func(c *Config, d *Data) {
			*d = modeltest.Series(4, 2)
			c.Function = attribution.Unmasked(func(_ *model.Scope, x *Node) *Node { return Reshape(twice(x), x.Shape().Dim(0), 1, -1) })
		},
		"outside its scope": func(c *Config, _ *Data) {
			c.Function = attribution.Unmasked(func(s *model.Scope, x *Node) *Node { return layers.Dense(s.Store().RootScope().In("away"), x, true, 1) })
		},
		"is unsupported by this model": func(_ *Config, d *Data) {
			d.Mask = make([]bool, len(d.Y))
			for i := range d.Mask {
				d.Mask[i] = true
			}
		},
		"uses no trainable variable":            func(c *Config, _ *Data) { c.Function = attribution.Unmasked(sum) },
		"the model has 2 outputs for 1 targets": func(c *Config, _ *Data) { c.Function = dense(2) },
		"Config.Output: attribution: the model has 2": func(c *Config, d *Data) {
			c.Function, d.Outputs, d.Y = dense(2), 2, append(append([]float64{}, d.Y...), d.Y...)
		},
	} {
		cfg, data, order := modeltest.Small(t)
		cfg.Model, cfg.Function, cfg.Epochs = models.CustomSpec("mine"), dense(1), 1
		change(&cfg, &data)
		if data.Steps > 1 {
			order = nil
		}
		_, err := Train(context.Background(), backendtest.Open(t), cfg, data, order)
		modeltest.Refused(t, err, want)
	}
}

// twice returns x concatenated with itself.
func twice(x *Node) *Node { return Concatenate([]*Node{x, x}, -1) }

// dense returns a user's function built from GoMLX layers: one hidden layer and k outputs.
func dense(k int) attribution.MaskedModel {
	return attribution.Unmasked(func(scope *model.Scope, x *Node) *Node {
		h := Tanh(layers.Dense(scope.In("hidden"), x, true, 5))
		return layers.Dense(scope.In("readout"), h, true, k)
	})
}
