package backendtest

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/ml/model"
)

// Store returns an empty store whose weights are drawn from a seed.
func Store(tb testing.TB, seed int64) *model.Store {
	tb.Helper()
	store := model.NewStore()
	if err := store.SetRNGStateFromSeed(seed); err != nil {
		tb.Fatal(err)
	}
	return store
}

// Near ends the test unless numbers are those wanted, within a tolerance
// relative to each, and to 1 where that is smaller.
func Near(tb testing.TB, what string, got, want []float64, tolerance float64) {
	tb.Helper()
	if len(got) != len(want) {
		tb.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance*math.Max(1, math.Abs(want[i]))) {
			tb.Fatalf("%s: element %d is %.15g, want %.15g", what, i, got[i], want[i])
		}
	}
}
