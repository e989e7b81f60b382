package wrongprior

import (
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// TestReported: the rows and predictions of the committed result follow from its errors, and what doc.go says of it holds.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	again := &Result{Config: r.Config}
	for _, f := range r.Cases {
		f.Section = contest.Section{}
		again.Cases = append(again.Cases, f)
	}
	must.Do(t, again.conclude())
	if !reflect.DeepEqual(again, r) {
		t.Error("the errors make other rows, predictions or diagnostics than the committed ones")
	}
	missed := 0
	for _, g := range r.Goals {
		if g.Row.Ratio > g.Goal.Most {
			missed++
		}
		if g.Goal.Method == contest.PosteriorSoft && g.Row.Ratio >= 1 || g.Goal.Method == noGate+gate && g.Goal.Against == ridge && g.Row.Low > 1.1 {
			t.Errorf("%s: %+v", g.Goal.What, g.Row)
		}
	}
	if missed != 3 {
		t.Errorf("%d predictions missed, doc.go says 3", missed)
	}
	if figures, err := r.Figures(); err != nil || len(figures) < 2 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}
