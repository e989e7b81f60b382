package verdict

import (
	"fmt"
	"math"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/task/ordered"
)

// decide finds outcome and sentence.
func (v *Verdict) decide() {
	name, _ := metric(v.Config.Loss)
	g := v.Effect
	agree := ""
	if n := int(math.Round(v.Agreeing * float64(len(v.Folds)))); n > 0 && v.ordered() && v.igbo() {
		agree = fmt.Sprintf(" and for the %d in which the order does nothing", n)
	}
	of := fmt.Sprintf("(%.4g %% interval over %s, corrected for their overlap%s)", 100*v.Config.Level, study.Plural(len(v.Folds), "fold"), agree)
	changes, by := "lowers", percent(g)
	if g.Mean < 0 {
		changes, by = "raises", percent(Interval{-g.Mean, -g.High, -g.Low})
	}
	effect := fmt.Sprintf("%s the %s%s by %s %s", changes, name, v.ofKept(), by, of)
	switch {
	case !v.ordered():
		a, where := v.AgainstRidge, "below"
		if a.Mean < 0 {
			a, where = Interval{-a.Mean, -a.High, -a.Low}, "above"
		}
		v.Outcome, v.Sentence = NoDifference, fmt.Sprintf("No order was given: the %s on held-out samples is %.4g, %s %s %s's %s.", name, mean(v.each(func(f Fold) float64 { return f.With.Loss })), percent(a), where, v.Config.reference(), of)
		return
	case v.HeldStart == 1 && v.igbo():
		v.Outcome, v.Sentence = NoDifference, fmt.Sprintf("The order makes no difference: the model follows it by itself. It changes the %s by %s %s", name, percent(Interval{-g.Mean, -g.High, -g.Low}), of)
	case g.Low > 0:
		v.Outcome, v.Sentence = Helps, "The order helps: it "+effect
	case g.High < 0:
		v.Outcome, v.Sentence = Costs, "The order costs: it "+effect
	default:
		v.Outcome, v.Sentence = Untold, fmt.Sprintf("Whether the order helps cannot be told from these %s: it %s", study.Plural(v.Samples, "sample"), effect)
	}
	if len(v.Standings) > 2 {
		best := v.best()
		v.Sentence += fmt.Sprintf("; of %d models %s serves best, with %s of %s loss", len(v.Standings), best.Name, best.Ratio.Text("%.2f"), v.Config.its())
	}
	v.Sentence += "."
}

// igbo tells whether the model that is kept is one that igbo trained.
func (v *Verdict) igbo() bool { return v.Kept == KeepIGBO || v.Kept == KeepPlain }

// ofKept names the model that is kept where it is none that igbo trained.
func (v *Verdict) ofKept() string {
	if v.igbo() {
		return ""
	}
	return " of the " + ordered.Method(v.Kept).Label()
}

// Choice says in a sentence what the final model was trained with.
func (v *Verdict) Choice() string {
	switch v = v.orNone(); {
	case !v.ordered():
		return "The model was trained on all samples."
	case !v.igbo():
		return fmt.Sprintf("The model that is kept is linear, the %s fitted to all samples%s.", ordered.Method(v.Kept).Label(), v.believed())
	case v.Kept == KeepIGBO:
		return "The model was trained on all samples with the order."
	case !v.Config.Gate:
		return "The model was trained on all samples without the order, as asked."
	}
	return "The model was trained on all samples without the order, as the gate asks."
}

// believed says how far the data bear the order out.
func (v *Verdict) believed() string {
	if v.Known == nil || v.Known.Believed == 0 {
		return ""
	}
	return fmt.Sprintf("; after the data the order is believed with probability %.2f, ½ before", v.Known.Believed)
}

// percent writes a share with its interval.
func percent(i Interval) string {
	return fmt.Sprintf("%s %% [%s, %s]", tenth(i.Mean), tenth(i.Low), tenth(i.High))
}

// tenth writes a share in per cent with one place, zero without a sign.
func tenth(share float64) string {
	rounded := math.Round(1000*share) / 10
	if rounded == 0 {
		return "0.0"
	}
	return strings.Replace(fmt.Sprintf("%.1f", rounded), "-", "−", 1)
}
