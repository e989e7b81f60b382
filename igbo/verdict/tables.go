package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/task"
)

// Tables are the errors, the diagnostics, the folds and, of a table, its columns.
func (v *Verdict) Tables() []study.Table {
	tables := []study.Table{v.RivalTable(), v.ErrorTable(), v.DiagnosticTable(), v.FoldTable()}
	if v != nil && len(v.Columns) > 0 {
		tables = append(tables, v.ColumnTable())
	}
	return tables
}

// ColumnTable is what each column of the table was taken for.
func (v *Verdict) ColumnTable() study.Table {
	t := study.Table{Name: "columns", Title: "The columns of the table", Header: []string{"column", "use", "kind", "values"}, Data: [][]string{{"column", "use", "kind", "levels", "missing", "values"}}}
	if v == nil {
		return t
	}
	for _, l := range v.Columns {
		t.Rows = append(t.Rows, []string{l.Name, l.Use, string(l.Kind), l.Says()})
		t.Data = append(t.Data, []string{l.Name, l.Use, string(l.Kind), fmt.Sprint(l.Levels), fmt.Sprint(l.Missing), l.Values})
	}
	return t
}

// arm is a model that was judged.
type arm struct {
	name string
	of   func(Fold) Errors
}

func (v *Verdict) arms() []arm {
	arms := []arm{
		{v.ridgeName(), func(f Fold) Errors { return f.Ridge }},
		{"without the order", func(f Fold) Errors { return f.Without }},
		{"with the order", func(f Fold) Errors { return f.With }},
	}
	if v.Config.Gate {
		arms = append(arms, arm{"with the gate", Fold.gated})
	}
	return arms
}

func (v *Verdict) ridgeName() string {
	if v.Steps > 1 {
		return v.Config.reference() + ", step by step"
	}
	return v.Config.reference()
}

// ErrorTable is the errors on the test parts.
func (v *Verdict) ErrorTable() study.Table {
	v = v.orNone()
	loss, score := metric(v.Config.Loss)
	t := study.Table{
		Name: "errors", Title: fmt.Sprintf("Errors on held-out samples, over %s", study.Plural(len(v.Folds), "fold")),
		Header: []string{"model", loss, score, "gain over no order"}, Data: [][]string{{"model", "loss", "score"}},
		Notes: []string{v.Sentence},
	}
	for i, a := range v.arms() {
		e := v.mean(a)
		gain := "–"
		switch i {
		case 2:
			gain = percent(v.Gain)
		case 3:
			gain = percent(*v.Gated)
		}
		t.Rows = append(t.Rows, []string{a.name, fmt.Sprintf("%.4g", e.Loss), fmt.Sprintf("%.3f", e.Score), gain})
		t.Data = append(t.Data, []string{a.name, study.Full(&e.Loss), study.Full(&e.Score)})
	}
	if v.Config.Gate {
		kept := 0
		for _, f := range v.Folds {
			if f.Kept {
				kept++
			}
		}
		t.Notes = append(t.Notes, fmt.Sprintf("The gate, which looks at inner folds alone, kept the order in %d of %s.", kept, study.Plural(len(v.Folds), "fold")))
	}
	return t
}

// mean is the mean of a model's losses over folds, with the score of all held-out records together: R² is
//
//	1 − Σ(y − f(x))²/Σ(y − ȳ)²
//
// over the test parts of all folds, as the mean of a few records is no rival; of counts the same with deviances.
func (v *Verdict) mean(a arm) (e Errors) {
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

// DiagnosticTable is what tells a right order from a wrong one.
func (v *Verdict) DiagnosticTable() study.Table {
	v = v.orNone()
	its := v.Config.its()
	rows := []struct {
		name, says string
		value      float64
		format     string
	}{
		{"training loss with the order / " + its, "far above 1: the order forbids what the data say", v.TrainRatio, "%.3g"},
		{"held-out loss with the order / " + its, "above 1: " + strings.TrimSuffix(its, "'s") + " alone does better", v.TestRatio, "%.3g"},
		{"H at the start", "large: the data do not follow the order by themselves", v.HStart, "%.3g"},
		{"constraints held at the start", "the share that the data follow by themselves", v.HeldStart, "%.2f"},
		{"constraints held without the order", "", mean(v.each(func(f Fold) float64 { return f.HeldWithout })), "%.2f"},
		{"constraints held with the order", "near 1 for wrong orders too: no evidence", mean(v.each(func(f Fold) float64 { return f.HeldWith })), "%.2f"},
	}
	t := study.Table{Name: "diagnostics", Title: "Diagnostics, means over the training and test parts", Header: []string{"", "value", "how to read it"}, Data: [][]string{{"diagnostic", "value"}}}
	for _, r := range rows {
		t.Rows = append(t.Rows, []string{r.name, fmt.Sprintf(r.format, r.value), r.says})
		t.Data = append(t.Data, []string{r.name, study.Full(&r.value)})
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

// FoldTable is the folds one by one.
func (v *Verdict) FoldTable() study.Table {
	v = v.orNone()
	t := study.Table{Name: "folds", Title: "The folds", Header: []string{"fold", strings.TrimSuffix(v.Config.its(), "'s"), "without", "with", "difference", "kept"}, Data: [][]string{{"fold", "ridge", "without", "with", "penalty", "kept"}}}
	for i, f := range v.Folds {
		kept := "–"
		if v.Config.Gate {
			kept = map[bool]string{true: "yes", false: "no"}[f.Kept]
		}
		name := v.foldName(i)
		t.Rows = append(t.Rows, []string{name, fmt.Sprintf("%.4g", f.Ridge.Loss), fmt.Sprintf("%.4g", f.Without.Loss), fmt.Sprintf("%.4g", f.With.Loss), fmt.Sprintf("%.3g", f.Without.Loss-f.With.Loss), kept})
		t.Data = append(t.Data, []string{name, study.Full(&f.Ridge.Loss), study.Full(&f.Without.Loss), study.Full(&f.With.Loss), study.Full(&f.Penalty), kept})
	}
	return t
}

// value is the mean score of a feature.
func value(names []string, scores []float64, name string) float64 {
	return scores[slices.Index(names, name)]
}
