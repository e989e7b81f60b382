package training

import (
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// TestPolyline checks that paths with a corner have the right length and points at equal distances.
func TestPolyline(t *testing.T) {
	for _, c := range []struct {
		knots          [][]float64
		length, direct float64
		places         []float64
	}{
		{[][]float64{{0, 0}, {3, 4}, {6, 0}}, 10, 6, []float64{0.6, 0.8, 1.8, 2.4, 3, 4, 4.2, 2.4, 5.4, 0.8}},
		{[][]float64{{0, 0}, {3, 0}, {3, 1}}, 4, 3.1622776601683795, []float64{0.5, 0, 1.5, 0, 2.5, 0, 3, 0.5}},
	} {
		l := NewPolyline(c.knots)
		backendtest.Near(t, "lengths", []float64{l.Length(), l.Direct()}, []float64{c.length, c.direct}, 1e-12)
		backendtest.Near(t, "places", l.Points(len(c.places)/2), c.places, 1e-12)
	}
	still := NewPolyline([][]float64{{1, 2}, {1, 2}})
	if p := still.Points(2); !slices.Equal(p, []float64{1, 2, 1, 2}) || still.Length() != 0 {
		t.Errorf("a path that stays where it is: %v of length %g", p, still.Length())
	}
}
