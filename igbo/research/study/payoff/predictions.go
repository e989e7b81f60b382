package payoff

import (
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// prediction is a number with a bound (predictions.md).
type prediction struct {
	what string
	study.Bound
	value func(r *Result) (study.Interval, bool)
}

// at returns a ratio of the map. The result is not measured if the map has no such position.
func at(rows int, explained float64, statements int, directions bool, trust float64, of func(Change) [3]float64) func(r *Result) (study.Interval, bool) {
	return func(r *Result) (study.Interval, bool) {
		i, p := slices.Index(r.Config.Trusts, trust), r.place(rows, explained)
		if i < 0 || p == nil || p.line(statements, directions) == nil {
			return study.Interval{}, false
		}
		return interval(of(p.line(statements, directions).Changes[i])), true
	}
}

// worst returns the greatest ratio of all positions with at least this number of rows.
func worst(rows int, statements int, directions bool, trust float64, of func(Change) [3]float64) func(r *Result) (study.Interval, bool) {
	return func(r *Result) (q study.Interval, ok bool) {
		for _, p := range r.Places {
			if v, there := at(p.Rows, p.Explained, statements, directions, trust, of)(r); there && p.Rows >= rows && (!ok || v.Mean > q.Mean) {
				q, ok = v, true
			}
		}
		return q, ok
	}
}

// best returns the least ratio of all positions with at least this number of rows.
func best(rows int, statements int, directions bool, trust float64, of func(Change) [3]float64) func(r *Result) (study.Interval, bool) {
	return func(r *Result) (q study.Interval, ok bool) {
		for _, p := range r.Places {
			if v, there := at(p.Rows, p.Explained, statements, directions, trust, of)(r); there && p.Rows >= rows && (!ok || v.Mean < q.Mean) {
				q, ok = v, true
			}
		}
		return q, ok
	}
}

// of returns a number of the check against the tables.
func of(value func(n numbers, tables int) float64) func(r *Result) (study.Interval, bool) {
	return func(r *Result) (study.Interval, bool) {
		c, ok := r.checked()
		if !ok {
			return study.Interval{}, false
		}
		v := value(c.numbers(), len(c.tables))
		return study.Interval{Mean: v, Low: v, High: v}, true
	}
}

// predictions returns the predictions of predictions.md, in its order.
func predictions() []prediction {
	return []prediction{
		{"16 rows, half of the variance explained, trust 1, 5 statements: error ÷ ridge's error", study.AtMost(0.93), at(16, 0.5, 5, false, 1, Change.overRidge)},
		{"the same, error ÷ error of the posterior without statements", study.AtMost(0.96), at(16, 0.5, 5, false, 1, Change.overBare)},
		{"64 rows, half of the variance explained, trust 1: error ÷ ridge's error", study.AtMost(0.975), at(64, 0.5, 5, false, 1, Change.overRidge)},
		{"256 rows or more, trust 1: smallest error ÷ ridge's error", study.AtLeast(0.99), best(256, 5, false, 1, Change.overRidge)},
		{"256 rows or more, trust 1, with directions: smallest error ÷ ridge's error", study.AtLeast(0.985), best(256, 5, true, 1, Change.overRidge)},
		{"32 rows or more, trust 0.7: largest error ÷ error of the posterior without statements", study.AtMost(1), worst(32, 5, false, 0.7, Change.overBare)},
		{"16 rows or more, trust 0.5: largest error ÷ error of the posterior without statements", study.AtMost(1.04), worst(16, 5, false, 0.5, Change.overBare)},
		{"the same with directions", study.AtMost(1.05), worst(16, 5, true, 0.5, Change.overBare)},
		{"16 rows, half of the variance explained, trust 1, with directions: error ÷ ridge's error", study.AtMost(0.88), at(16, 0.5, 5, true, 1, Change.overRidge)},
		{"128 rows, trust 0.9: smallest error ÷ ridge's error", study.AtLeast(0.98), func(r *Result) (q study.Interval, ok bool) {
			for _, share := range r.Config.Explained {
				if v, there := at(128, share, 5, false, 0.9, Change.overRidge)(r); there && (!ok || v.Mean < q.Mean) {
					q, ok = v, true
				}
			}
			return q, ok
		}},
		{"16 rows, half of the variance explained: gain at trust 0.8 ÷ gain at trust 1 (gains over the posterior without statements)", study.AtMost(0.6), func(r *Result) (study.Interval, bool) {
			most, a := at(16, 0.5, 5, false, 1, Change.overBare)(r)
			some, b := at(16, 0.5, 5, false, 0.8, Change.overBare)(r)
			v := (1 - some.Mean) / (1 - most.Mean)
			return study.Interval{Mean: v, Low: v, High: v}, a && b
		}},
		{"tables: correlation of predicted and measured changes", study.AtLeast(0.4), of(func(n numbers, _ int) float64 { return n.correlation })},
		{"tables: absolute difference between the mean predicted and the mean measured change", study.AtMost(0.02), of(func(n numbers, _ int) float64 { return math.Abs(n.predicted - n.measured) })},
		{"tables: slope", study.AtLeast(0.6), of(func(n numbers, _ int) float64 { return n.slope })},
		{"tables: share within the quoted range", study.AtLeast(0.6), of(func(n numbers, tables int) float64 { return float64(n.inside) / float64(tables) })},
	}
}

// predicted judges the predictions.
func (r *Result) predicted() tabulate.Table {
	t := tabulate.Table{Name: "payoff-predictions", Title: "Predictions made before the reported draws", Notes: []string{"≤ and ≥: bound on the number. <: bound on the upper end of its interval."}}
	t.Columns("prediction", "prediction")
	t.Columns("bound", "bound")
	t.Columns("value", tabulate.Ends("value")...)
	t.Columns("verdict", "verdict")
	for _, p := range predictions() {
		q, ok := p.value(r)
		f := tabulate.Missing(3)
		if ok {
			f = q.Field("%.3f")
		}
		t.Add(tabulate.Words(p.what), p.Field(), f, p.Outcome(q, ok))
	}
	return t
}
