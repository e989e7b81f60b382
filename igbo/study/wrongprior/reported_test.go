package wrongprior

import (
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/study"

	"github.com/igbolab/igbolab/igbo/study/contest"
)

// TestReportedIsOfTheDefaults: the committed result is of the default settings, its rows and predictions follow from
// its errors, and it can be shown.
func TestReportedIsOfTheDefaults(t *testing.T) {
	r := must.Of(study.Reported[*Result](Definition())).In(t)
	if want := DefaultConfig(); !reflect.DeepEqual(r.Config, want) {
		t.Errorf("settings %+v, want %+v", r.Config, want)
	}
	again := *r
	again.Goals = nil
	again.Cases = nil
	for _, f := range r.Cases {
		f.Section = contest.Section{}
		again.Cases = append(again.Cases, f)
	}
	again.Tells = nil
	must.Do(t, again.conclude())
	for i, f := range again.Cases {
		if !reflect.DeepEqual(f.Section, r.Cases[i].Section) {
			t.Errorf("%s: rows %+v, want those of its errors", f.Section.Name, r.Cases[i].Section.Rows)
		}
	}
	if !reflect.DeepEqual(again.Tells, r.Tells) {
		t.Error("what tells a wrong order is not what its errors say")
	}
	if !reflect.DeepEqual(again.Goals, r.Goals) {
		t.Errorf("predictions %+v, want those of the errors", r.Goals)
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
	for _, table := range r.Tables() {
		if len(table.Rows) == 0 {
			t.Errorf("table %s is empty", table.Name)
		}
	}
	if figures, err := r.Figures(); err != nil || len(figures) < 2 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}
