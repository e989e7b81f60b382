package compression

import (
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// TestTitleOfOneDraw checks that no method is called better if there is no interval.
func TestTitleOfOneDraw(t *testing.T) {
	if got := better([]plots.BarSeries{{Name: "a", Values: []float64{0.5}}}); got != "No method is clearly better than labels for every student" {
		t.Error(got)
	}
}
