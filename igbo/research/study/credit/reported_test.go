package credit

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestReported checks that the statements in the package documentation hold in the committed result.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	over := func(name, method, reference string) study.Interval {
		q, ok := r.Over(name, method, reference)
		if !ok {
			t.Fatalf("%s: no %s or %s", name, method, reference)
		}
		return q
	}
	holds := map[string]bool{}
	for _, k := range r.Config.Cases {
		switch k.Kind {
		case Linear:
			for _, o := range origins {
				q := over(k.Name, trained(o, feasibility), trained(o, untaught))
				holds[k.Name+": order by training from "+o.name] = q.Mean > 0.25 && q.Mean < 0.65 && q.High < 0.8
				if o.signed {
					holds[k.Name+": feasibility-first before P from "+o.name] = over(k.Name, trained(o, feasibility), trained(o, paper)).High < 1
				}
			}
			holds[k.Name+": the posterior's mean is improved"] = over(k.Name, trained(origins[4], feasibility), origins[4].itself).High < 1
			fallthrough
		case Additive:
			for _, ordered := range []bool{true, false} {
				holds[k.Name+": averaging halves"] = over(k.Name, rung(0, ordered), rung(1, ordered)).Mean < 0.65
			}
			holds[k.Name+": the order helps one and the mean"] = over(k.Name, rung(1, true), rung(1, false)).High < 1 && over(k.Name, rung(0, true), rung(0, false)).High < 1
		case Network:
			for _, ordered := range []bool{true, false} {
				q := over(k.Name, networks(8, ordered), networks(1, ordered))
				holds[k.Name+": eight starts"] = q.High < 1 == (k.Truth == "monotone")
			}
			holds[k.Name+": the order helps one and eight"] = over(k.Name, networks(1, true), networks(1, false)).High < 1 && over(k.Name, networks(8, true), networks(8, false)).High < 1
		}
	}
	holds["it harms the mean under the order alone"] = over("linear, n = 16", trained(origins[3], feasibility), origins[3].itself).Low > 1
	for what, ok := range holds {
		if !ok {
			t.Errorf("the result does not say: %s", what)
		}
	}
}
