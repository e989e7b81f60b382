package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/igbo/task"
)

// Tables returns the tables of the errors, the diagnostics, the folds and, for a table, its columns.
func (v *Comparison) Tables() []tabulate.Table {
	tables := []tabulate.Table{v.ModelTable(), v.StatementTable(), v.DiagnosticTable(), v.FoldTable()}
	if v != nil && len(v.Columns) > 0 {
		tables = append(tables, v.ColumnTable())
	}
	return tables
}

// ColumnTable lists how each column of the table is used.
func (v *Comparison) ColumnTable() tabulate.Table {
	t := tabulate.Table{Name: "columns", Title: "The columns of the table", Header: []string{"column", "use", "kind", "values"}, Data: [][]string{{"column", "use", "kind", "levels", "missing", "values"}}}
	if v == nil {
		return t
	}
	for _, l := range v.Columns {
		t.Rows = append(t.Rows, []string{l.Name, l.Use, string(l.Kind), l.Reports()})
		t.Data = append(t.Data, []string{l.Name, l.Use, string(l.Kind), fmt.Sprint(l.Levels), fmt.Sprint(l.Missing), l.Values})
	}
	return t
}

func (v *Comparison) ridgeName() string {
	if v.Steps > 1 {
		return v.Config.reference() + ", step by step"
	}
	return v.Config.reference()
}

// StatementTable lists the statements of the order, their probabilities under the soft posterior, and whether the saved model follows them.
func (v *Comparison) StatementTable() tabulate.Table {
	v = v.orNone()
	t := tabulate.Table{Name: "statements", Title: "The statements of the order", Header: []string{"statement", "probability", "in the saved model"}, Data: [][]string{{"statement", "probability", "kept"}}}
	reduced := v.Order.TransitiveReduction()
	holds := func(is bool) string {
		if is {
			return "holds"
		}
		return "does not hold"
	}
	open := v.Order.OpenEnds()
	for _, e := range reduced.NamedEdges() {
		name, d := e.U+" above "+e.V, value(v.Names, v.ScoresKept, e.U)-value(v.Names, v.ScoresKept, e.V)
		stated := open[[2]string{e.U, e.V}]
		follows := holds(d > 0 && (stated.Epsilon || d >= e.Epsilon) && (stated.Delta || d <= e.Delta))
		p, full := "–", ""
		if v.Known != nil {
			for _, c := range v.Known.Claims {
				if c.Statement == name {
					p, full = fmt.Sprintf("%.2f", c.Probability), tabulate.Full(&c.Probability)
				}
			}
		}
		t.Rows = append(t.Rows, []string{name, p, follows})
		t.Data = append(t.Data, []string{name, full, follows})
	}
	for _, b := range v.Order.Bounds {
		score := v.ScoresKept[b.K]
		t.Rows = append(t.Rows, []string{fmt.Sprintf("%s from %.3g to %.3g", v.Names[b.K], b.Min, b.Max), "–", holds(b.Min <= score && score <= b.Max)})
		t.Data = append(t.Data, []string{v.Names[b.K], "", holds(b.Min <= score && score <= b.Max)})
	}
	for _, tie := range v.Order.Ties {
		name, close := v.Names[tie.U]+" as much as "+v.Names[tie.V], math.Abs(v.ScoresKept[tie.U]-v.ScoresKept[tie.V]) <= tie.Within
		t.Rows = append(t.Rows, []string{fmt.Sprintf("%s, within %.3g", name, tie.Within), "–", holds(close)})
		t.Data = append(t.Data, []string{name, "", holds(close)})
	}
	if v.Known != nil {
		for _, c := range v.Known.Claims[min(len(reduced.Edges), len(v.Known.Claims)):] {
			kept := "–"
			if v.Kept == string(linear.PosteriorSoft) {
				kept = holds(v.rises(c.Statement))
			}
			t.Rows = append(t.Rows, []string{c.Statement, fmt.Sprintf("%.2f", c.Probability), kept})
			t.Data = append(t.Data, []string{c.Statement, tabulate.Full(&c.Probability), kept})
		}
		t.Notes = append(t.Notes, "Probabilities are those of the soft posterior, an average of models. The saved model is one model and may differ.")
	}
	return t
}

