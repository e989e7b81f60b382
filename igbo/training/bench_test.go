package training

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// benchDAG draws the first e edges u→v with u < v.
func benchDAG(b *testing.B, features []string, e int) *dag.DAG {
	var edges []dag.Edge
	for u := range features {
		for v := u + 1; v < len(features) && len(edges) < e; v++ {
			edges = append(edges, dag.Edge{U: u, V: v, Mu: 0.02, Sigma: 0.01, P: 0.9, Epsilon: 0.005, Delta: 0.03})
		}
	}
	return must.Of(dag.New(features, edges, nil, nil)).In(b)
}

// BenchmarkStep measures one training step, without compilation: the IGBO step of the paper (linear, B = 32, M = 20, 30
// edges), the steps of the baseline and the teacher, and those of a network with two wide layers.
func BenchmarkStep(b *testing.B) {
	wide := models.DefaultMLPConfig()
	wide.Hidden = []int{256, 256}
	for _, c := range []struct {
		name          string
		spec          models.Spec
		guided        bool
		batch, points int
	}{
		{"igbo/linear", models.LinearSpec(), true, 32, 20},
		{"baseline/linear", models.LinearSpec(), false, 32, 20},
		{"igbo/mlp16", models.MLPSpec(models.DefaultMLPConfig()), true, 32, 20},
		{"baseline/mlp16", models.MLPSpec(models.DefaultMLPConfig()), false, 32, 20},
		{"igbo/mlp256", models.MLPSpec(wide), true, 512, 32},
		{"baseline/mlp256", models.MLPSpec(wide), false, 512, 32},
	} {
		name := fmt.Sprintf("%s/B=%d/M=%d/E=30", c.name, c.batch, c.points)
		b.Run(name, func(b *testing.B) { benchmarkStep(b, c.spec, c.guided, c.batch, c.points) })
	}
}

func benchmarkStep(b *testing.B, spec models.Spec, guided bool, batch, points int) {
	engine := must.Of(embedded.Open("")).In(b)
	cfg, data := settings.DefaultConfig(), modeltest.Table(30*batch, 10)
	cfg.Model, cfg.HistoryEvery, cfg.BatchSize, cfg.Attribution.Points = spec, 0, batch, points
	var order *dag.DAG
	if guided {
		order = benchDAG(b, data.Features, 30)
	}
	m := must.Of(trained.For(engine, cfg, data, order, nil)).In(b)
	s := must.Of(newSession(b.Context(), m, memory(m, data, nil))).In(b)
	if err := s.driver.Run(b.Context(), s.batchSource.batches, 1, 2, nil, nil); err != nil { // compiles
		b.Fatal(err)
	}
	b.ResetTimer()
	must.Do(b, s.driver.Run(b.Context(), s.batchSource.batches, 3, b.N, nil, nil))
}
