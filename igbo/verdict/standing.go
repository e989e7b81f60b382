package verdict

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/task/ordered"
)

// Standing is a model in the table of all.
type Standing struct {
	// Name is in words, ID as in Config.Keep or [Rival]. Keep is ID, or "" if igbo cannot keep the model.
	Name string `json:"name"`
	ID   string `json:"id"`
	Keep string `json:"keep,omitempty"`
	// Errors are the mean loss over folds and the score of all held-out records together.
	Errors Errors `json:"errors"`
	// Ratio is its loss over ridge's, with the interval of the ratio.
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

// models lists every model that was judged in all folds.
func (v *Verdict) models(rows []foldPart) (list []candidate) {
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
	rival := func(m ordered.Method, name string, knows bool) {
		if v.hasRival(m) {
			add(name, string(m), knows, func(f Fold) Errors { return f.rival(m) }, named(string(m)))
		}
	}
	kind := string(v.Config.Model.Kind)
	if n := v.Config.starts(); n > 1 {
		kind = fmt.Sprintf("mean of %d %ss", n, kind)
	}
	rival(KeepMean, v.Config.constantName(), false)
	add(v.ridgeName(), string(ordered.Ridge), false, func(f Fold) Errors { return f.Ridge }, named(string(ordered.Ridge)))
	for _, m := range boostedMethods() {
		rival(m, boostedName(m), m == BoostedSigned)
	}
	if v.Config.network() && v.ordered() {
		add(kind+" without the order", KeepPlain, false, func(f Fold) Errors { return f.Without }, named(KeepPlain))
	}
	for _, m := range ordered.Methods()[1:] {
		rival(m, m.Label(), m.Knows())
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

// hasRival reports whether every fold judged a method.
func (v *Verdict) hasRival(m ordered.Method) bool {
	return !slices.ContainsFunc(v.Folds, func(f Fold) bool {
		return !slices.ContainsFunc(f.Rivals, func(r Rival) bool { return r.Method == m })
	})
}

// rival returns the errors of a method.
func (f Fold) rival(m ordered.Method) (e Errors) {
	for _, r := range f.Rivals {
		if r.Method == m {
			e = r.Errors
		}
	}
	return e
}

// Loss returns the mean loss on the test part of a model by its name in [Config.Keep] or [Rival], NaN if the fold did not judge it.
func (f Fold) Loss(name string) float64 {
	switch name {
	case string(ordered.Ridge):
		return f.Ridge.Loss
	case KeepPlain:
		return f.Without.Loss
	case KeepIGBO:
		return f.With.Loss
	}
	if i := slices.IndexFunc(f.Rivals, func(r Rival) bool { return string(r.Method) == name }); i >= 0 {
		return f.Rivals[i].Errors.Loss
	}
	return math.NaN()
}

// comparison sets up the comparison of losses over the folds.
func (v *Verdict) comparison(ratio float64, rows []foldPart) comparison {
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

// negligible is the share of the constant prediction's loss that rounding alone can make.
const negligible = 1e-12

// constantLoss is the mean loss of the constant prediction.
func (v *Verdict) constantLoss() float64 {
	return stat.Mean(v.each(func(f Fold) float64 { return f.rival(KeepMean).Loss }), nil)
}

// keptRow is the name in Config.Keep of the row that is about the kept model: IGBO's with a gate, also if it dropped the order, and without an order; ridge's for a
// linear model without the order, which stays at ridge's weights.
func (v *Verdict) keptRow() string {
	switch {
	case v.Kept == KeepPlain && (v.Config.Gate || !v.ordered()):
		return KeepIGBO
	case v.Kept == KeepPlain && !v.Config.network():
		return string(ordered.Ridge)
	}
	return v.Kept
}

// quotientText writes a ratio with three places, one that is far from 1 with three digits.
func quotientText(ratio float64) string {
	if ratio >= 0.001 && ratio < 1000 {
		return fmt.Sprintf("%.3f", ratio)
	}
	return fmt.Sprintf("%.3g", ratio)
}

// ModelTable lists every model with its error on held-out data, and its loss over ridge's.
func (v *Verdict) ModelTable() study.Table {
	v = v.orNone()
	loss, score := metric(v.Config.Loss)
	t := study.Table{Name: "models", Title: fmt.Sprintf("Errors on held-out samples, over %s", study.Plural(len(v.Folds), "fold")),
		Header: []string{"model", "knows the order", loss, score, "÷ " + strings.TrimSuffix(v.Config.its(), "'s"), "interval", "--keep"}, Data: [][]string{{"model", "knows", "loss", "score", "ratio", "low", "high"}}}
	for _, s := range v.Standings {
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
		if s.ID == string(ordered.Ridge) {
			interval = "–"
		}
		t.Rows = append(t.Rows, []string{s.Name, knows, fmt.Sprintf("%.4g", s.Errors.Loss), fmt.Sprintf("%.3f", s.Errors.Score), quotientText(s.Ratio.Mean), interval, kept})
		t.Data = append(t.Data, []string{s.Name, knows, study.Full(&s.Errors.Loss), study.Full(&s.Errors.Score), study.Full(&s.Ratio.Mean), study.Full(&s.Ratio.Low), study.Full(&s.Ratio.High)})
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Intervals are those of the ratio, at the level %.4g, corrected for the overlap of the folds. Each is for one model: of %d models the best looks better than it is.", v.Config.Level, len(v.Standings)))
	if v.Config.Gate {
		kept := 0
		for _, f := range v.Folds {
			if f.Kept {
				kept++
			}
		}
		t.Notes = append(t.Notes, fmt.Sprintf("The gate, which sees inner folds only, kept the order in %d of %s.", kept, study.Plural(len(v.Folds), "fold")))
	}
	if v.NoPosterior != "" {
		t.Notes = append(t.Notes, "No posterior under the order was fitted: "+v.NoPosterior+".")
	}
	return t
}
