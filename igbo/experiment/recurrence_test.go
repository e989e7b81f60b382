package experiment

import (
	"context"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// TestRecurringEdgesAreEdges: at α = ½ every pair has an edge, whose direction
// recurs by chance in half of them; a higher α draws fewer.
func TestRecurringEdgesAreEdges(t *testing.T) {
	rows, err := Recur(context.Background(), backendtest.Open(t), RecurrenceConfig{quick(), []float64{0.5, 0.7}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 4 || rows[0].Edges.Mean != 45 || rows[0].Chance.Mean != 22.5 || rows[2].Score != "absolute" {
		t.Fatalf("rows %+v", rows)
	}
	for _, r := range rows {
		if r.Recurring.Mean > r.Edges.Mean || r.Alpha > 0.5 && r.Edges.Mean >= 45 {
			t.Errorf("%s, α = %g: %g of %g edges recur", r.Score, r.Alpha, r.Recurring.Mean, r.Edges.Mean)
		}
	}
	if _, err := Recur(context.Background(), backendtest.Open(t), RecurrenceConfig{quick(), []float64{1.5}}, nil); err == nil {
		t.Error("α = 1.5 is accepted")
	}
}
