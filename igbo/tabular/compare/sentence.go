package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Sentences returns the answers in one or two sentences each, and a last sentence that explains the numbers.
func (v *Comparison) Sentences() (list []string) {
	if v == nil {
		return nil
	}
	if v.Holds == nil {
		list = append(list, "No order was given.")
	} else {
		list = append(list, v.Holds.Sentence)
	}
	if v.Helps != nil {
		list = append(list, v.Helps.Sentence)
	}
	name, _ := metric(v.Config.Loss)
	samples := "rows"
	if v.Steps > 1 {
		samples = "series"
	}
	return append(list, v.Use.Sentence, fmt.Sprintf("(Error on held-out %s, %s: %s. Intervals: %.4g %%.)", samples, tabulate.Plural(len(v.Folds), "fold"), name, 100*v.Config.Level))
}

// these counts the samples, such as "These 60 rows".
func (v *Comparison) these() string {
	if v.Steps > 1 {
		return fmt.Sprintf("These %d series", v.Samples)
	}
	return fmt.Sprintf("These %d rows", v.Samples)
}

// reportsHolds writes the answer to the first question.
func (v *Comparison) reportsHolds(a Answer) string {
	reports, who := "", "A model that must follow your order"
	if a.Model == trainedName {
		who = "A model trained to follow your order"
	}
	switch a.Outcome {
	case Helps:
		reports = fmt.Sprintf("%s makes %s (%s): the data support the order.", who, errorAgainst(a.Ratio.Mean, "the same model without it"), errorRange(a.Ratio))
	case Costs:
		reports = fmt.Sprintf("%s makes %s (%s): the data contradict at least part of the order.", who, errorAgainst(a.Ratio.Mean, "the same model without it"), errorRange(a.Ratio))
	case Undecided:
		reports = fmt.Sprintf("%s cannot show whether your order holds: following it changes the error by %s.", v.these(), errorRange(a.Ratio))
	default:
		if v.Agreeing == 1 {
			reports = fmt.Sprintf("The model follows your order by itself in all %s: nothing in the data contradicts it.", tabulate.Plural(len(v.Folds), "fold"))
		} else if !(a.Ratio.Low > 1-v.Config.Margin && a.Ratio.High < 1+v.Config.Margin) {
			reports = "With your order and without it the model predicts the target almost exactly: nothing in the data contradicts the order."
		} else {
			reports = fmt.Sprintf("Following your order changes the error by less than %s %% (%s).", digits(100*v.Config.Margin), errorRange(a.Ratio))
		}
	}
	if p := v.probability(); p >= 0 {
		without := ""
		switch numbers, directions := quantified(v.Order), len(v.Order.Directions) > 0; {
		case numbers && directions:
			without = ", without its numbers and directions,"
		case numbers:
			without = ", without its numbers,"
		case directions:
			without = ", without its directions,"
		}
		reports += fmt.Sprintf(" The probability that the order%s is of some use to the model is %.2f (before: 0.50).", without, p)
	}
	return reports
}

// reportsDirections writes what following the directions of an order changes.
func (v *Comparison) reportsDirections(a Answer) string {
	switch a.Outcome {
	case Helps:
		return fmt.Sprintf(" A model that must follow its directions makes %s (%s).", errorAgainst(a.Ratio.Mean, "one without them"), errorRange(a.Ratio))
	case Costs:
		return fmt.Sprintf(" A model that must follow its directions makes %s (%s): the data contradict at least one of them.", errorAgainst(a.Ratio.Mean, "one without them"), errorRange(a.Ratio))
	}
	return fmt.Sprintf(" Following its directions changes the error by %s.", errorRange(a.Ratio))
}

// probability returns the probability that the soft posterior trusts the order at all. It returns −1 if there is none, or if the trained model
// is not linear.
func (v *Comparison) probability() float64 {
	if v.Known == nil || v.Known.Believed == 0 || v.Config.network() {
		return -1
	}
	return v.Known.Believed
}

// reportsHelps writes the answer to the second question.
func (v *Comparison) reportsHelps(a Answer) string {
	who := "Using your order as far as the data support it"
	if v.Config.Gate {
		who = "Using your order only if it does not increase the error on inner folds"
	}
	switch a.Outcome {
	case Helps:
		return fmt.Sprintf("%s lowers the error by %s (%s).", who, amount(a.Ratio.Mean), amounts(a.Ratio))
	case Costs:
		return fmt.Sprintf("%s raises the error by %s (%s).", who, amount(a.Ratio.Mean), amounts(a.Ratio))
	case Undecided:
		return fmt.Sprintf("%s cannot show whether knowing your order helps: %s changes the error by %s.", v.these(), strings.ToLower(who[:1])+who[1:], errorRange(a.Ratio))
	}
	if a.Ratio.Low > 1-v.Config.Margin && a.Ratio.High < 1+v.Config.Margin {
		return fmt.Sprintf("%s changes the error by less than %s %% (%s).", who, digits(100*v.Config.Margin), errorRange(a.Ratio))
	}
	return who + " changes nothing."
}

