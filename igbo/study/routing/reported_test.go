package routing

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// TestReported: the committed result has a finite value of each measure for every seed.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	for _, l := range r.Laws {
		for _, route := range l.Routes {
			for key, values := range route.Scores {
				if len(values) != len(l.Data) {
					t.Errorf("%s, %s: %d values of %s, want %d", l.Law, route.Route, len(values), key, len(l.Data))
				}
				if sum := floats.Sum(values); math.IsNaN(sum) || math.IsInf(sum, 0) {
					t.Errorf("%s, %s: %s is %v, want finite numbers", l.Law, route.Route, key, values)
				}
			}
		}
	}
}
