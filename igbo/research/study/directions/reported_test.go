package directions

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestReported checks that the statements of texts about the committed result hold.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	over := func(name, reference string) *Added {
		a, ok := r.Over(name, reference)
		if !ok {
			t.Fatalf("%s: no %s", name, reference)
		}
		return a
	}
	for what, holds := range map[string]bool{
		"a right order adds to directions and to ranks":                       over("centre", directed).Ratio.High < 1 && over("centre", scaled).Ratio.High < 1,
		"most of that is in the ranks":                                        1-over("centre", scaled).Ratio.Mean < 0.6*(1-over("centre", directed).Ratio.Mean),
		"among equal weights it harms":                                        over("decay 1", directed).Ratio.Low > 1,
		"two exchanged pairs harm":                                            over("two pairs exchanged", directed).Ratio.Low > 1,
		"the centre has power for 3 % against directions and ranks as scales": max(over("centre", scaled).Draws, over("centre", directed).Draws) <= float64(r.Config.Draws),
		"with 128 rows it adds less than 3 % to directions":                   over("128 rows", directed).Ratio.Mean > 0.97,
	} {
		if !holds {
			t.Errorf("the result does not say: %s", what)
		}
	}
}
