package igbo

import (
	"context"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/layers"
	"github.com/gomlx/gomlx/ml/layers/norm"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestVariablesAreReadAndSet checks that variables are read and set by name, copied in both
// directions, and set atomically.
func TestVariablesAreReadAndSet(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Epochs, cfg.Model, cfg.Function = 2, models.CustomSpec("mine"), dense(1)
	a, b := mustTrain(t, cfg, data, d).Model, (*Model)(nil)
	cfg.Seed = 9
	b = mustTrain(t, cfg, data, d).Model
	values, err := a.Variables()
	if err != nil || len(values) != 4 || values["/model/hidden/dense/weights"] == nil {
		t.Fatalf("variables %v, %v", values, err)
	}
	must.Do(t, b.SetVariables(values))
	same(t, a, b, data)
	must.Do(t, b.Save(filepath.Join(t.TempDir(), "model")))
	for _, v := range values {
		must.Do(t, v.FinalizeAll())
	}
	same(t, a, b, data)
	for want, set := range map[string]map[string]any{
		"variable \"/model/other\" not found": {"/model/other": []float32{1}},
		"want (Float32)[4, 5]":                {"/model/hidden/dense/weights": []float32{1}},
		"want (Float32)[5]":                   {"/model/hidden/dense/biases": []float64{1, 2, 3, 4, 5}},
		"is NaN at index 1, want finite":      {"/model/hidden/dense/biases": []float32{1, float32(math.NaN()), 3, 4, 5}, "/model/readout/dense/biases": []float32{7}},
		"value of variable /model/hidden":     {"/model/hidden/dense/biases": nil},
	} {
		modeltest.Refused(t, b.SetVariables(tensorsOf(set)), want)
	}
	same(t, a, b, data)
}

// TestBatchStatisticsAreKept checks that untrained variables, such as moving averages, are saved,
// resumed and loaded, and that a coupled model is detected.
func TestBatchStatisticsAreKept(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs, cfg.Model = 3, models.CustomSpec("normalised")
	cfg.Function = attribution.Unmasked(func(scope *model.Scope, x *Node) *Node {
		h := layers.Dense(scope.In("hidden"), x, true, 5)
		h = norm.BatchNorm(scope.In("norm"), h, -1).UseBackendInference(false).Done()
		return layers.Dense(scope.In("readout"), h, true, 1)
	})
	want := mustTrain(t, cfg, data, nil)
	if got := interrupted(t, cfg, data, nil); !reflect.DeepEqual(outcomeOf(t, got), outcomeOf(t, want)) {
		t.Error("interrupted it ends otherwise")
	}
	dir := filepath.Join(t.TempDir(), "model")
	must.Do(t, want.Model.Save(dir))
	loaded := must.Of(LoadFunction(backendtest.Open(t), dir, cfg.Function)).In(t)
	same(t, want.Model, loaded, data)
	averages := 0
	for path := range outcomeOf(t, want).Weights {
		if strings.Contains(path, "mean") {
			averages++
		}
	}
	if averages == 0 {
		t.Error("no moving average is kept")
	}
}

func tensorsOf(values map[string]any) map[string]*tensors.Tensor {
	all := map[string]*tensors.Tensor{}
	for path, v := range values {
		if all[path] = nil; v != nil {
			all[path], _ = tensors.FromAnyValue(v)
		}
	}
	return all
}

// TestWarmStartOfAFunction checks that training continues from the weights of a model of the same
// function. Another function, other units, or a loss with other targets are rejected.
func TestWarmStartOfAFunction(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Model, cfg.Function, cfg.Epochs = models.CustomSpec("mine"), dense(1), 2
	start := mustTrain(t, cfg, data, nil).Model
	for want, change := range map[string]func(c *Config){
		"another model function: variable \"/model/hidden": func(c *Config) {
			c.Function = attribution.Unmasked(func(scope *model.Scope, x *Node) *Node { return layers.Dense(scope.In("readout"), x, true, 1) })
		},
		"trained with Standardize false and the squared loss": func(c *Config) { c.Standardize = true },
		"so its units differ": func(c *Config) {
			c.Loss = task.Loss{Kind: task.KindPoisson}
		},
	} {
		c := cfg
		change(&c)
		_, err := TrainFrom(context.Background(), start, c, data, nil)
		modeltest.Refused(t, err, want)
	}
	cfg.Optimizer.LearningRate = 1e-30
	r := must.Of(TrainFrom(context.Background(), start, cfg, data, nil)).In(t)
	same(t, start, r.Model, data)
}

// TestScoresInTrainingAreThoseOfPrediction checks that, for a function with dropout, H at a
// training step is that of the model in prediction, which is deterministic.
func TestScoresInTrainingAreThoseOfPrediction(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	d := must.Of(dag.New(data.Features, []dag.Edge{{U: 0, V: 3, P: 1, Epsilon: 0.9, Delta: 1}}, nil, nil)).In(t)
	cfg.Epochs, cfg.BatchSize, cfg.DType, cfg.Model = 1, 64, "float64", models.CustomSpec("dropout")
	cfg.Function = attribution.Unmasked(func(scope *model.Scope, x *Node) *Node {
		h := layers.DropoutStatic(scope, Tanh(layers.Dense(scope.In("hidden"), x, true, 5)), 0.5)
		return layers.Dense(scope.In("readout"), h, true, 1)
	})
	cfg.Optimizer.LearningRate = 1e-30
	r := mustTrain(t, cfg, data, d)
	e := must.Of(r.Model.Evaluate(data, d)).In(t)
	step := r.History.Steps[0]
	backendtest.Near(t, "H", []float64{step.SecondLoss}, []float64{e.Interpretability.Loss}, 1e-9)
	if step.SecondLoss == 0 || math.Abs(step.TaskLoss-e.Loss) < 1e-9 {
		t.Errorf("H = %g, L = %g in training, %g in prediction: dropout takes no part", step.SecondLoss, step.TaskLoss, e.Loss)
	}
}
