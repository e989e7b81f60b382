package doctest

import (
	"strings"
	"testing"
)

// TestEquations checks equation numbers against the paper, as counted in its source: equation and align count, split counts as one, and
// starred environments do not count. Equation 1 is the hidden state's, 4 to 7 are the oracle's, and 13 is the sum that P replaces.
func TestEquations(t *testing.T) {
	for path, words := range map[string][]string{
		"igbo/README.md": {
			"[M,B,T,D] | equation 2 |", "[B,T,T,D] | equations 2 and 3 |", "[B,T,D] | equation 8 |", "[B,D] | equation 9 |",
			"`dag.Edge.Delta` | [E] | equation 10 |", "mean over a batch | [E] | equation 11 |", "`objective.Loss` | scalar | equation 12 |", "equation 14, Algorithm 1 |",
		},
		"igbo/attribution/doc.go": {"(paper, equations 2 and 3)"}, "igbo/attribution/path.go": {"(paper, equation 3)"}, "igbo/attribution/tig.go": {"(paper, equation 2; equation 3 for"},
		"notebooks/pages/results.md":      {"| Equations 2, 3, 8 and 9, "},
		"notebooks/05_igbo_by_hand.ipynb": {"each feature gains (2, 3)", "over time (8)", "The score (9)", "of the two scores (10, 11)", "loss (12)", "This is P (14)"},
	} {
		text := read(t, path)
		for _, w := range words {
			if !strings.Contains(text, w) {
				t.Errorf("%s does not say %q", path, w)
			}
		}
	}
}
