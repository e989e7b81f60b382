package calibration

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestLemma1BatchMeansApproachTheirNormalLimit checks that means of a skewed pool have the mean and standard deviation of the
// limit, and that their skewness falls as 1/√B.
func TestLemma1BatchMeansApproachTheirNormalLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	pool := make([]float64, 4000)
	for i := range pool {
		pool[i] = rng.ExpFloat64()
	}
	limits := must.Of(NormalLimits(pool, []int{1, 4, 64}, 20000, 1)).In(t)
	for i, l := range limits {
		if want := limits[0].Skewness / math.Sqrt(float64(l.BatchSize)); math.Abs(l.Skewness-want) > 0.1 {
			t.Errorf("B = %d: skewness %.3f, want %.3f", l.BatchSize, l.Skewness, want)
		}
		if i > 0 && l.Distance > 0.6*limits[i-1].Distance {
			t.Errorf("B = %d: distance %.4f after %.4f", l.BatchSize, l.Distance, limits[i-1].Distance)
		}
	}
	if _, err := NormalLimits([]float64{1, 1}, []int{1}, 10, 1); err == nil {
		t.Error("a constant pool has no normal limit")
	}
	if table := LimitsTable(limits); len(table.Rows) != 3 || len(table.Data) != 4 || !strings.Contains(table.Title, "Means of 20000 batches") || !strings.Contains(table.Notes[0], "within 0.0096") {
		t.Errorf("table %v", table)
	}
	if _, err := LimitsFigure(limits); err != nil {
		t.Error(err)
	}
	if _, err := LimitsFigure(nil); err == nil {
		t.Error("no limits, want an error")
	}
}
