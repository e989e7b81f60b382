package rivals

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestReported checks that the committed result has every case and method of the default settings with finite errors.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	c := DefaultConfig()
	if n := len(r.Cases); n != len(c.Few)+len(c.Wrong)+len(c.Sets)+34 {
		t.Fatalf("%d cases", n)
	}
	for i, f := range r.Cases {
		draws := c.Around
		switch {
		case f.Part == Abroad:
			draws = c.Abroad
		case i == 0, f.Part == RealData, f.Part == WrongPrior && i < len(c.Few)+3:
			draws = c.Draws
		}
		for _, e := range f.Entries {
			if len(e.Errors) != draws {
				t.Errorf("%s: %s has %d errors, want %d", f.Name, e.Name, len(e.Errors), draws)
			}
			for _, v := range e.Errors {
				if !(v >= 0) || math.IsInf(v, 0) {
					t.Errorf("%s: %s has an error of %g", f.Name, e.Name, v)
				}
			}
		}
	}
	for _, p := range Predictions() {
		if q, ok := r.At(p.Case, p.Method, p.Against); !ok && p.Case != string(Abroad)+complexityOf+"order" && p.Case != string(Abroad)+complexityOf+"order and signs" || ok && math.IsNaN(q.Mean) {
			t.Errorf("no value for %s", text(p))
		}
	}
}

// TestReportedSaysWhatDocSays checks that the statements in the package documentation hold in the committed result.
func TestReportedSaysWhatDocSays(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	over := func(column, method, against string) study.Interval {
		q, ok := r.At(column, method, against)
		if !ok {
			t.Fatalf("%s: no %s or %s", column, method, against)
		}
		return q
	}
	holds := map[string]bool{}
	ties := func(q study.Interval) bool { return q.Low < 1 && q.High > 1 }
	published := map[string]string{
		benchmark.RowConstraints: benchmark.PosteriorOrder, benchmark.MeanConstraints: benchmark.PosteriorOrder, benchmark.Explained: benchmark.PosteriorOrder, benchmark.LLMLasso: benchmark.PosteriorOrder,
		benchmark.SparsityPrior: benchmark.PosteriorOrder, benchmark.ExplainedSigns: benchmark.PosteriorBoth, benchmark.LLMLassoSigns: benchmark.PosteriorBoth,
	}
	rank := benchmark.SignRankRidge().Name()
	for _, column := range []string{fewColumn, realColumn, abroadColumn, wrongColumn("n = 16, 2 swaps")} {
		for method, own := range published {
			if column != wrongColumn("n = 16, 2 swaps") {
				holds[column+": none below the posterior: "+method] = over(column, method, own).High >= 1
			}
		}
		holds[column+": sign-rank-ridge before LLM-Lasso with signs"] = over(column, benchmark.LLMLassoSigns, rank).Low > 1
	}
	for method, tie := range map[string]bool{
		benchmark.RowConstraints: true, benchmark.SparsityPrior: true, benchmark.ExplainedSigns: true, benchmark.LLMLassoSigns: true, benchmark.Explained: false, benchmark.MeanConstraints: false, benchmark.LLMLasso: false,
	} {
		holds["other groups: ties: "+method] = ties(over(abroadColumn, method, published[method])) == tie
	}
	for column, least := range map[string]float64{wrongColumn("n = 16, reversed"): 3, wrongColumn("n = 64, reversed"): 20} {
		for method := range published {
			holds[column+": safe: "+method] = over(column, method, ridge).Mean < 1.1
			holds[column+": the soft order before "+method] = over(column, benchmark.PosteriorSoftAll, method).High < 1
		}
		for _, method := range []string{benchmark.PosteriorOrder, benchmark.PosteriorBoth, studentOrder, studentSigns} {
			holds[column+": harm of "+method] = over(column, method, ridge).Mean > least
		}
	}
	even := r.find(FewSamples, "n = 16, decay 0.9")
	for _, method := range []string{benchmark.Lasso, benchmark.LLMLasso, benchmark.SpikeAndSlab} {
		q, ok := even.Over(method, ridge)
		holds["decay 0.9: "+method] = ok && q.Low > 1
	}
	for i, k := range knowledge {
		q, ok := rankCorrelation(r.complexities(Abroad, i, k.posterior, benchmark.PosteriorBare))
		holds["gains do not follow the complexity: "+k.name] = ok && math.Abs(q.Mean) < 0.1 && ties(study.Interval{Low: q.Low + 1, High: q.High + 1})
	}
	left := r.find(FewSamples, "n = 16, decay 0.7").Complexity[0]
	holds["nine tenths of the complexity, a quarter of the error"] = math.Abs(left-0.9) < 0.05 && math.Abs(over(fewColumn, benchmark.PosteriorOrder, ridge).Mean-0.25) < 0.03
	for what, ok := range holds {
		if !ok {
			t.Errorf("the result does not say: %s", what)
		}
	}
}