// reportsUse writes the answer to the third question.
func (v *Comparison) reportsUse(a Answer, kept, best candidate) string {
	switch {
	case kept.id == best.id:
		return fmt.Sprintf("No other model does better than the saved one (%s).", kept.name)
	case a.Outcome == Costs:
		return fmt.Sprintf("Use %s: the saved model (%s) makes %s (%s).%s", best.name, kept.name, errorAgainst(a.Ratio.Mean, ""), errorRange(a.Ratio), v.how(best))
	case a.Outcome == NoDifference && a.Ratio.High < 1+v.Config.Margin:
		return fmt.Sprintf("No other model does better than the saved one (%s) by %s %% or more.", kept.name, digits(100*v.Config.Margin))
	}
	return fmt.Sprintf("No model is clearly better than the saved one (%s), which makes %s (%s).", kept.name, errorAgainst(a.Ratio.Mean, "the best, "+best.name), errorRange(a.Ratio))
}

// how describes how to get a model.
func (v *Comparison) how(c candidate) string {
	switch {
	case c.kept != "":
		return fmt.Sprintf(" --keep %s keeps it.", c.kept)
	case c.id == string(KeepMean):
		return " No other model predicts better."
	}
	if slices.Contains(boostedMethods(), linear.Method(c.id)) {
		return fmt.Sprintf(" igbo does not save %s: train them elsewhere, for example with scikit-learn, and check them as an ONNX file.", c.name)
	}
	return ""
}

// Choice returns a sentence that describes how the final model was trained.
func (v *Comparison) Choice() string {
	switch v = v.orNone(); {
	case !v.ordered():
		return "The model was trained on all samples."
	case !v.igbo():
		return fmt.Sprintf("The saved model is linear: %s, fitted to all samples.", linear.Method(v.Kept).Label())
	case v.Kept == KeepIGBO:
		return "The saved model was trained on all samples with the order."
	case !v.Config.Gate:
		return "The saved model was trained on all samples without the order, as requested."
	}
	return "The saved model was trained on all samples without the order, which the gate did not keep."
}

// igbo reports whether the saved model is the one that igbo trained.
func (v *Comparison) igbo() bool { return v.Kept == KeepIGBO || v.Kept == KeepPlain }

// manyTimes is the ratio from which a difference is formatted as a multiple; mostTimes is the largest multiple shown.
const (
	manyTimes = 2
	mostTimes = 1000
)

// multiple formats a ratio as a multiple, such as "3.5 times".
func multiple(ratio float64) string {
	if ratio > mostTimes {
		return fmt.Sprintf("more than %d times", mostTimes)
	}
	return digits(ratio) + " times"
}

// errorAgainst formats a ratio of losses relative to a reference, such as "12 % less error than the mean" or "3.5 times the error of the
// mean". Without a reference it returns "12 % less error" or "3.5 times its error".
func errorAgainst(ratio float64, reference string) string {
	than, of, its := " than "+reference, " the error of "+reference, " its error"
	if reference == "" {
		than, of = "", its
	}
	switch {
	case ratio >= manyTimes:
		return multiple(ratio) + of
	case ratio < 1:
		return digits(100*(1-ratio)) + " % less error" + than
	}
	return digits(100*(ratio-1)) + " % more error" + than
}

// errorRange formats the interval of a ratio: "5 to 18 % less", "−0.8 to +1.1 %", "2.9 to 4.2 times".
func errorRange(i Interval) string {
	switch {
	case i.Low >= manyTimes:
		return fmt.Sprintf("%s to %s", digits(min(i.Low, mostTimes)), multiple(i.High))
	case i.High >= manyTimes:
		return fmt.Sprintf("%s to %s", signed(i.Low), multiple(i.High))
	case i.High < 1:
		return fmt.Sprintf("%s to %s %% less", digits(100*(1-i.High)), digits(100*(1-i.Low)))
	case i.Low > 1:
		return fmt.Sprintf("%s to %s %% more", digits(100*(i.Low-1)), digits(100*(i.High-1)))
	}
	return fmt.Sprintf("%s to %s", strings.TrimSuffix(signed(i.Low), " %"), signed(i.High))
}

// amount formats the size of a change, amounts its interval.
func amount(ratio float64) string { return digits(100*math.Abs(ratio-1)) + " %" }

func amounts(i Interval) string {
	a, b := math.Abs(i.Low-1), math.Abs(i.High-1)
	return fmt.Sprintf("%s to %s %%", digits(100*min(a, b)), digits(100*max(a, b)))
}

// signed formats a ratio as a signed change in per cent.
func signed(ratio float64) string {
	text := digits(100 * math.Abs(ratio-1))
	switch {
	case text == "0.0":
		return "0 %"
	case ratio < 1:
		return "−" + text + " %"
	}
	return "+" + text + " %"
}

// digits formats a non-negative number, with one decimal below 10 and none above.
func digits(v float64) string {
	if v < 9.95 {
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
