package shift

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// prediction is a number with a bound (predictions.md).
type prediction struct {
	what string
	study.Bound
	// pair has the methods of the ratio, unless value computes the number.
	pair  Pair
	value func(r *Result) (study.Interval, bool)
	// claim selects the claim's confidence level. fresh uses only the draws that were not known at the time.
	claim, fresh bool
}

// level returns the level of the prediction's interval.
func (p prediction) level() float64 {
	if p.claim {
		return claimed
	}
	return level
}

// of returns the number in a result.
func (p prediction) of(r *Result) (study.Interval, bool) {
	switch {
	case p.value != nil:
		return p.value(r)
	case p.fresh:
		return r.fresh(p.pair, level)
	}
	return r.Pooled(p.pair.At, p.pair.Method, p.pair.Reference, p.level())
}

// exact returns a number without an interval.
func exact(v float64) study.Interval { return study.Interval{Mean: v, Low: v, High: v} }

// atMost predicts a ratio, at most a bound.
func atMost(at Where, method, reference string, bound float64) prediction {
	return prediction{what: fmt.Sprintf("%s: %s ÷ %s", at, method, reference), Bound: study.AtMost(bound), pair: Pair{at, method, reference}}
}

// least changes a prediction of an upper bound to one of a lower bound.
func least(p prediction) prediction {
	p.Sign = "≥"
	return p
}

// predictions returns the predictions that were written before any fit. Those of the claim are first.
func predictions() []prediction {
	claim := func(at Where, method, reference string) prediction {
		p := atMost(at, method, reference, 1)
		p.claim, p.Sign, p.what = true, "<", "claim, "+p.what
		return p
	}
	carriers := "carriers, delay on arrival"
	return []prediction{
		claim(Abroad, bothName, ridgeName), claim(Taught, taughtBoth, answersName), claim(Taught, taughtBoth, tunedName),
		atMost(Abroad, bothName, ridgeName, 0.85), atMost(Abroad, bothName, benchmark.SignRankRidge().Name(), 1), atMost(Abroad, bothName, benchmark.OrderedCone, 1),
		atMost(Abroad, bothName, directedName, 1),
		{what: "abroad ÷ at home: " + bothName, Bound: study.AtMost(1.05), value: func(r *Result) (study.Interval, bool) { return r.Survival(bothName, ridgeName, level) }},
		atMost(Abroad, softName, ridgeName, 0.9), atMost(Abroad, bothUnits, bothName, 1), atMost(Abroad, studentName, ridgeName, 0.9),
		least(atMost(Abroad, placeboName, ridgeName, 1)), least(atMost(Abroad, reversedName, ridgeName, 1.2)), atMost(Abroad, softWrongName, ridgeName, 1.1),
		least(atMost(Abroad, meanName, ridgeName, 1)),
		atMost(Taught, taughtBoth, answersName, 0.9), atMost(Taught, taughtBoth, tunedName, 1), atMost(Taught, taughtBoth, scaledName, 1),
		atMost(Taught, taughtBoth, ridgeName, 0.9), atMost(Taught, bothName, taughtBoth, 1),
		{what: "share of shifts on which order and signs beat ridge abroad", Bound: study.AtLeast(2. / 3), value: func(r *Result) (study.Interval, bool) {
			return exact(float64(r.Better(Abroad, bothName, ridgeName)) / float64(max(1, len(r.Found)))), len(r.Found) > 0
		}},
		{what: "abroad, carriers of flights: order and signs ÷ ridge", Bound: study.AtLeast(1), value: func(r *Result) (study.Interval, bool) {
			return r.Of(carriers, Abroad, bothName, level)
		}},
	}
}

// again returns the predictions that were written before the draws 1065 to 1256 and the last two methods were known.
func again() []prediction {
	fresh := func(p prediction) prediction {
		p.fresh, p.what = true, "fresh draws, "+p.what
		return p
	}
	rank := benchmark.SignRankRidge().Name()
	return []prediction{
		fresh(atMost(Abroad, bothName, ridgeName, 0.89)), fresh(atMost(Abroad, bothUnits, ridgeName, 0.77)), fresh(atMost(Abroad, rank, ridgeName, 0.89)),
		fresh(atMost(Taught, taughtBoth, answersName, 0.79)), fresh(least(atMost(Taught, taughtBoth, tunedName, 1.05))), fresh(atMost(Taught, bothName, tunedName, 1)),
		atMost(Abroad, coneUnits, benchmark.OrderedCone, 0.95), atMost(Abroad, coneUnits, ridgeName, 0.85),
		atMost(Abroad, studentUnits, studentName, 0.95), atMost(Abroad, studentUnits, ridgeName, 0.9), least(atMost(Abroad, studentUnits, rankUnits, 1)),
		atMost(Abroad, bothUnits, studentUnits, 1), atMost(Abroad, bothUnits, coneUnits, 1),
		{what: "abroad, order and signs ÷ ridge: width of the interval over tables and draws ÷ width of the interval over tables", Bound: study.AtMost(1.15), value: func(r *Result) (study.Interval, bool) {
			n := r.nested(Pair{Abroad, bothName, ridgeName}, level)
			q, ok := r.Pooled(Abroad, bothName, ridgeName, level)
			if n == nil || !ok {
				return q, false
			}
			return exact((n.High - n.Low) / (q.High - q.Low)), true
		}},
		{what: "abroad, order and signs ÷ ridge: the largest block minus the smallest", Bound: study.AtMost(0.03), value: func(r *Result) (study.Interval, bool) {
			low, high := r.spread(Abroad, bothName)
			return exact(high - low), len(r.Found) > 0
		}},
	}
}

// predicted judges predictions.
func (r *Result) predicted(name, title string, all []prediction) tabulate.Table {
	t := tabulate.Table{
		Name: name, Title: title,
		Notes: []string{r.note(), fmt.Sprintf("For the claim, the upper ends of %g %% intervals decide. For other predictions, the number itself decides.", 100*claimed)},
	}
	t.Columns("prediction", "prediction")
	t.Columns("bound", "bound")
	t.Columns("value", tabulate.Ends("value")...)
	t.Columns("over tables and draws", "nested_low", "nested_high")
	t.Columns("verdict", "verdict")
	for _, p := range all {
		q, ok := p.of(r)
		nested := tabulate.Missing(2)
		if !p.fresh {
			nested = r.nestedField(p.pair, p.level())
		}
		t.Add(tabulate.Words(p.what), p.Field(), study.Known(q, ok), nested, p.Outcome(q, ok))
	}
	return t
}
