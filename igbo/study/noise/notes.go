package noise

import (
	"fmt"
	"strings"
)

// claimed is the power that Theorem 5 gives bias and variance.
const claimed = 2

// notes say what was fitted and what it says of Theorem 5.
func (r *Result) notes() []string {
	n, hidden, biases := len(r.Config.Sigmas), 0, 0
	for _, c := range r.Curves {
		for _, p := range c.Points {
			biases++
			if !p.resolved(r.Config.Draws) {
				hidden++
			}
		}
	}
	deviations := fmt.Sprintf("%d deviations", n)
	if n == 1 {
		deviations = "1 deviation"
	}
	fits := fmt.Sprintf("Fits over %s of %d draws each", deviations, r.Config.Draws)
	switch {
	case n == 1:
		fits = fmt.Sprintf("1 deviation of %d draws: there is no power to fit.", r.Config.Draws)
	case n < enough:
		fits += "; an interval takes 3."
	default:
		fits += ", with the 95 % interval of the scatter about the line."
	}
	notes := []string{fits}
	if hidden > 0 {
		notes = append(notes, fmt.Sprintf("Left out of the fits: %d of %d biases, below %d standard errors √(variance/draws), where a bias is not told from the chance of the draws.",
			hidden, biases, resolution))
	}
	return append(notes, r.verdicts()...)
}

// verdicts name the cases that are slower than claimed, and those of which too
// few deviations are known.
func (r *Result) verdicts() []string {
	var slower, unknown []string
	for _, c := range r.Curves {
		bias, variance := c.powers(r.Config.Draws)
		switch {
		case bias.below(claimed) || variance.below(claimed):
			slower = append(slower, c.Case.Name)
		case !bias.certain() || !variance.certain():
			unknown = append(unknown, c.Case.Name)
		}
	}
	if len(unknown) == len(r.Curves) {
		return []string{fmt.Sprintf("Fewer than %d deviations: nothing is said of Theorem 5.", enough)}
	}
	var notes []string
	if known := len(r.Curves) - len(unknown); len(slower) > 0 {
		notes = append(notes, fmt.Sprintf("Slower than the power %d of Theorem 5, by the interval of bias or variance: %s.", claimed, strings.Join(slower, "; ")))
	} else {
		notes = append(notes, fmt.Sprintf("Intervals of %d of %d cases, and none is below the power %d of Theorem 5.", known, len(r.Curves), claimed))
	}
	if len(unknown) > 0 {
		notes = append(notes, fmt.Sprintf("Fewer than %d deviations, and nothing said of Theorem 5: %s.", enough, strings.Join(unknown, "; ")))
	}
	return notes
}
