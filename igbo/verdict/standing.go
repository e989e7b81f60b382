package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/task/ordered"
)

// rivalLosses are the losses of a method by fold; nil where some fold lacks it.
func (v *Verdict) rivalLosses(m ordered.Method) (losses []float64) {
	for _, f := range v.Folds {
		i := slices.IndexFunc(f.Rivals, func(r Rival) bool { return r.Method == m })
		if i < 0 {
			return nil
		}
		losses = append(losses, f.Rivals[i].Errors.Loss)
	}
	return losses
}

// Standing is a model in the table of all.
type Standing struct {
	// Name is in words, Keep as Config.Keep has it.
	Name string `json:"name"`
	Keep string `json:"keep"`
	// Ratio is its loss over ridge's, with the corrected interval of their difference.
	Ratio Interval `json:"ratio"`
	// Knows tells whether it looks at the order.
	Knows bool `json:"knows"`
}

// stand compares every model with ridge.
func (v *Verdict) stand(ratio float64) error {
	ridge := v.each(func(f Fold) float64 { return f.Ridge.Loss })
	add := func(name, keep string, knows bool, losses []float64) error {
		if losses == nil {
			return nil
		}
		g, err := v.gain(ridge, losses, ratio, false)
		if err != nil {
			return err
		}
		v.Standings = append(v.Standings, Standing{name, keep, Interval{1 - g.Mean, 1 - g.High, 1 - g.Low}, knows})
		return nil
	}
	kind := string(v.Config.Model.Kind)
	if n := v.Config.starts(); n > 1 {
		kind = fmt.Sprintf("mean of %d %ss", n, kind)
	}
	if err := add(v.ridgeName(), string(ordered.Ridge), false, ridge); err != nil {
		return err
	}
	if v.Config.network() {
		if err := add(kind+" without the order", KeepPlain, false, v.each(func(f Fold) float64 { return f.Without.Loss })); err != nil {
			return err
		}
	}
	for _, m := range ordered.Methods()[1:] {
		if err := add(m.Label(), string(m), m.Knows(), v.rivalLosses(m)); err != nil {
			return err
		}
	}
	with := v.each(func(f Fold) float64 { return f.With.Loss })
	if v.Config.Gate {
		with = v.each(func(f Fold) float64 { return f.gated().Loss })
	}
	return add("IGBO ("+kind+")", KeepIGBO, true, with)
}

// RivalTable is every model by its loss over ridge's.
func (v *Verdict) RivalTable() study.Table {
	v = v.orNone()
	t := study.Table{Name: "models", Title: fmt.Sprintf("Loss on held-out samples over that of %s, over %s", v.Config.reference(), study.Plural(len(v.Folds), "fold")),
		Header: []string{"model", "knows the order", "loss ÷ " + strings.TrimSuffix(v.Config.its(), "'s"), "interval", "--keep"}, Data: [][]string{{"model", "knows", "ratio", "low", "high"}}}
	for _, s := range v.Standings {
		knows, kept := "no", s.Keep
		if s.Knows {
			knows = "yes"
		}
		if s.Keep == v.Kept {
			kept += " (kept)"
		}
		t.Rows = append(t.Rows, []string{s.Name, knows, fmt.Sprintf("%.3f", s.Ratio.Mean), fmt.Sprintf("[%.3f, %.3f]", s.Ratio.Low, s.Ratio.High), kept})
		t.Data = append(t.Data, []string{s.Name, knows, study.Full(&s.Ratio.Mean), study.Full(&s.Ratio.Low), study.Full(&s.Ratio.High)})
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Intervals at the level %.4g of the difference to %s, corrected for the overlap of the folds; each is its own, and of %d models the best looks better than it is.", v.Config.Level, v.Config.its(), len(v.Standings)))
	if says := v.Config.Lacks(); says != "" {
		t.Notes = append(t.Notes, says)
	}
	return t
}

// best is the model of the least loss.
func (v *Verdict) best() Standing {
	return slices.MinFunc(v.Standings, func(a, b Standing) int {
		if a.Ratio.Mean < b.Ratio.Mean {
			return -1
		}
		return 1
	})
}

// twin are the losses by fold of the kept model's like that does not know the order.
func (v *Verdict) twin() (with, without []float64) {
	switch m := ordered.Method(v.Kept); {
	case m == ordered.PosteriorHard || m == ordered.PosteriorSoft:
		return v.rivalLosses(m), v.rivalLosses(ordered.PosteriorBare)
	case m.Check() == nil && m.Knows():
		return v.rivalLosses(m), v.each(func(f Fold) float64 { return f.Ridge.Loss })
	}
	return nil, nil
}
