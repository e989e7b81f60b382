package blackbox

import (
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/study"

	"github.com/igbolab/igbolab/igbo/study/contest"
)

// TestCommittedResult: the committed result is of the default settings, and its errors make the rows and the
// outcomes again that it has.
func TestCommittedResult(t *testing.T) {
	r := must.Of(study.Reported[*Result](Definition())).In(t)
	if want := DefaultConfig(); !reflect.DeepEqual(r.Config, want) {
		t.Errorf("settings %+v, want %+v", r.Config, want)
	}
	again := &Result{Config: r.Config, Teachers: r.Teachers}
	for _, c := range r.Cases {
		again.Cases = append(again.Cases, Case{Set: c.Set, Samples: c.Samples, Entries: c.Entries})
	}
	must.Do(t, again.conclude())
	if !reflect.DeepEqual(again.Cases, r.Cases) || !reflect.DeepEqual(again.Goals, r.Goals) {
		t.Error("the errors make other rows than the committed ones")
	}
	for _, c := range r.Cases {
		for _, e := range c.Entries {
			if len(e.Errors) != r.Config.Seeds {
				t.Errorf("%s, n = %d: %s has %d errors, want %d", c.Set, c.Samples, e.Name, len(e.Errors), r.Config.Seeds)
			}
		}
	}
	// what doc.go and the findings say of it
	for _, set := range []string{weather, penguins, anes96} {
		row := r.Find(set, 16).Row(asking(256))
		if row == nil || row.High >= 1 {
			t.Errorf("%s: distillation beside ridge: %+v", set, row)
		}
	}
	for _, set := range Sets() {
		if row := r.Find(set, 16).Row(order); row == nil || row.Ratio <= 1 {
			t.Errorf("%s: the order beside ridge: %+v", set, row)
		}
	}
	abroad := r.Find(elsewhere, 32)
	if penalty, answers := abroad.Row(contest.RankRidge().Name()), abroad.Row(atInputs); penalty.High >= 1 || answers.Low <= 1 {
		t.Errorf("New York, n = 32: the order as penalties %+v, answers %+v", penalty, answers)
	}
}
