package models

import "testing"

// TestWorkGrows checks for every kind that work does not decrease with more samples, steps, features or points.
// Works must add up, and a step without scores must cost less than one with scores.
func TestWorkGrows(t *testing.T) {
	base := Shape{Batch: 8, Steps: 4, Features: 3, Points: 5}
	for _, kind := range Kinds() {
		spec, err := DefaultSpec(kind)
		if err != nil {
			t.Fatal(err)
		}
		w := spec.Step(base)
		if w.Calls != 1 || w.Graphs != 1 || w.Operations <= 0 || w.Flops <= 0 || w.Compiled <= 0 {
			t.Errorf("%s: a step is %+v", kind, w)
		}
		for what, b := range map[string]Shape{
			"samples": {16, 4, 3, 5}, "steps": {8, 8, 3, 5}, "features": {8, 4, 6, 5}, "points": {8, 4, 3, 10},
		} {
			if more := spec.Step(b); more.Flops <= w.Flops || more.Operations < w.Operations || more.Compiled != w.Compiled {
				t.Errorf("%s: with twice the %s a step is %+v, else %+v", kind, what, more, w)
			}
		}
		base := base
		base.Points = 0
		if task := spec.Step(base); task.Flops >= w.Flops || task.Operations >= w.Operations {
			t.Errorf("%s: a step on the task alone is %+v, with scores %+v", kind, task, w)
		}
		if long := spec.Training(base, 30); long.Plus(long) != long.Times(2) || long.Calls != 30 {
			t.Errorf("%s: thirty steps are %+v", kind, long)
		}
	}
}
