package directions

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// prediction is a bound on the effect of the order compared with a reference in a case (predictions.md).
type prediction struct {
	of, reference string
	study.Bound
}

// predictions returns the predictions of predictions.md, in its order.
func predictions() []prediction {
	return []prediction{
		{"centre", directed, study.Below(1)}, {"centre", directed, study.AtMost(0.96)}, {"centre", penalised, study.AtMost(0.9)},
		{"centre", scaled, study.Below(1)}, {"centre", scaled, study.AtLeast(0.96)}, {"centre", soft, study.AtMost(0.94)},
		{"8 rows", directed, study.AtMost(0.88)}, {"8 rows", scaled, study.AtLeast(0.96)}, {"32 rows", scaled, study.AtMost(0.98)}, {"128 rows", directed, study.AtLeast(0.97)},
		{"0.2 explained", scaled, study.AtLeast(0.985)}, {"0.8 explained", scaled, study.AtMost(0.97)}, {"0.95 explained", soft, study.AtLeast(0.98)},
		{"decay 0.3", scaled, study.AtLeast(0.99)}, {"decay 0.7", scaled, study.AtMost(0.98)}, {"decay 0.9", directed, study.AtLeast(1)}, {"decay 1", directed, study.AtLeast(1.05)},
		{"12 features", scaled, study.AtLeast(0.97)}, {"only the first is stated", directed, study.AtMost(0.99)},
		{"one pair exchanged", directed, study.AtLeast(1)}, {"two pairs exchanged", directed, study.AtLeast(1.1)}, {"one direction wrong", soft, study.AtLeast(1.02)},
	}
}

// predicted judges the predictions.
func (r *Result) predicted() tabulate.Table {
	t := tabulate.Table{Name: "directions-predictions", Title: "Predictions made before the reported draws", Notes: []string{"≤ and ≥: bound on the ratio. <: bound on the upper end of its interval."}}
	t.Columns("prediction", "case", "reference")
	t.Columns("bound", "bound")
	t.Columns("value", tabulate.Ends("value")...)
	t.Columns("verdict", "verdict")
	for _, p := range predictions() {
		a, ok := r.Over(p.of, p.reference)
		var q study.Interval
		if ok {
			q = a.Ratio
		}
		value := tabulate.Missing(3)
		if ok {
			value = q.Field("%.3f")
		}
		t.Add(tabulate.Shown(fmt.Sprintf("%s: ÷ %s", p.of, p.reference)), tabulate.InFull(p.of, p.reference), p.Field(), value, p.Outcome(q, ok))
	}
	return t
}
