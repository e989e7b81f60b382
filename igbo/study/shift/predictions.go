package shift

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// prediction is a number that was to be at most, or at least, a bound (predictions.md).
type prediction struct {
	what    string
	bound   float64
	atLeast bool
	value   func(r *Result) (study.Interval, bool)
	// claim asks the upper end of the interval to be below the bound.
	claim bool
}

// ratio is that of a method to another.
func ratio(at Where, method, reference string, level float64) func(r *Result) (study.Interval, bool) {
	return func(r *Result) (study.Interval, bool) { return r.Pooled(at, method, reference, level) }
}

// Predictions are those that were written before any fit, the claim's first.
func predictions() []prediction {
	most := func(at Where, method, reference string, bound float64) prediction {
		return prediction{what: fmt.Sprintf("%s: %s over %s", at, method, reference), bound: bound, value: ratio(at, method, reference, level)}
	}
	least := func(p prediction) prediction {
		p.atLeast = true
		return p
	}
	claim := func(p prediction, at Where, method, reference string) prediction {
		p.claim, p.value, p.what = true, ratio(at, method, reference, claimed), "claim, "+p.what
		return p
	}
	one := func(at Where, method, reference string) prediction {
		return claim(most(at, method, reference, 1), at, method, reference)
	}
	carriers := "carriers, delay on arrival"
	return []prediction{
		one(Abroad, bothName, ridgeName), one(Taught, taughtBoth, answersName), one(Taught, taughtBoth, tunedName),
		most(Abroad, bothName, ridgeName, 0.85), most(Abroad, bothName, contest.SignRankRidge().Name(), 1), most(Abroad, bothName, contest.OrderedCone, 1),
		most(Abroad, bothName, directedName, 1),
		{what: "abroad over at home: " + bothName, bound: 1.05, value: func(r *Result) (study.Interval, bool) { return r.Survival(bothName, ridgeName, level) }},
		most(Abroad, softName, ridgeName, 0.9), most(Abroad, bothUnits, bothName, 1), most(Abroad, studentName, ridgeName, 0.9),
		least(most(Abroad, placeboName, ridgeName, 1)), least(most(Abroad, reversedName, ridgeName, 1.2)), most(Abroad, softWrongName, ridgeName, 1.1),
		least(most(Abroad, meanName, ridgeName, 1)),
		most(Taught, taughtBoth, answersName, 0.9), most(Taught, taughtBoth, tunedName, 1), most(Taught, taughtBoth, scaledName, 1),
		most(Taught, taughtBoth, ridgeName, 0.9), most(Taught, bothName, taughtBoth, 1),
		{what: "share of shifts on which order and signs beat ridge abroad", bound: 2. / 3, atLeast: true, value: func(r *Result) (study.Interval, bool) {
			share := float64(r.Better(Abroad, bothName, ridgeName)) / float64(max(1, len(r.Found)))
			return study.Interval{Mean: share, Low: share, High: share}, len(r.Found) > 0
		}},
		{what: "abroad, carriers of flights: order and signs over ridge", bound: 1, atLeast: true, value: func(r *Result) (study.Interval, bool) {
			return r.Of(carriers, Abroad, bothName, level)
		}},
	}
}

// met tells whether a value is as it was predicted.
func (p prediction) met(q study.Interval) bool {
	switch {
	case p.claim:
		return q.High < p.bound
	case p.atLeast:
		return q.Mean >= p.bound
	}
	return q.Mean <= p.bound
}

// predicted judges the predictions.
func (r *Result) predicted() study.Table {
	t := study.Table{
		Name: "shift-predictions", Title: "What was predicted before any fit",
		Notes: []string{r.note(), fmt.Sprintf("The claim's intervals are of %g %%, and their upper ends decide; elsewhere the number itself does.", 100*claimed)},
	}
	t.Columns("prediction", "prediction")
	t.Columns("bound", "bound")
	t.Columns("value", study.Ends("value")...)
	t.Columns("verdict", "verdict")
	for _, p := range predictions() {
		value, verdict := study.Missing(3), "not measured"
		if q, ok := p.value(r); ok {
			value, verdict = q.Field("%.2f"), map[bool]string{true: "met", false: "missed"}[p.met(q)]
		}
		sign := "≤ "
		switch {
		case p.claim:
			sign = "< "
		case p.atLeast:
			sign = "≥ "
		}
		t.Add(study.Words(p.what), study.Field{Shown: []string{sign + fmt.Sprintf("%.4g", p.bound)}, Full: []string{study.Full(&p.bound)}}, value, study.Words(verdict))
	}
	return t
}

// median is that of values.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
