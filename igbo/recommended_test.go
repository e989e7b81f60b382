package igbo_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestRecommendedMeetsACorrectOrder starts from the model of the task only. With the recommended
// settings, training must reach a model that satisfies the order and is closer to the truth than
// the start.
func TestRecommendedMeetsACorrectOrder(t *testing.T) {
	b, truth := backendtest.Open(t), []float64{2, 1.4, 1, 0.7, 0.5}
	rng := rand.New(rand.NewPCG(3, 1))
	draw := func(n int, noise float64) (data igbo.Data) {
		data = igbo.Data{Features: []string{"a", "b", "c", "d", "e"}, Steps: 1}
		for range n {
			y := 0.0
			for _, w := range truth {
				x := rng.NormFloat64()
				data.X, y = append(data.X, x), y+w*x
			}
			data.Y = append(data.Y, y+noise*rng.NormFloat64())
		}
		return data
	}
	data, fresh := draw(12, 1.5), draw(500, 0)
	var edges []dag.Edge
	for u := range truth {
		for v := u + 1; v < len(truth); v++ {
			d := (truth[u] - truth[v]) / 5.6
			edges = append(edges, dag.Edge{U: u, V: v, Mu: d, Sigma: d / 4, P: 1, Epsilon: 0.75 * d, Delta: 1.25 * d})
		}
	}
	order := must.Of(dag.New(data.Features, edges, nil, nil)).In(t)
	cfg := igbo.Recommended(models.LinearSpec())
	alone := must.Of(igbo.Train(t.Context(), b, cfg, data, nil)).In(t)
	with := must.Of(igbo.TrainFrom(t.Context(), alone.Model, cfg, data, order)).In(t)
	before := must.Of(alone.Model.Evaluate(fresh, order)).In(t)
	after := must.Of(with.Model.Evaluate(fresh, order)).In(t)
	on := must.Of(with.Model.Evaluate(data, order)).In(t)
	if !(after.Metrics.MSE < before.Metrics.MSE) || !(on.Interpretability.Loss < 1e-3) || math.IsNaN(after.Metrics.MSE) {
		t.Errorf("error %g, alone %g; interpretability loss %g", after.Metrics.MSE, before.Metrics.MSE, on.Interpretability.Loss)
	}
}

// TestRecommendedIsValid checks the settings for every architecture.
func TestRecommendedIsValid(t *testing.T) {
	for _, kind := range models.Kinds() {
		spec := must.Of(models.DefaultSpec(kind)).In(t)
		if err := igbo.Recommended(spec).Validate(3); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
