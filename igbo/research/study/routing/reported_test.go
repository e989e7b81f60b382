package routing

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestValidity checks that the committed result has a finite value of each measure for every seed.
func TestValidity(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	for _, l := range r.Validity.Distributions {
		for _, route := range l.Routes {
			for key, values := range route.Scores {
				if len(values) != len(l.Data) {
					t.Errorf("%s, %s: %d values of %s, want %d", l.Distribution, route.Route, len(values), key, len(l.Data))
				}
				if sum := floats.Sum(values); math.IsNaN(sum) || math.IsInf(sum, 0) {
					t.Errorf("%s, %s: %s is %v, want finite numbers", l.Distribution, route.Route, key, values)
				}
			}
		}
	}
}

// TestFront checks that the committed result has every point.
func TestFront(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	c := r.Config.Front
	for _, l := range r.Front.Distributions {
		if len(l.Seeds) != c.Seeds || len(l.Seeds[0].Sweeps) != len(c.Rules) || len(l.Seeds[0].Sweeps[0].Points) != len(c.Lambdas) {
			t.Errorf("%s: a result of other sizes than its settings", l.Distribution)
		}
	}
}

// TestTasks checks that the ratios of the committed result follow from its errors, and that the statements in package tasks
// hold.
func TestTasks(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition()).Tasks
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
	for task, better := range []bool{false, true, true, false} {
		q := oracleOver(task)
		if includes := q.Low < 1 && q.High > 1; better && q.High > 0.9 || !better && !includes {
			t.Errorf("%s: oracle over straight %+v", r.Tasks[task].Name, q)
		}
		if q := r.Tasks[task].Arms[3].OverStraight; q.High >= 1 {
			t.Errorf("%s: across over straight %+v", r.Tasks[task].Name, q)
		}
	}
	for _, task := range r.Tasks[1:] {
		var factors []float64 // uncancelled share along a path after training on it, relative to that without an expert
		for j := range r.Tasks[0].Paths {
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
