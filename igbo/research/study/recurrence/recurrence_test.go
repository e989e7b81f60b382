package recurrence

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
)

// quick returns the experiment with fewer epochs and seeds.
func quick() teacherstudent.Config {
	cfg := teacherstudent.DefaultConfig()
	cfg.Seeds, cfg.Epochs, cfg.Attribution.Points = 2, 3, 4
	return cfg
}

// TestRecurringEdgesAreEdges checks that at α = ½ every pair has an edge, half of which recur by chance, and that a higher α
// draws fewer edges.
func TestRecurringEdgesAreEdges(t *testing.T) {
	found := must.Of(workflow.Run(t.Context(), backendtest.Open(t), Config{quick(), []float64{0.5, 0.7}}, workflow.Options{Unkept: true})).In(t)
	rows := found.Rows
	if len(rows) != 4 || rows[0].Edges.Mean != 45 || rows[0].Chance.Mean != 22.5 || rows[2].Score != "absolute" {
		t.Fatalf("rows %+v", rows)
	}
	for _, r := range rows {
		if r.Recurring.Mean > r.Edges.Mean || r.Alpha > 0.5 && r.Edges.Mean >= 45 {
			t.Errorf("%s, α = %g: %g of %g edges recur", r.Score, r.Alpha, r.Recurring.Mean, r.Edges.Mean)
		}
	}
	if err := (Config{quick(), []float64{1.5}}).Validate(); err == nil {
		t.Error("α = 1.5 is accepted")
	}
}
