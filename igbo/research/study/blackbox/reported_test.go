package blackbox

import (
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// TestCommittedResult checks that the rows and outcomes of the committed result follow from its errors.
func TestCommittedResult(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	again := &Result{Config: r.Config, Teachers: r.Teachers}
	for _, c := range r.Cases {
		again.Cases = append(again.Cases, Case{Set: c.Set, Samples: c.Samples, Compared: trial.Compared{Entries: c.Entries}})
	}
	must.Do(t, again.conclude())
	if !reflect.DeepEqual(again, r) {
		t.Error("the errors make other rows than the committed ones")
	}
	for _, c := range r.Cases {
		for _, e := range c.Entries {
			if len(e.Errors) != r.Config.Seeds {
				t.Errorf("%s, n = %d: %s has %d errors, want %d", c.Set, c.Samples, e.Name, len(e.Errors), r.Config.Seeds)
			}
		}
	}
	// the statements in doc.go
	for _, set := range []string{weather, penguins, anes96} {
		if q, ok := r.Find(set, 16).Section.Over(0, asking(256)); !ok || q.High >= 1 {
			t.Errorf("%s: distillation beside ridge: %+v", set, q)
		}
	}
	for _, set := range Sets() {
		if q, ok := r.Find(set, 16).Section.Over(0, order); !ok || q.Mean <= 1 {
			t.Errorf("%s: the order beside ridge: %+v", set, q)
		}
	}
	abroad := r.Find(elsewhere, 32)
	penalty, ok := abroad.Section.Over(0, benchmark.RankRidge().Name())
	if answers, too := abroad.Section.Over(0, atInputs); !ok || !too || penalty.High >= 1 || answers.Low <= 1 {
		t.Errorf("New York, n = 32: the order as penalties %+v, answers %+v", penalty, answers)
	}
}
