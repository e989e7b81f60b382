package realdata

import (
	"math"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// TestReported: in the committed result every method has a finite error for every draw.
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

// TestReportedSaysWhatDocSays: the sentences of the package's doc hold in the committed result.
func TestReportedSaysWhatDocSays(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	const n = 16
	over := func(set, method, reference string) contest.Row {
		t.Helper()
		q, ok := r.Over(set, n, Linear, method, reference)
		if !ok {
			t.Fatalf("%s: no %s or no %s", set, method, reference)
		}
		return q
	}
	pool := func(method, reference string) contest.Row {
		t.Helper()
		q, ok := r.Pooled(pooled, n, Linear, method, reference)
		if !ok {
			t.Fatalf("no %s or no %s", method, reference)
		}
		return q
	}
	holds := func(what string, q contest.Row, ok bool) {
		t.Helper()
		if !ok {
			t.Errorf("%s: %s", what, q.Over().Text("%.2f"))
		}
	}
	for _, set := range []string{weatherDays, weatherPlaces, penguinsMass, anes96, statecrime} {
		q := over(set, signsName, ridgeName)
		holds("below ridge on "+set, q, q.High < 1)
	}
	rank, centroid := contest.SignRankRidge().Name(), contest.Centroid().Name()
	for _, rival := range []string{contest.RankRidge().Name(), contest.SignedSquares().Name(), contest.SignedRidge().Name(), rank, centroid, contest.ToCentroid().Name(), aloneName, keptName} {
		q := pool(signsName, rival)
		holds("better than "+rival, q, q.High < 1)
	}
	q := pool(signsName, sum(DefaultConfig().signs()).Label)
	holds("ties with the weighted sum", q, q.Low > 0.97 && q.High < 1.03)
	q = over(weatherPlaces, signsName, rank)
	holds("sign-rank-ridge ties from Seattle to New York", q, q.Low < 1 && q.High > 1)
	for _, rival := range []string{rank, centroid, contest.ToCentroid().Name(), signsName, sum(DefaultConfig().signs()).Label, contest.PosteriorSoftAll, contest.PosteriorSigns, contest.PosteriorOrder} {
		q = pool(contest.PosteriorBoth, rival)
		holds("the posterior is better than "+rival, q, q.High < 1)
	}
	q = pool(signsName, contest.PosteriorBoth)
	holds("IGBO is within a tenth of the posterior", q, q.High < 1.1)
	q = pool(contest.PosteriorBare, ridgeName)
	holds("a posterior that knows nothing is better than ridge", q, q.High < 1)
	for _, set := range []string{weatherDays, weatherPlaces, penguinsMass} {
		q = over(set, oneDraw, ridgeName)
		holds("one draw is worse than ridge on "+set, q, q.Low > 1)
		q = over(set, sixteenDraws, contest.PosteriorOrder)
		holds("sixteen draws are as good as all on "+set, q, q.Low < 1.01 && q.High < 1.05)
	}
	for _, set := range []string{weatherDays, weatherPlaces, penguinsMass, anes96, statecrime} {
		q = over(set, contest.PosteriorSoft+reverses, ridgeName)
		holds("a soft order, reversed, on "+set, q, q.High <= 1)
	}
	q = pool(contest.PosteriorSoftAll, contest.PosteriorBoth)
	holds("the soft order gives up a tenth", q, q.Low > 1.05 && q.High < 1.12)
	q = pool(contest.Stacked, contest.PosteriorSoft)
	holds("stacking does no better than the soft order", q, q.Low > 1)
	for _, name := range []string{contest.PosteriorOrder, contest.PosteriorBoth} {
		for _, told := range []string{relabels, reverses} {
			q = pool(name+told, ridgeName)
			holds(name+told+" harms", q, q.Low > 1.4)
		}
	}
	q = over(anes96, signsName, centroid)
	holds("the centroid wins on votes", q, q.Low > 1)
	q = pool(aloneName, ridgeName)
	holds("the start alone", q, q.High < 0.85)
	for name, low := range map[string]float64{orderName: 0.9, bareName: 0.9} {
		q = pool(name, ridgeName)
		holds(name+" gains little", q, q.Ratio > low && q.Ratio < 1)
	}
	for _, name := range []string{orderName + relabels, signsName + relabels, orderName + reverses, signsName + reverses} {
		q = pool(name, ridgeName)
		holds(name+" harms", q, q.Low > 1.4)
	}
	for _, name := range []string{rank + relabels, rank + reverses, contest.ToCentroid().Name() + reverses} {
		q = pool(name, ridgeName)
		holds(name+" harms less", q, q.High < 1.3)
	}
	q = pool(orderName+gateSuffix+reverses, ridgeName)
	holds("the gate on a reversed order", q, q.High < 1.05)
	q = pool(signsName+gateSuffix+reverses, ridgeName)
	holds("the gate on a reversed order with signs", q, q.Low > 1.03 && q.High < 1.2)
	q = pool(signsName+gateSuffix, ridgeName)
	holds("the gate keeps two thirds of the gain", q, q.Ratio < 1-0.66*(1-pool(signsName, ridgeName).Ratio))
	for set, most := range map[string]float64{weatherDays: 1.05, penguinsMass: 1.05} {
		q, _ := r.Over(set, 100, Shortcuts, capName, contest.Deletion().Name())
		holds("cap on "+set, q, q.High < most)
	}
	q, _ = r.Over(anes96, 100, Shortcuts, capName, contest.Deletion().Name())
	holds("cap on votes", q, q.Low > 2)
}
