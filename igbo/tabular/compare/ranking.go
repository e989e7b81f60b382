package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// A RankingEntry describes a model in the ranking.
type RankingEntry struct {
	// Name is the displayed name, ID the name as in Config.Keep or [CompetingMethod]. Keep is ID, or "" if igbo cannot keep the model.
	Name string `json:"name"`
	ID   string `json:"id"`
	Keep string `json:"keep,omitempty"`
	// Errors holds the mean loss over the folds, and the score over all test samples together.
	Errors Errors `json:"errors"`
	// Ratio is the model's loss divided by ridge's, with its interval.
	Ratio Interval `json:"ratio"`
	// Knows reports whether the model uses the order or its directions.
	Knows bool `json:"knows"`
}

// candidate is a model with its losses on the test parts.
type candidate struct {
	name, id string
	// kept is its name in Config.Keep, "" if igbo cannot keep it.
	kept   string
	knows  bool
	errors Errors
	losses heldOut
}

// models returns every model that all folds evaluated.
func (v *Comparison) models(rows []foldPart) (list []candidate) {
	add := func(name, id string, knows bool, of func(Fold) Errors, rowsOf func(foldPart) []float64) {
		c := candidate{name: name, id: id, kept: id, knows: knows, errors: v.mean(arm{name, of})}
		if !slices.Contains(v.keepable, id) {
			c.kept = ""
		}
		c.losses.folds = v.each(func(f Fold) float64 { return of(f).Loss })
		for _, f := range rows {
			c.losses.rows = append(c.losses.rows, rowsOf(f))
		}
		list = append(list, c)
	}
	named := func(id string) func(foldPart) []float64 { return func(f foldPart) []float64 { return f.Rows[id] } }
	competingMethod := func(m linear.Method, name string, knows bool) {
		if v.hasCompetingMethod(m) {
			add(name, string(m), knows, func(f Fold) Errors { return f.competingMethod(m) }, named(string(m)))
		}
	}
	kind := string(v.Config.Model.Kind)
	if n := v.Config.starts(); n > 1 {
		kind = fmt.Sprintf("mean of %d %ss", n, kind)
	}
	competingMethod(KeepMean, v.Config.constantName(), false)
	add(v.ridgeName(), string(linear.Ridge), false, func(f Fold) Errors { return f.Ridge }, named(string(linear.Ridge)))
	for _, m := range boostedMethods() {
		competingMethod(m, boostedName(m), m == BoostedSigned)
	}
	if v.Config.network() && v.ordered() {
		add(kind+" without the order", KeepPlain, false, func(f Fold) Errors { return f.Without }, named(KeepPlain))
	}
	for _, m := range linear.Methods()[1:] {
		competingMethod(m, m.Label(), m.Knows())
	}
	switch {
	case !v.ordered():
		add(kind, KeepIGBO, false, func(f Fold) Errors { return f.With }, named(KeepIGBO))
	case v.Config.Gate:
		add("IGBO with the gate ("+kind+")", KeepIGBO, true, Fold.gated, func(f foldPart) []float64 {
			if f.Fold.Kept {
				return f.Rows[KeepIGBO]
			}
			return f.Rows[KeepPlain]
		})
	default:
		add("IGBO ("+kind+")", KeepIGBO, true, func(f Fold) Errors { return f.With }, named(KeepIGBO))
	}
	return list
}

// hasCompetingMethod reports whether every fold evaluated a method.
func (v *Comparison) hasCompetingMethod(m linear.Method) bool {
	return !slices.ContainsFunc(v.Folds, func(f Fold) bool {
		return !slices.ContainsFunc(f.CompetingMethods, func(r CompetingMethod) bool { return r.Method == m })
	})
}

// competingMethod returns the errors of a method.
func (f Fold) competingMethod(m linear.Method) (e Errors) {
	for _, r := range f.CompetingMethods {
		if r.Method == m {
			e = r.Errors
		}
	}
	return e
}

// Loss returns the mean loss on the test part of a model by its name in [Config.Keep] or [CompetingMethod]. It returns NaN if the fold did
// not evaluate the model.
func (f Fold) Loss(name string) float64 {
	switch name {
	case string(linear.Ridge):
		return f.Ridge.Loss
	case KeepPlain:
		return f.Without.Loss
	case KeepIGBO:
		return f.With.Loss
	}
	if i := slices.IndexFunc(f.CompetingMethods, func(r CompetingMethod) bool { return string(r.Method) == name }); i >= 0 {
		return f.CompetingMethods[i].Errors.Loss
	}
	return math.NaN()
}

