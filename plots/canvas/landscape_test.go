package canvas

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestRuns checks the ends of a row's intervals, including intervals that start or end at the edge
// of the plane.
func TestRuns(t *testing.T) {
	l := landscape{x: [2]float64{0, 1}, y: [2]float64{0, 1}}
	for name, c := range map[string]struct {
		in   func(at float64) bool
		want [][2]float64
	}{
		"none":     {func(float64) bool { return false }, nil},
		"all":      {func(float64) bool { return true }, [][2]float64{{0, 1}}},
		"the end":  {func(at float64) bool { return at > 0.995 }, [][2]float64{{0.995, 1}}},
		"two":      {func(at float64) bool { return at < 0.25 || at > 0.7 && at < 0.9 }, [][2]float64{{0, 0.25}, {0.7, 0.9}}},
		"the edge": {func(at float64) bool { return at < 0.005 }, [][2]float64{{0, 0.005}}},
	} {
		got := l.runs(c.in)
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, expected %v", name, got, c.want)
			continue
		}
		for i := range got {
			if math.Abs(got[i][0]-c.want[i][0]) > 1e-5 || math.Abs(got[i][1]-c.want[i][1]) > 1e-5 {
				t.Errorf("%s: %v, expected %v", name, got, c.want)
			}
		}
	}
}

// TestStrip checks that a strip of rows becomes one polygon without redundant points on its
// straight sides.
func TestStrip(t *testing.T) {
	var s strip
	for i := range 5 {
		s.add(0, vg.Length(i), vg.Length(i))
	}
	if got := s.polygon(); len(got) != 7 || got[0] != (vg.Point{}) || got[1] != (vg.Point{Y: 4}) {
		t.Errorf("%v", got)
	}
	if !continued([][2]float64{{0, 1}}, [][2]float64{{0.5, 2}}) || continued([][2]float64{{0, 1}}, [][2]float64{{1.5, 2}}) || continued(nil, [][2]float64{{0, 1}}) {
		t.Error("rows that do not touch are one strip, or rows that do are not")
	}
}
