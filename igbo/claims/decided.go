package claims

import (
	"math"

	"github.com/igbolab/igbolab/igbo/study/catalog"
)

// decided is a claim whose verdict is that of a study, by conditions that were written down before its result
// was known: it holds with conditions where every number meets its own, else it fails. Until
// the study has a committed result it is untested.
func decided(study string, c Claim) Claim {
	d, err := catalog.Find(study)
	if err != nil || d.Committed == nil {
		return Claim{ID: c.ID, Where: c.Where, Text: c.Text, Verdict: Untested, Study: study, Why: "Its study has no committed result yet."}
	}
	c.Verdict = HoldsConditionally
	for i, n := range c.Numbers {
		if v, err := n.Value(); err == nil && !n.Need.met(v) {
			c.Verdict = Fails
			c.Numbers[i].Need = n.Need.not()
		}
	}
	return c
}

// not is the other side of a condition with one end; anything where it has two.
func (n Need) not() Need {
	switch {
	case math.IsInf(n.Low, -1) && !math.IsInf(n.High, 1):
		return Need{Low: n.High, High: math.Inf(1)}
	case math.IsInf(n.High, 1) && !math.IsInf(n.Low, -1):
		return Need{Low: math.Inf(-1), High: n.Low}
	}
	return anything()
}
