package fewsamples

import (
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// TestReported: the rows and predictions of the committed result follow from its errors.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	again := *r
	again.Goals = nil
	again.Cases = nil
	for _, f := range r.Cases {
		f.Section = contest.Section{}
		again.Cases = append(again.Cases, f)
	}
	must.Do(t, again.conclude())
	for i, f := range again.Cases {
		if !reflect.DeepEqual(f.Section, r.Cases[i].Section) {
			t.Errorf("%s: rows %+v, want those of its errors", f.Section.Name, r.Cases[i].Section.Rows)
		}
	}
	if !reflect.DeepEqual(again.Goals, r.Goals) {
		t.Errorf("predictions %+v, want those of the errors", r.Goals)
	}
	if figures, err := r.Figures(); err != nil || len(figures) < 2 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}
