package oracletraining

import (
	"reflect"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/study"
)

// TestCommittedResult: result.json is of the default settings, its ratios are those of its
// errors, and what doc.go says of it holds.
func TestCommittedResult(t *testing.T) {
	var r *Result
	must.Do(t, study.UnmarshalJSON(Definition().Committed, &r))
	want := DefaultConfig()
	if !reflect.DeepEqual(r.Config, want) {
		t.Errorf("settings %+v, want %+v", r.Config, want)
	}
	for _, task := range r.Tasks {
		for _, a := range task.Arms {
			for i, v := range a.OverStraight.Values {
				if want := a.Error.Values[i] / task.Arms[1].Error.Values[i]; v != want {
					t.Errorf("%s, %s: ratio %g, want %g", task.Name, a.Arm, v, want)
				}
			}
		}
	}
	oracleOver := func(task int) study.Estimate { return r.Tasks[task].Arms[2].OverStraight }
	for task, bound := range []float64{1, 0.9, 0.9, 1} { // 1: at the border
		q := oracleOver(task)
		if border := bound == 1; q.High > bound || border && q.High < 0.97 {
			t.Errorf("%s: oracle over straight %+v", r.Tasks[task].Name, q)
		}
		if q := r.Tasks[task].Arms[3].OverStraight; q.High >= 1 {
			t.Errorf("%s: across over straight %+v", r.Tasks[task].Name, q)
		}
	}
	for _, task := range r.Tasks[1:] {
		var factors []float64 // what training on a path leaves uncancelled along it, over what is left without an expert
		for j := range paths {
			factors = append(factors, task.Arms[j+1].Kept[j].Mean/task.Arms[0].Kept[j].Mean)
		}
		if !slices.IsSorted(factors) || factors[0] > 0.65 || factors[2] < 0.94 {
			t.Errorf("%s: factors %.2f", task.Name, factors)
		}
	}
	ring := r.Tasks[1]
	if on, off := ring.Arms[1].Signed[0], ring.Arms[1].Signed[1]; on.Low <= 0 || off.High >= 0 || ring.Arms[1].Kept[0].High >= 0.55 {
		t.Errorf("straight on the ring: ∂F/∂s %+v on the data, %+v off it", on, off)
	}
	if ring.Explained < 0.9 || ring.Paths[0].Reach.High >= ring.Paths[1].Reach.Low {
		t.Errorf("explained %g, reach %+v and %+v", ring.Explained, ring.Paths[0].Reach, ring.Paths[1].Reach)
	}
}
