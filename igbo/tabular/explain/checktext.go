package explain

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// randomness describes what the intervals treat as random, and what they treat as fixed.
func (s *run) randomness(c Config, baseline string) (random, fixed string) {
	_, sampled := s.box.(*command)
	switch {
	case s.box == nil && s.estimated(c):
		return "the samples and of the baseline, which is their mean", "the model"
	case s.box == nil:
		return "the samples", fmt.Sprintf("the model and its baseline (%s)", baseline)
	case s.influence.m < 2:
		return "the samples", "the model and its one background row"
	case sampled:
		return "the samples, of the background and of the permutations", "the model"
	}
	return "the samples and of the background", "the model"
}

// count counts the answers.
func (k *Check) count() {
	for _, s := range k.Statements {
		switch s.Answer {
		case Holds:
			k.Holding++
		case Fails:
			k.Failing++
		default:
			k.Open++
		}
	}
	switch {
	case k.Failing > 0:
		k.Answer = Fails
	case k.Open > 0:
		k.Answer = Undecided
	default:
		k.Answer = Holds
	}
}

// Text returns the table of the statements, and the answer.
func (k *Check) Text() string {
	t := k.Table()
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	w.Flush()
	for _, note := range t.Notes {
		b.WriteString(note + "\n")
	}
	return b.String()
}

// Table returns a table with a row for each statement. Its notes are the answer, what the intervals include, and the warnings.
func (k *Check) Table() tabulate.Table {
	t := tabulate.Table{Name: "statements", Header: []string{"answer", "statement", "required", "mean", fmt.Sprintf("%.4g %% interval", 100*k.Config.Level), "samples that satisfy it"}}
	for _, s := range k.Statements {
		t.Rows = append(t.Rows, []string{string(s.Answer), s.Text, s.asked(), fmt.Sprintf("%+.4f", s.Mean), fmt.Sprintf("[%+.4f, %+.4f]", s.Low, s.High), fmt.Sprintf("%.0f %%", 100*s.Kept)})
	}
	note := func(format string, values ...any) { t.Notes = append(t.Notes, fmt.Sprintf(format, values...)) }
	note("The order %s: of %d statements %d hold, %d fail, %d are undecided (%s scores of %d samples %s).%s",
		map[Answer]string{Holds: "holds", Fails: "fails", Undecided: "is undecided"}[k.Answer], len(k.Statements), k.Holding, k.Failing, k.Open, k.Config.Attribution.Score, k.Samples, against(k.Method, k.Baseline), leftOut(k.LeftOut, k.Rows))
	if k.Method != "" {
		note("Scores of %s.", k.Method)
	}
	note("The intervals include the randomness of %s; %s %s fixed.", k.Random, k.Fixed, map[bool]string{true: "are", false: "is"}[strings.Contains(k.Fixed, " and ")])
	if decided := k.Holding + k.Failing; len(k.Statements) > 1 && decided > 0 {
		note("Tested jointly, with %s fixed: by Holm's method, the probability of any wrong answer is at most %.3g %%, and %s.", k.Fixed, 100*(1-k.Config.Level), k.jointly(decided))
	}
	for _, warning := range k.Warnings {
		note("Warning: %s.", warning)
	}
	return t
}
