package workload

import (
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
)

// TestReplicas checks that two simultaneous trainings take the same number of steps as one.
func TestReplicas(t *testing.T) {
	small := StepSize{Spec: models.LinearSpec(), Features: 3, Batch: 4, Points: 2, Edges: 2}
	for n, per := range map[int]int{1: 2, 2: 1} {
		c, _, err := small.SideBySide(n)(t.Context(), backendtest.Open(t))
		if err != nil {
			t.Fatal(err)
		}
		if took, err := c.Run(t.Context(), 3); err != nil || took.Wall <= 0 || c.(*replicas).per != per {
			t.Errorf("%d trainings: %+v, %v, want a time of 6 steps", n, took, err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestDrawnWeightsAreThoseOfTraining checks the start weights with a step that changes nothing.
func TestDrawnWeightsAreThoseOfTraining(t *testing.T) {
	engine := backendtest.Open(t)
	for name, spec := range map[string]models.Spec{"linear": models.LinearSpec(), "mlp": models.MLPSpec(models.DefaultMLPConfig())} {
		f := must.Of(spec.Build()).In(t)
		store := must.Of(Draw(engine, f, 7, 4, 1, 3)).In(t)
		x := Normal(1, 4, 1, 3)
		c := must.Of(NewCall(engine, store, func(scope *model.Scope, x *graph.Node) *graph.Node { return f(scope.At("model"), x) }, []string{"y"}, x)).In(t)
		cfg := igbo.DefaultConfig()
		cfg.Model, cfg.Seed, cfg.Epochs = spec, 7, 1
		cfg.Optimizer = igbo.Optimizer{Name: "sgd", LearningRate: 1e-30}
		data := igbo.Data{Features: []string{"a", "b", "c"}, Steps: 1, X: normals(1, 12), Y: make([]float64, 4)}
		trained := must.Of(igbo.Train(t.Context(), engine, cfg, data, nil)).In(t)
		y := must.Of(trained.Model.Predict(data)).In(t)
		if d := reference.Disagreement(c.Outputs(), reference.Outputs{"y": y}); !(d < 1e-6) {
			t.Errorf("%s: predictions differ by %g between drawn weights and those of training", name, d)
		}
	}
}

// TestTableOneWork builds a short Table I and the work for its peer.
func TestTableOneWork(t *testing.T) {
	cfg := teacherstudent.DefaultConfig()
	cfg.Seeds, cfg.Epochs = 2, 2
	c, work, err := newTableOne(t.Context(), backendtest.Open(t), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(c.Outputs()); n != 1+3*6 {
		t.Errorf("%d outputs, want the teacher's error and error, loss and edges of 6 students", n)
	}
	for name, values := range c.Outputs() {
		if len(values) != cfg.Seeds {
			t.Errorf("%s has %d values, want one a seed", name, len(values))
		}
	}
	if n := len(work.Arrays); n != 2+2*(4+4+2+2) {
		t.Errorf("%d arrays, want rule, and for each seed data, two models, order and rows", n)
	}
}