// rises reports whether the mean weight of the soft posterior has the sign of a direction, written as in ClaimEvidence.
func (v *Comparison) rises(direction string) bool {
	for _, w := range v.Known.Weights {
		if direction == w.Column+": +" {
			return w.Interval.Mean > 0
		}
		if direction == w.Column+": −" {
			return w.Interval.Mean < 0
		}
	}
	return false
}

// arm is a model that was evaluated.
type arm struct {
	name string
	of   func(Fold) Errors
}

// mean returns the mean of a model's losses over the folds, and the score over all test samples together. R² is
//
//	1 − Σ(y − f(x))²/Σ(y − ȳ)²
//
// over the test parts of all folds, because the mean of a few samples is a poor reference. For counts it is the same with deviances.
func (v *Comparison) mean(a arm) (e Errors) {
	n, held, missed := float64(len(v.Folds)), Spread{}, 0.0
	for _, f := range v.Folds {
		e.Loss += a.of(f).Loss / n
		missed += a.of(f).Loss * f.Held.Weight
		e.Score += a.of(f).Score * f.Held.Weight
		held = held.with(f.Held)
	}
	if e.Score /= held.Weight; v.Config.Loss.Is(task.KindSquared) || v.Config.Loss.Is(task.KindPoisson) {
		e.Score = 1 - missed/held.missed(v.Config.Loss)
	}
	return e
}

// DiagnosticTable lists the diagnostics that distinguish a right order from a wrong one.
func (v *Comparison) DiagnosticTable() tabulate.Table {
	v = v.orNone()
	its := v.Config.its()
	rows := []struct {
		name, reports string
		value         float64
		format        string
	}{
		{"training loss with the order / " + its, "far above 1: the order forbids what the data say", v.TrainRatio, "%.3g"},
		{"held-out loss with the order / " + its, "above 1: " + strings.TrimSuffix(its, "'s") + " alone does better", v.TestRatio, "%.3g"},
		{"H at the start", "large: the data do not follow the order by themselves", v.HStart, "%.3g"},
		{"constraints held at the start", "the share that the data follow by themselves", v.HeldStart, "%.2f"},
		{"constraints held without the order", "", mean(v.each(func(f Fold) float64 { return f.HeldWithout })), "%.2f"},
		{"constraints held with the order", "near 1 for wrong orders too: no evidence", mean(v.each(func(f Fold) float64 { return f.HeldWith })), "%.2f"},
	}
	t := tabulate.Table{Name: "diagnostics", Title: "Diagnostics, means over the training and test parts", Header: []string{"", "value", "how to read it"}, Data: [][]string{{"diagnostic", "value"}}}
	for _, r := range rows {
		t.Rows = append(t.Rows, []string{r.name, fmt.Sprintf(r.format, r.value), r.reports})
		t.Data = append(t.Data, []string{r.name, tabulate.Full(&r.value)})
	}
	return t
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// FoldTable lists the folds, with the two models that answer whether the order holds.
func (v *Comparison) FoldTable() tabulate.Table {
	v = v.orNone()
	t := tabulate.Table{Name: "folds", Title: "The folds", Header: []string{"fold", strings.TrimSuffix(v.Config.its(), "'s"), "without", "with", "difference", "kept"}, Data: [][]string{{"fold", "ridge", "without", "with", "penalty", "kept"}}}
	if len(v.Folds) == 0 {
		return t
	}
	with, without := judgement{v: v, models: v.models(nil)}.obeying()
	t.Title = "The folds, with the order and without it (" + with.name + ", and " + without.name + ")"
	for i, f := range v.Folds {
		before, after := without.losses.folds[i], with.losses.folds[i]
		kept := "–"
		if v.Config.Gate {
			kept = map[bool]string{true: "yes", false: "no"}[f.Kept]
		}
		name := v.foldName(i)
		t.Rows = append(t.Rows, []string{name, fmt.Sprintf("%.4g", f.Ridge.Loss), fmt.Sprintf("%.4g", before), fmt.Sprintf("%.4g", after), fmt.Sprintf("%.3g", after-before), kept})
		t.Data = append(t.Data, []string{name, tabulate.Full(&f.Ridge.Loss), tabulate.Full(&before), tabulate.Full(&after), tabulate.Full(&f.Penalty), kept})
	}
	return t
}

// value returns the mean score of a feature.
func value(names []string, scores []float64, name string) float64 {
	return scores[slices.Index(names, name)]
}