// comparison sets up the comparison of losses over the folds.
func (v *Comparison) comparison(ratio float64, rows []foldPart) comparison {
	c := comparison{ratio: ratio, level: v.Config.Level, floor: negligible * v.constantLoss()}
	for _, f := range rows {
		if f.Units == nil {
			c.units = nil
			break
		}
		c.units = append(c.units, f.Units)
	}
	return c
}

// negligible is the share of the constant prediction's loss that can result from rounding alone.
const negligible = 1e-12

// constantLoss returns the mean loss of the constant prediction.
func (v *Comparison) constantLoss() float64 {
	return stat.Mean(v.each(func(f Fold) float64 { return f.competingMethod(KeepMean).Loss }), nil)
}

// keptRow returns the name, as in Config.Keep, of the ranking entry for the saved model. With a gate
// (even if the gate dropped the order) and without an order, this is the entry of IGBO. For a
// linear model that is kept without the order, it is the entry of ridge regression, because the
// model keeps those weights.
func (v *Comparison) keptRow() string {
	switch {
	case v.Kept == KeepPlain && (v.Config.Gate || !v.ordered()):
		return KeepIGBO
	case v.Kept == KeepPlain && !v.Config.network():
		return string(linear.Ridge)
	}
	return v.Kept
}

// quotientText formats a ratio with three decimals, or with three significant digits if it is far from 1.
func quotientText(ratio float64) string {
	if ratio >= 0.001 && ratio < 1000 {
		return fmt.Sprintf("%.3f", ratio)
	}
	return fmt.Sprintf("%.3g", ratio)
}

// ModelTable lists every model with its error on test data and its loss divided by ridge's.
func (v *Comparison) ModelTable() tabulate.Table {
	v = v.orNone()
	loss, score := metric(v.Config.Loss)
	t := tabulate.Table{Name: "models", Title: fmt.Sprintf("Errors on held-out samples, over %s", tabulate.Plural(len(v.Folds), "fold")),
		Header: []string{"model", "knows the order", loss, score, "÷ " + strings.TrimSuffix(v.Config.its(), "'s"), "interval", "--keep"}, Data: [][]string{{"model", "knows", "loss", "score", "ratio", "low", "high"}}}
	for _, s := range v.Ranking {
		knows, kept, interval := "no", s.Keep, fmt.Sprintf("[%s, %s]", quotientText(s.Ratio.Low), quotientText(s.Ratio.High))
		if s.Knows {
			knows = "yes"
		}
		if kept == "" {
			kept = "–"
		}
		if s.ID == v.keptRow() {
			kept += " (kept)"
		}
		if s.ID == string(linear.Ridge) {
			interval = "–"
		}
		t.Rows = append(t.Rows, []string{s.Name, knows, fmt.Sprintf("%.4g", s.Errors.Loss), fmt.Sprintf("%.3f", s.Errors.Score), quotientText(s.Ratio.Mean), interval, kept})
		t.Data = append(t.Data, []string{s.Name, knows, tabulate.Full(&s.Errors.Loss), tabulate.Full(&s.Errors.Score), tabulate.Full(&s.Ratio.Mean), tabulate.Full(&s.Ratio.Low), tabulate.Full(&s.Ratio.High)})
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Intervals are those of the ratio, at the level %.4g, corrected for the overlap of the folds. Each interval is for one model. The best of %d models looks better than it is, because it was selected afterwards.", v.Config.Level, len(v.Ranking)))
	if v.Config.Gate {
		kept := 0
		for _, f := range v.Folds {
			if f.Kept {
				kept++
			}
		}
		t.Notes = append(t.Notes, fmt.Sprintf("The gate, which sees inner folds only, kept the order in %d of %s.", kept, tabulate.Plural(len(v.Folds), "fold")))
	}
	if v.NoPosterior != "" {
		t.Notes = append(t.Notes, "No posterior under the order was fitted: "+v.NoPosterior+".")
	}
	return t
}
