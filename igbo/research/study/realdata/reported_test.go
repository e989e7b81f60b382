package realdata

import (
	"math"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// TestReported checks that in the committed result every method has a finite error for every draw.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	if len(r.Groups) != len(r.Config.groups()) {
		t.Fatalf("%d groups, want %d", len(r.Groups), len(r.Config.groups()))
	}
	for i, g := range r.Config.groups() {
		for _, e := range slices.Concat(r.Groups[i].Entries, r.Groups[i].Within) {
			if len(e.Errors) != g.draws || slices.ContainsFunc(e.Errors, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) || x < 0 }) {
				t.Errorf("%s, %d, %s: errors of %s: %v, want %d finite numbers", g.set, g.samples, g.kind, e.Name, e.Errors, g.draws)
			}
		}
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 4 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}

// TestReportedSaysWhatDocSays checks that the statements in the package documentation hold in the committed result.
func TestReportedSaysWhatDocSays(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	const n = 16
	over := func(set, method, reference string) trial.Row {
		t.Helper()
		q, ok := r.Over(set, n, Linear, method, reference)
		if !ok {
			t.Fatalf("%s: no %s or no %s", set, method, reference)
		}
		return q
	}
	pool := func(method, reference string) trial.Row {
		t.Helper()
		q, ok := r.Pooled(pooled, n, Linear, method, reference)
		if !ok {
			t.Fatalf("no %s or no %s", method, reference)
		}
		return q
	}
	holds := func(what string, q trial.Row, ok bool) {
		t.Helper()
		if !ok {
			t.Errorf("%s: %s", what, q.Over().Text("%.2f"))
		}
	}
	between := func(what string, q trial.Row, low, high float64) {
		t.Helper()
		holds(what, q, q.Low > low && q.High < high)
	}
	for _, set := range []string{weatherDays, weatherPlaces, penguinsMass, anes96, statecrime} {
		between("below ridge on "+set, over(set, signsName, ridgeName), 0, 1)
	}
	rank, centroid := benchmark.SignRankRidge().Name(), benchmark.Centroid().Name()
	for _, competingMethod := range []string{benchmark.RankRidge().Name(), benchmark.SignedSquares().Name(), benchmark.SignedRidge().Name(), rank, centroid, benchmark.ToCentroid().Name(), aloneName, keptName} {
		between("better than "+competingMethod, pool(signsName, competingMethod), 0, 1)
	}
	between("ties with the weighted sum", pool(signsName, sum(DefaultConfig().signs()).Label), 0.97, 1.03)
	q := over(weatherPlaces, signsName, rank)
	holds("sign-rank-ridge ties from Seattle to New York", q, q.Low < 1 && q.High > 1)
	for _, competingMethod := range []string{rank, centroid, benchmark.ToCentroid().Name(), signsName, sum(DefaultConfig().signs()).Label, benchmark.PosteriorSoftAll, benchmark.PosteriorSigns, benchmark.PosteriorOrder} {
		between("the posterior is better than "+competingMethod, pool(benchmark.PosteriorBoth, competingMethod), 0, 1)
	}
	between("IGBO is within a tenth of the posterior", pool(signsName, benchmark.PosteriorBoth), 0, 1.1)
	between("a posterior that knows nothing is better than ridge", pool(benchmark.PosteriorBare, ridgeName), 0, 1)
	for _, set := range []string{weatherDays, weatherPlaces, penguinsMass} {
		between("one draw is worse than ridge on "+set, over(set, oneDraw, ridgeName), 1, math.Inf(1))
		q = over(set, sixteenDraws, benchmark.PosteriorOrder)
		holds("sixteen draws are as good as all on "+set, q, q.Low < 1.01 && q.High < 1.05)
	}
	for _, set := range []string{weatherDays, weatherPlaces, penguinsMass, anes96, statecrime} {
		q = over(set, benchmark.PosteriorSoft+reverses, ridgeName)
		holds("a soft order, reversed, on "+set, q, q.High <= 1)
	}
	between("the soft order gives up a tenth", pool(benchmark.PosteriorSoftAll, benchmark.PosteriorBoth), 1.05, 1.12)
	between("stacking does no better than the soft order", pool(benchmark.Stacked, benchmark.PosteriorSoft), 1, math.Inf(1))
	for _, name := range []string{benchmark.PosteriorOrder, benchmark.PosteriorBoth} {
		for _, informed := range []string{relabels, reverses} {
			between(name+informed+" harms", pool(name+informed, ridgeName), 1.4, math.Inf(1))
		}
	}
	between("the centroid wins on votes", over(anes96, signsName, centroid), 1, math.Inf(1))
	between("the start alone", pool(aloneName, ridgeName), 0, 0.85)
	for name, low := range map[string]float64{orderName: 0.9, bareName: 0.9} {
		q = pool(name, ridgeName)
		holds(name+" gains little", q, q.Ratio > low && q.Ratio < 1)
	}
	for _, name := range []string{orderName + relabels, signsName + relabels, orderName + reverses, signsName + reverses} {
		between(name+" harms", pool(name, ridgeName), 1.4, math.Inf(1))
	}
	for _, name := range []string{rank + relabels, rank + reverses, benchmark.ToCentroid().Name() + reverses} {
		between(name+" harms less", pool(name, ridgeName), 0, 1.3)
	}
	between("the gate on a reversed order", pool(orderName+gateSuffix+reverses, ridgeName), 0, 1.05)
	between("the gate on a reversed order with signs", pool(signsName+gateSuffix+reverses, ridgeName), 1.03, 1.2)
	q = pool(signsName+gateSuffix, ridgeName)
	holds("the gate keeps two thirds of the gain", q, q.Ratio < 1-0.66*(1-pool(signsName, ridgeName).Ratio))
	for set, most := range map[string]float64{weatherDays: 1.05, penguinsMass: 1.05} {
		q, _ := r.Over(set, 100, Shortcuts, capName, benchmark.Deletion().Name())
		holds("cap on "+set, q, q.High < most)
	}
	q, _ = r.Over(anes96, 100, Shortcuts, capName, benchmark.Deletion().Name())
	holds("cap on votes", q, q.Low > 2)
}
