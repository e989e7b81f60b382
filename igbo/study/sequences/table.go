package sequences

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/study"
)

// Tables are the recovery by model and method, and the models' fits with what
// TIG gains.
func (r *Result) Tables() []study.Table { return []study.Table{r.recoveryTable(), r.gainTable()} }

func (r *Result) recoveryTable() study.Table {
	t := study.Table{
		Name: "sequences", Title: fmt.Sprintf("Recovery of the inputs that matter (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes:  append([]string{r.spreadNote()}, study.IntervalNotes(r.Config.Seeds)...),
		Header: []string{"model", "method", "AUPRC", "AUP", "AUR", "correlation"},
		Data:   [][]string{slices.Concat([]string{"model", "method"}, study.Ends("auprc", "aup", "aur", "correlation"))},
	}
	add := func(model string, m MethodRecovery) {
		const format = "%.2f"
		t.Add(study.Words(model, m.Method), m.AUPRC.Field(format), m.AUP.Field(format), m.AUR.Field(format), m.Correlation.Field(format))
	}
	add("–", r.Truth)
	names := r.Config.names()
	for i, m := range r.Models {
		for _, method := range m.Methods {
			add(names[i], method)
		}
	}
	return t
}

func (r *Result) gainTable() study.Table {
	t := study.Table{
		Name: "sequences-gain", Title: fmt.Sprintf("AUPRC of TIG minus that of gradient × input, seed by seed (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes:  []string{r.gainNote()},
		Header: []string{"model", "unexplained variance", "gain of TIG"},
		Data:   [][]string{append([]string{"model"}, study.Ends("unexplained", "gain")...)},
	}
	names := r.Config.names()
	for i, m := range r.Models {
		t.Add(study.Words(names[i]), m.Unexplained.Field("%.3f"), r.gain(m).Field("%+.3f"))
	}
	return t
}

// gain is by how much TIG's AUPRC exceeds that of gradient × input, seed by seed.
func (r *Result) gain(m Model) study.Estimate {
	gain := slices.Clone(m.Methods[0].AUPRC.Values)
	floats.Sub(gain, m.Methods[1].AUPRC.Values)
	return study.NewEstimate(gain, r.Config.Level)
}

// gainNote says for which models the intervals tell the two methods apart.
func (r *Result) gainNote() string {
	if r.Config.Seeds == 1 {
		return "One seed has no interval, so that nothing is said of the difference between the methods."
	}
	var more, less, open []string
	names := r.Config.names()
	for i, m := range r.Models {
		switch e := r.gain(m); {
		case e.Low > 0:
			more = append(more, names[i])
		case e.High < 0:
			less = append(less, names[i])
		default:
			open = append(open, names[i])
		}
	}
	var found []string
	for _, f := range []struct {
		what   string
		models []string
	}{{"lies above 0 for", more}, {"lies below 0 for", less}, {"does not exclude 0 for", open}} {
		if len(f.models) > 0 {
			found = append(found, f.what+" "+strings.Join(f.models, ", "))
		}
	}
	return "The interval of the gain " + strings.Join(found, ", and ") + "."
}

// spreadNote compares the AUR of random attributions with that of the truth.
func (r *Result) spreadNote() string {
	above := 0
	for _, m := range r.Models {
		if m.Methods[2].AUR.Mean > r.Truth.AUR.Mean {
			above++
		}
	}
	return fmt.Sprintf("The truth itself has an AUR of %.2f, and random attributions exceed it for %d of %d models: AUR pays for even saliencies, so it is read beside the truth's.",
		r.Truth.AUR.Mean, above, len(r.Models))
}
