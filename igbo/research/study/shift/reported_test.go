package shift

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestReported checks that the committed result has every shift and method with finite numbers.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	all := names()
	if len(r.Found) != len(all) {
		t.Fatalf("%d shifts, want %d", len(r.Found), len(all))
	}
	for i, f := range r.Found {
		if f.Name != all[i] || f.Draws != r.Config.Draws || len(f.Abroad) != len(r.Found[0].Abroad) || len(f.Taught) != len(r.Found[0].Taught) {
			t.Errorf("shift %d is %q with %d draws, %d and %d methods", i, f.Name, f.Draws, len(f.Abroad), len(f.Taught))
		}
		for _, e := range append(f.Abroad, f.Taught...) {
			sum := 0.0
			for _, b := range e.Blocks {
				sum += b / float64(len(e.Blocks))
			}
			if !(math.Abs(e.Log-sum) < 1e-3) || math.IsInf(e.Log, 0) || !(e.Means > 0) {
				t.Errorf("%s: %s: log %g in blocks %v, means %g", f.Name, e.Name, e.Log, e.Blocks, e.Means)
			}
		}
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 3 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}

// TestReportedSaysWhatDocSays checks that the statements in the package documentation hold in the committed result.
func TestReportedSaysWhatDocSays(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	rank, over := benchmark.SignRankRidge().Name(), func(at Where, method, reference string) study.Interval {
		q, ok := r.Pooled(at, method, reference, level)
		if !ok {
			t.Fatalf("%s: no %s or %s", at, method, reference)
		}
		return q
	}
	diamonds, ok := r.Of("certifiers, prices of diamonds", Abroad, studentUnits, level)
	if !ok {
		t.Fatal("no diamonds")
	}
	survival, _ := r.Survival(bothName, ridgeName, level)
	for what, holds := range map[string]bool{
		"less error than ridge abroad":           over(Abroad, bothName, ridgeName).High < 1 && r.Better(Abroad, bothName, ridgeName) > len(r.Found)*3/4,
		"they gain more abroad":                  survival.Mean < 1,
		"most of it is the signs'":               1-over(Abroad, directedName, ridgeName).Mean > (1-over(Abroad, bothName, ridgeName).Mean)/2,
		"sign-rank-ridge as much":                over(Abroad, bothName, rank).Low < 1 && over(Abroad, bothName, rank).High > 1,
		"the cone ties in those units":           math.Abs(over(Abroad, bothUnits, coneUnits).Mean-1) < 0.03 && over(Abroad, bothUnits, coneUnits).High > 1,
		"IGBO below ridge on nearly all there":   r.Better(Abroad, studentUnits, ridgeName) >= 30 && over(Abroad, studentUnits, ridgeName).High > 1,
		"but on diamonds":                        diamonds.Mean > 10,
		"most in the population's units":         over(Abroad, bothUnits, ridgeName).Mean < 0.9*over(Abroad, bothName, ridgeName).Mean && over(Abroad, bothUnits, rankUnits).High < 1,
		"the cone less":                          over(Abroad, benchmark.OrderedCone, bothName).Mean > 1,
		"IGBO's student nothing":                 over(Abroad, studentName, ridgeName).Low < 1 && over(Abroad, studentName, ridgeName).High > 1,
		"a placebo and a reversed order do harm": over(Abroad, placeboName, ridgeName).Low > 1 && over(Abroad, reversedName, ridgeName).Low > 1,
		"with trust none":                        over(Abroad, softWrongName, ridgeName).High < 1,
		"answers as they are do harm":            over(Taught, answersName, ridgeName).Low > 1,
		"the teacher's order less than answers":  over(Taught, taughtBoth, answersName).High < 1,
		"tuned answers less than its order":      over(Taught, taughtBoth, tunedName).Low > 1,
		"a written order more than either":       over(Taught, bothName, tunedName).Mean < 1 && over(Taught, bothName, taughtBoth).High < 1,
	} {
		if !holds {
			t.Errorf("the result does not say: %s", what)
		}
	}
	for _, p := range again() {
		q, ok := p.of(r)
		if missed := p.what == "abroad: "+studentUnits+" ÷ "+rankUnits; !ok || p.Met(q) == missed {
			t.Errorf("%s: %v, missed %t", p.what, q, missed)
		}
	}
	for _, name := range []string{bothName, bothUnits, rank, answersName, tunedName, taughtBoth} {
		for _, at := range []Where{Abroad, Taught} {
			if low, high := r.spread(at, name); high > 0 && high-low > 0.05 {
				t.Errorf("%s, %s: blocks from %g to %g", at, name, low, high)
			}
		}
	}
}
