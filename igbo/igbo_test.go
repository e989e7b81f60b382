package igbo

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

func mustTrain(t testing.TB, cfg Config, data Data, d *dag.DAG) *Result {
	t.Helper()
	return must.Of(Train(context.Background(), backendtest.Open(t), cfg, data, d)).In(t)
}

// TestOrderIsFollowed uses a target that grows with the feature's index and a DAG that requires the
// opposite order of the first and the last feature. IGBO must move the scores towards the DAG, at a
// cost in error. The result after 80 steps depends on the initial weights, so the test averages
// over six starts.
func TestOrderIsFollowed(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	var guided *Result
	var with, without float64
	const seeds = 6
	for cfg.Seed = 1; cfg.Seed <= seeds; cfg.Seed++ {
		guided = mustTrain(t, cfg, data, d)
		bound := must.Of(guided.Model.Evaluate(data, d)).In(t)
		free := must.Of(mustTrain(t, cfg, data, nil).Model.Evaluate(data, d)).In(t)
		with, without = with+bound.Interpretability.Loss/seeds, without+free.Interpretability.Loss/seeds
		if bound.Interpretability.Loss > free.Interpretability.Loss || bound.MSE < free.MSE {
			t.Errorf("seed %d: with the order %+v, without %+v; want a smaller H and a larger error", cfg.Seed, bound, free)
		}
	}
	if with > 0.6*without {
		t.Errorf("H = %.3g with the order, %.3g without, in the mean; want at most 0.6 of it", with, without)
	}
	if guided.History.ConflictShare() == 0 || len(guided.History.Steps) != 40*2 {
		t.Errorf("%d steps with a conflict share of %g, want 80 steps with conflicts", len(guided.History.Steps), guided.History.ConflictShare())
	}
}

// TestRecomputeTrainsTheSame checks that recomputing the chunks changes the memory of a training
// but not its result.
func TestRecomputeTrainsTheSame(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.DType, cfg.Epochs, cfg.Attribution.Chunk = "float64", 5, 1
	train := func(kind models.Kind, recompute bool) []float64 {
		cfg.Model, cfg.Attribution.Recompute = modeltest.Spec(t, kind), recompute
		return must.Of(mustTrain(t, cfg, data, d).Model.Predict(data)).In(t)
	}
	for _, kind := range models.Kinds() {
		kept, again := train(kind, false), train(kind, true)
		for i := range kept {
			if !(math.Abs(kept[i]-again[i]) <= 1e-9*(1+math.Abs(kept[i]))) {
				t.Fatalf("%s: prediction %d is %g, recomputed %g", kind, i, kept[i], again[i])
			}
		}
	}
}

// TestSameSeedSameResult checks that training is deterministic and depends on the seed.
func TestSameSeedSameResult(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	run := func(seed int64) []float64 {
		cfg.Seed = seed
		return must.Of(mustTrain(t, cfg, data, d).Model.Predict(data)).In(t)
	}
	if !reflect.DeepEqual(run(1), run(1)) {
		t.Error("one seed, two results")
	}
	if reflect.DeepEqual(run(1), run(2)) {
		t.Error("two seeds, one result")
	}
}

// TestEmptyDAGStepsOnG1 checks that a DAG without edges gives the same training as no DAG, bit for
// bit.
func TestEmptyDAGStepsOnG1(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	empty := must.Of(dag.New(data.Features, nil, nil, nil)).In(t)
	a := must.Of(mustTrain(t, cfg, data, nil).Model.Predict(data)).In(t)
	b := must.Of(mustTrain(t, cfg, data, empty).Model.Predict(data)).In(t)
	if !reflect.DeepEqual(a, b) {
		t.Error("an empty DAG changes the training")
	}
}

// TestSaveAndLoad checks that a loaded model has the same predictions and scores, bit for bit, and
// the same configuration, names, normalisation and DAG.
func TestSaveAndLoad(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Standardize, cfg.Model = true, models.MLPSpec(models.MLPConfig{Hidden: []int{5}, Activation: "tanh"})
	trained := mustTrain(t, cfg, data, d).Model
	dir := filepath.Join(t.TempDir(), "model")
	for range 2 { // the second save replaces the first
		must.Do(t, trained.Save(dir))
	}
	loaded := must.Of(Load(backendtest.Open(t), dir)).In(t)
	same(t, trained, loaded, data)
	if !reflect.DeepEqual(loaded.Config, trained.Config) || !reflect.DeepEqual(loaded.Normalization, trained.Normalization) || !loaded.DAG.Equal(trained.DAG) {
		t.Errorf("loaded %+v, saved %+v", loaded, trained)
	}
	left, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(left) != 1 {
		t.Errorf("beside the model lies %v", left)
	}
}

func same(t *testing.T, a, b *Model, data Data) {
	t.Helper()
	ya, errA := a.Predict(data)
	yb, errB := b.Predict(data)
	must.Do(t, errors.Join(errA, errB))
	ha, errA := a.Scores(data)
	hb, errB := b.Scores(data)
	must.Do(t, errors.Join(errA, errB))
	if !reflect.DeepEqual(ya, yb) || !mat.Equal(ha, hb) {
		t.Error("the loaded model predicts or scores otherwise")
	}
}

// TestSaveTouchesNothingElse checks that saving into a folder with other content is an error and
// leaves the folder unchanged.
func TestSaveTouchesNothingElse(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs = 1
	m := mustTrain(t, cfg, data, nil).Model
	dir := t.TempDir()
	note := filepath.Join(dir, "note.txt")
	must.Do(t, os.WriteFile(note, []byte("mine"), 0o600))
	refusal.Check(t, m.Save(dir), "contains no saved model")
	if text, err := os.ReadFile(note); err != nil || string(text) != "mine" {
		t.Error("the folder was changed")
	}
}
