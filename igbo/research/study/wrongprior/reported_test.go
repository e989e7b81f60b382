package wrongprior

import (
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// TestReported checks that the rows and predictions of the committed result follow from its errors, and that the findings in
// doc.go hold.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	again := &Result{Config: r.Config}
	for _, f := range r.Cases {
		f.Section = trial.Section{}
		again.Cases = append(again.Cases, f)
	}
	must.Do(t, again.conclude())
	if !reflect.DeepEqual(again, r) {
		t.Error("the errors make other rows, predictions or diagnostics than the committed ones")
	}
	missed := 0
	for _, g := range r.Goals {
		if g.Row.Ratio > g.Prediction.Most {
			missed++
		}
		if g.Prediction.Method == benchmark.PosteriorSoft && g.Row.Ratio >= 1 || g.Prediction.Method == noGate+gate && g.Prediction.Against == ridge && g.Row.Low > 1.1 {
			t.Errorf("%s: %+v", g.Prediction.What, g.Row)
		}
	}
	if missed != 3 {
		t.Errorf("%d predictions missed, doc.go says 3", missed)
	}
	if figures, err := r.Figures(); err != nil || len(figures) < 2 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}
