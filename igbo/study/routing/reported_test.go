package routing

import (
	"math"
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/study"

	"gonum.org/v1/gonum/floats"
)

// TestReportedIsOfTheDefaults: the committed result is of the default settings, but for the laws that
// it leaves out, and can be shown.
func TestReportedIsOfTheDefaults(t *testing.T) {
	r, err := study.Reported[*Result](Definition())
	if err != nil {
		t.Fatal(err)
	}
	want := DefaultConfig()
	want.Laws = r.Config.Laws
	if !reflect.DeepEqual(r.Config, want) {
		t.Errorf("settings %+v, want %+v", r.Config, want)
	}
	for _, table := range r.Tables() {
		t.Log(table.Text())
	}
	figures, err := r.Figures()
	if err != nil || len(figures) == 0 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
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
