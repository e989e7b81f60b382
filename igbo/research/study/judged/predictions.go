package judged

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// prediction is a bound on the result of a judge (predictions.md).
type prediction struct {
	setting, student, judge string
	carried                 bool // relative to the gain of the trained score; otherwise the share of edges
	study.Bound
}

// predictions returns the predictions of predictions.md, in its order.
func predictions() []prediction {
	holds := func(setting, student, judge string, b study.Bound) prediction {
		return prediction{setting, student, judge, false, b}
	}
	carried := func(setting, student, judge string, b study.Bound) prediction {
		return prediction{setting, student, judge, true, b}
	}
	const alone, within = "IGBO, order only", "IGBO, intervals"
	few, wrong, monotone, mixed, small := "few-samples, linear", "wrong-prior, two pairs exchanged", "few-samples, network, monotone truth", "few-samples, network, mixed truth", "compression, 4 units"
	const linearCredit, feasible, taught = "credit, linear", "IGBO, feasibility-first", "teacher-student, absolute scores"
	return []prediction{
		holds(few, alone, trainedScore, study.AtLeast(0.98)), carried(few, alone, freshScore, study.AtMost(0.75)), carried(few, alone, shapleyValues, study.AtLeast(0.4)), carried(few, alone, permutationLoss, study.AtMost(0.2)),
		holds(wrong, within, trainedScore, study.AtLeast(0.95)), carried(wrong, within, shapleyValues, study.AtLeast(0.5)), carried(wrong, within, permutationLoss, study.AtMost(0.2)),
		carried("real-data, weather", "order with signs", shapleyValues, study.AtLeast(0.8)), carried("real-data, penguins", "order", shapleyValues, study.AtLeast(0.7)),
		carried(monotone, alone, shapleyValues, study.AtMost(0.7)), carried(monotone, alone, shapleyValues, study.AtLeast(0.2)), carried(mixed, alone, freshScore, study.AtMost(0.6)),
		holds("shortcut, network", "IGBO, cap", shapleyValues, study.AtLeast(0.9)), holds("shortcut, network", "IGBO, edges", permutationLoss, study.AtMost(0.85)),
		carried(small, alone, shapleyValues, study.AtLeast(0.4)), carried(small, alone, permutationLoss, study.AtMost(0.4)),

		carried("black-box, penguins", "order", shapleyValues, study.AtLeast(0.65)), carried("black-box, penguins", "order with intervals", permutationLoss, study.AtMost(0.4)),
		carried("black-box, weather", "order", shapleyValues, study.AtLeast(0.7)),
		carried(linearCredit, feasible, shapleyValues, study.AtLeast(0.5)), carried(linearCredit, feasible, shapleyValues, study.AtMost(0.8)), carried(linearCredit, feasible, permutationLoss, study.AtMost(0.3)),
		holds(linearCredit, "IGBO, the paper's P", trainedScore, study.AtMost(0.85)),
		carried("credit, network, mixed truth", "IGBO, one network", shapleyValues, study.AtLeast(0.45)), carried("credit, network, mixed truth", "IGBO, 8 networks", permutedOutput, study.AtLeast(0.6)),
		holds("credit, GRU", "IGBO, one network", trainedScore, study.AtLeast(0.95)), carried("credit, GRU", "IGBO, one network", shapleyValues, study.AtMost(0.8)),
		holds(taught, within, trainedScore, study.AtLeast(0.9)), carried(taught, within, shapleyValues, study.AtLeast(0.4)),
		holds("pareto", "feasibility-first", trainedScore, study.AtLeast(0.97)), carried("pareto", "feasibility-first", shapleyValues, study.AtLeast(0.6)), carried("pareto", "feasibility-first", permutedOutput, study.AtMost(0.6)),
		holds("weather, GRU", plain, trainedScore, study.AtLeast(0.9)), holds("weather, GRU", "IGBO, tiers", shapleyValues, study.AtLeast(0.9)),
	}
}

// predicted judges the predictions.
func (r *Result) predicted() tabulate.Table {
	t := tabulate.Table{Name: "judged-predictions", Title: "Predictions made before the reported draws", Notes: []string{"≤ and ≥: bound on the number. <: bound on the upper end of its interval."}}
	t.Columns("prediction", "setting", "student", "judge", "what")
	t.Columns("bound", "bound")
	t.Columns("value", tabulate.Ends("value")...)
	t.Columns("verdict", "verdict")
	for _, p := range predictions() {
		j, what := r.find(p.setting, p.student).by(p.judge), "share of edges that hold"
		var q study.Interval
		if p.carried {
			what = "carried over"
		}
		if j != nil {
			if q = j.Holds; p.carried {
				q = j.Carried
			}
		}
		t.Add(tabulate.Shown(fmt.Sprintf("%s, %s: %s, %s", p.setting, p.student, p.judge, what)), tabulate.InFull(p.setting, p.student, p.judge, what), p.Field(), study.Known(q, j != nil), p.Outcome(q, j != nil))
	}
	return t
}
