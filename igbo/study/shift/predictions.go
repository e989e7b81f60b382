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
	// pair is what the value is of, where it is a ratio of all draws.
	pair Pair
}

// level is that of its interval.
func (p prediction) level() float64 {
	if p.claim {
		return claimed
	}
	return level
}

// ratio is that of a method to another.
func ratio(at Where, method, reference string, level float64) func(r *Result) (study.Interval, bool) {
	return func(r *Result) (study.Interval, bool) { return r.Pooled(at, method, reference, level) }
}

// atMost predicts a ratio, at most a bound.
func atMost(at Where, method, reference string, bound float64) prediction {
	return prediction{what: fmt.Sprintf("%s: %s over %s", at, method, reference), bound: bound, value: ratio(at, method, reference, level), pair: Pair{at, method, reference}}
}

// least turns what was to be at most a bound into what was to be at least it.
func least(p prediction) prediction {
	p.atLeast = true
	return p
}

// predictions are those that were written before any fit, the claim's first.
func predictions() []prediction {
	claim := func(p prediction, at Where, method, reference string) prediction {
		p.claim, p.value, p.what = true, ratio(at, method, reference, claimed), "claim, "+p.what
		return p
	}
	one := func(at Where, method, reference string) prediction {
		return claim(atMost(at, method, reference, 1), at, method, reference)
	}
	carriers := "carriers, delay on arrival"
	return []prediction{
		one(Abroad, bothName, ridgeName), one(Taught, taughtBoth, answersName), one(Taught, taughtBoth, tunedName),
		atMost(Abroad, bothName, ridgeName, 0.85), atMost(Abroad, bothName, contest.SignRankRidge().Name(), 1), atMost(Abroad, bothName, contest.OrderedCone, 1),
		atMost(Abroad, bothName, directedName, 1),
		{what: "abroad over at home: " + bothName, bound: 1.05, value: func(r *Result) (study.Interval, bool) { return r.Survival(bothName, ridgeName, level) }},
		atMost(Abroad, softName, ridgeName, 0.9), atMost(Abroad, bothUnits, bothName, 1), atMost(Abroad, studentName, ridgeName, 0.9),
		least(atMost(Abroad, placeboName, ridgeName, 1)), least(atMost(Abroad, reversedName, ridgeName, 1.2)), atMost(Abroad, softWrongName, ridgeName, 1.1),
		least(atMost(Abroad, meanName, ridgeName, 1)),
		atMost(Taught, taughtBoth, answersName, 0.9), atMost(Taught, taughtBoth, tunedName, 1), atMost(Taught, taughtBoth, scaledName, 1),
		atMost(Taught, taughtBoth, ridgeName, 0.9), atMost(Taught, bothName, taughtBoth, 1),
		{what: "share of shifts on which order and signs beat ridge abroad", bound: 2. / 3, atLeast: true, value: func(r *Result) (study.Interval, bool) {
			share := float64(r.Better(Abroad, bothName, ridgeName)) / float64(max(1, len(r.Found)))
			return study.Interval{Mean: share, Low: share, High: share}, len(r.Found) > 0
		}},
		{what: "abroad, carriers of flights: order and signs over ridge", bound: 1, atLeast: true, value: func(r *Result) (study.Interval, bool) {
			return r.Of(carriers, Abroad, bothName, level)
		}},
	}
}

// again are those that were written before draws 1065 to 1256, and the methods that came last, were looked at.
func again() []prediction {
	fresh := func(p prediction) prediction {
		pair := p.pair
		p.what, p.pair = "fresh draws, "+p.what, Pair{}
		p.value = func(r *Result) (study.Interval, bool) { return r.fresh(pair, level) }
		return p
	}
	rank := contest.SignRankRidge().Name()
	return []prediction{
		fresh(atMost(Abroad, bothName, ridgeName, 0.89)), fresh(atMost(Abroad, bothUnits, ridgeName, 0.77)), fresh(atMost(Abroad, rank, ridgeName, 0.89)),
		fresh(atMost(Taught, taughtBoth, answersName, 0.79)), fresh(least(atMost(Taught, taughtBoth, tunedName, 1.05))), fresh(atMost(Taught, bothName, tunedName, 1)),
		atMost(Abroad, coneUnits, contest.OrderedCone, 0.95), atMost(Abroad, coneUnits, ridgeName, 0.85),
		atMost(Abroad, studentUnits, studentName, 0.95), atMost(Abroad, studentUnits, ridgeName, 0.9), least(atMost(Abroad, studentUnits, rankUnits, 1)),
		atMost(Abroad, bothUnits, studentUnits, 1), atMost(Abroad, bothUnits, coneUnits, 1),
		{what: "abroad, order and signs over ridge: the interval over tables and draws over that over tables, in width", bound: 1.15, value: func(r *Result) (study.Interval, bool) {
			n := r.nested(Pair{Abroad, bothName, ridgeName}, level)
			q, ok := r.Pooled(Abroad, bothName, ridgeName, level)
			if n == nil || !ok {
				return q, false
			}
			wider := (n.High - n.Low) / (q.High - q.Low)
			return study.Interval{Mean: wider, Low: wider, High: wider}, true
		}},
		{what: "abroad, order and signs over ridge: the greatest block less the least", bound: 0.03, value: func(r *Result) (study.Interval, bool) {
			low, high := r.spread(Abroad, bothName)
			return study.Interval{Mean: high - low, Low: high - low, High: high - low}, len(r.Found) > 0
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

// predicted judges predictions.
func (r *Result) predicted(name, title string, all []prediction) study.Table {
	t := study.Table{
		Name: name, Title: title,
		Notes: []string{r.note(), fmt.Sprintf("The claim's intervals are of %g %%, and their upper ends decide; elsewhere the number itself does.", 100*claimed)},
	}
	t.Columns("prediction", "prediction")
	t.Columns("bound", "bound")
	t.Columns("value", study.Ends("value")...)
	t.Columns("over tables and draws", "nested_low", "nested_high")
	t.Columns("verdict", "verdict")
	for _, p := range all {
		q, ok := p.value(r)
		sign := "≤ "
		switch {
		case p.claim:
			sign = "< "
		case p.atLeast:
			sign = "≥ "
		}
		t.Add(study.Words(p.what), study.Field{Shown: []string{sign + fmt.Sprintf("%.4g", p.bound)}, Full: []string{study.Full(&p.bound)}}, study.Known(q, ok), r.nestedField(p.pair, p.level()), study.Words(study.Verdict(ok, p.met(q))))
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
