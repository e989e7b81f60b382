package explain

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// randomness returns what the intervals take to be a random draw, and what they hold fixed.
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

// Text is the table of the statements, and the answer.
func (k *Check) Text() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "answer\tstatement\tasked\tmean\t%.4g %% interval\tsamples that keep it\n", 100*k.Config.Level)
	for _, s := range k.Statements {
		fmt.Fprintf(w, "%s\t%s\t%s\t%+.4f\t[%+.4f, %+.4f]\t%.0f %%\n", s.Answer, s.Text, s.asked(), s.Mean, s.Low, s.High, 100*s.Kept)
	}
	w.Flush()
	fmt.Fprintf(&b, "The order %s: of %d statements %d hold, %d fail, %d are undecided (%s scores of %d samples %s).%s\n",
		map[Answer]string{Holds: "holds", Fails: "fails", Undecided: "is undecided"}[k.Answer], len(k.Statements), k.Holding, k.Failing, k.Open, k.Config.Attribution.Score, k.Samples, against(k.Method, k.Baseline), leftOut(k.LeftOut, k.Rows))
	if k.Method != "" {
		fmt.Fprintf(&b, "Scores of %s.\n", k.Method)
	}
	fmt.Fprintf(&b, "The intervals include the randomness of %s; %s %s fixed.\n", k.Random, k.Fixed, map[bool]string{true: "are", false: "is"}[strings.Contains(k.Fixed, " and ")])
	if decided := k.Holding + k.Failing; len(k.Statements) > 1 && decided > 0 {
		fmt.Fprintf(&b, "Judged together, given %s (Holm's method: a wrong answer among all at most %.3g %% of the time), %s.\n", k.Fixed, 100*(1-k.Config.Level), k.standing(decided))
	}
	for _, warning := range k.Warnings {
		fmt.Fprintf(&b, "Warning: %s.\n", warning)
	}
	return b.String()
}
