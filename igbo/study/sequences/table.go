package sequences

import (
	"fmt"
	"slices"
	"strings"

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
		Data:   [][]string{{"model", "method"}},
	}
	for _, quantity := range []string{"auprc", "aup", "aur", "correlation"} {
		t.Data[0] = append(t.Data[0], quantity, quantity+"_low", quantity+"_high")
	}
	add := func(model string, m MethodRecovery) {
		row, full := []string{model, m.Method}, []string{model, m.Method}
		for _, e := range []study.Estimate{m.AUPRC, m.AUP, m.AUR, m.Correlation} {
			row, full = append(row, e.Interval("%.2f")), append(full, e.Full()...)
		}
		t.Rows, t.Data = append(t.Rows, row), append(t.Data, full)
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
		Data:   [][]string{{"model", "unexplained", "unexplained_low", "unexplained_high", "gain", "gain_low", "gain_high"}},
	}
	names := r.Config.names()
	for i, m := range r.Models {
		gain := r.gain(m)
		t.Rows = append(t.Rows, []string{names[i], m.Unexplained.Interval("%.3f"), gain.Interval("%+.3f")})
		t.Data = append(t.Data, slices.Concat([]string{names[i]}, m.Unexplained.Full(), gain.Full()))
	}
	return t
}

// gain is by how much TIG's AUPRC exceeds that of gradient × input, seed by seed.
func (r *Result) gain(m Model) study.Estimate {
	tig, gradient := m.Methods[0].AUPRC.Values, m.Methods[1].AUPRC.Values
	values := make([]float64, len(tig))
	for i := range values {
		values[i] = tig[i] - gradient[i]
	}
	return study.NewEstimate(values, r.Config.Level)
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
