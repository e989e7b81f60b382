package payoff

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestReported checks that the statements of texts about the committed map hold.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	c, ok := r.checked()
	if !ok {
		t.Fatal("the tables of package shift are not compared")
	}
	n := c.numbers()
	few, _ := at(16, 0.5, 5, false, 1, Change.overBare)(r)
	many, _ := best(256, 5, false, 1, Change.overRidge)(r)
	for what, holds := range map[string]bool{
		"16 rows gain":                               few.High < 1,
		"from 256 rows on the gain is under 1 %":     many.Mean > 0.99,
		"tables are predicted on average":            n.predicted < 0 && n.measured < 0 && n.predicted-n.measured < 0.03 && n.measured-n.predicted < 0.03,
		"single tables are predicted moderately":     n.correlation > 0.3 && n.correlation < 0.8,
		"most measured changes are within the range": 2*n.inside > len(c.tables),
	} {
		if !holds {
			t.Errorf("the result does not say: %s", what)
		}
	}
}
