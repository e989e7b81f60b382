package trial

import (
	"cmp"
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Prediction is a bound on a ratio of mean errors that was written before the run.
type Prediction struct {
	// What describes the prediction, and Case is the name of its case.
	What string `json:"what"`
	Case string `json:"case"`
	// Method is compared with Against.
	Method  string `json:"method"`
	Against string `json:"against"`
	// Most is the largest allowed ratio; with the sign ≥ it is the smallest. With < it bounds the upper end of the interval.
	Most float64 `json:"most"`
	// Sign is "≤" (also if it is empty), "≥" or "<".
	Sign string `json:"sign,omitempty"`
}

// AtMost predicts that in a case a method's mean error is at most most times another's.
func AtMost(of, method, against string, most float64) Prediction {
	return Prediction{Case: of, Method: method, Against: against, Most: most}
}

// AtLeast predicts that the ratio is at least least.
func AtLeast(of, method, against string, least float64) Prediction {
	return Prediction{Case: of, Method: method, Against: against, Most: least, Sign: "≥"}
}

// Bound returns the bound on the ratio.
func (p Prediction) Bound() study.Bound {
	return study.Bound{Sign: cmp.Or(p.Sign, "≤"), Value: p.Most}
}

// Outcome is a prediction with its measured ratio.
type Outcome struct {
	Prediction Prediction `json:"goal"`
	Row        Row        `json:"row"`
}

// Met reports whether the ratio is as predicted.
func (o Outcome) Met() bool { return o.Prediction.Bound().Met(o.Row.Over()) }

// Judge compares the two methods among the entries of a case. It returns an error if a method is missing.
func (p Prediction) Judge(entries []Entry, o CompareOptions) (Outcome, error) {
	method, against := Find(entries, p.Method), Find(entries, p.Against)
	if method == nil {
		return Outcome{Prediction: p}, fmt.Errorf("trial: judging the prediction %q: method %q not found", p.What, p.Method)
	}
	if against == nil {
		return Outcome{Prediction: p}, fmt.Errorf("trial: judging the prediction %q: method %q not found", p.What, p.Against)
	}
	row, err := Beside(*method, *against, o)
	return Outcome{p, row}, err
}

// PredictionTable returns a table that shows whether predictions were met.
func PredictionTable(name string, outcomes []Outcome) tabulate.Table {
	t := tabulate.Table{
		Name: name, Title: "Predictions made before the run, and results",
		Header: []string{"prediction", "at most", "found", "outcome"},
		Data:   [][]string{{"prediction", "case", "method", "against", "at_most", "ratio", "low", "high", "met"}},
	}
	signed := study.First(outcomes, func(o *Outcome) bool { return o.Prediction.Sign != "" }) != nil
	if signed {
		t.Header[1], t.Data[0][4] = "bound", "bound"
	}
	for _, o := range outcomes {
		p, bound := o.Prediction, tabulate.Number("%.2f", o.Prediction.Most)
		if signed {
			bound = p.Bound().Field()
		}
		t.Add(tabulate.Words(p.What), tabulate.InFull(p.Case, p.Method, p.Against), bound, o.Row.Over().Field("%.2f"), tabulate.Shown(o.words()), tabulate.InFull(o.Met()))
	}
	return t
}

// words describes whether a prediction was met, and whether the whole interval agrees.
func (o Outcome) words() string {
	worst, best := o.Row.High, o.Row.Low
	if o.Prediction.Sign == "≥" {
		worst, best = best, worst
	}
	keeps := func(v float64) bool { return o.Prediction.Bound().Met(study.Interval{Mean: v, High: v}) }
	switch {
	case keeps(worst):
		return "met by the whole interval"
	case o.Met():
		return "met"
	case best == best && !keeps(best): // an end that is NaN decides nothing
		return "missed by the whole interval"
	}
	return "missed"
}

// Compared is the result of a case: errors, and rows for each reference.
type Compared struct {
	Entries []Entry `json:"entries"`
	Section Section `json:"section"`
}

// Over returns the ratio of a method's mean error to another's with its interval. It returns false if one of them was not
// tried.
func (c Compared) Over(method, against string) (study.Interval, bool) {
	row, ok := Over(c.Entries, method, against, DefaultCompareOptions())
	return row.Over(), ok
}

// Conclude compares the entries with each reference and judges the predictions for this case. It skips methods that were not
// tried.
func (c *Compared) Conclude(name string, references []string, all []Prediction, o CompareOptions) (outcomes []Outcome, err error) {
	c.Section = Section{Name: name}
	for _, r := range references {
		var rows []Row
		if Find(c.Entries, r) != nil {
			if rows, err = Compare(r, c.Entries, o); err != nil {
				return nil, err
			}
		}
		c.Section.Rows = append(c.Section.Rows, rows)
	}
	for _, p := range all {
		if p.Case != name || Find(c.Entries, p.Method) == nil || Find(c.Entries, p.Against) == nil {
			continue
		}
		judged, err := p.Judge(c.Entries, o)
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, judged)
	}
	return outcomes, nil
}
