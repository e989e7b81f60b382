package fewsamples

import (
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// TestReported checks that the rows and predictions of the committed result follow from its errors.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	again := &Result{Config: r.Config, Times: r.Times}
	for _, f := range r.Cases {
		f.Section = trial.Section{}
		again.Cases = append(again.Cases, f)
	}
	must.Do(t, again.conclude())
	if !reflect.DeepEqual(again, r) {
		t.Error("the errors make other rows or predictions than the committed ones")
	}
	if figures, err := r.Figures(); err != nil || len(figures) < 2 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}
