package reference

import (
	"math"
	"testing"
)

func TestDisagreement(t *testing.T) {
	ours := Outputs{"h": {1, -4, 2}, "L": {0}}
	for _, c := range []struct {
		name   string
		theirs Outputs
		want   float64
	}{
		{"equal", Outputs{"h": {1, -4, 2}, "L": {0}}, 0},
		{"relative to the largest entry", Outputs{"h": {1.02, -4, 2}, "L": {0}, "more": {9}}, 0.005},
		{"zero is exact", Outputs{"h": {1, -4, 2}, "L": {1e-9}}, math.Inf(1)},
		{"missing", Outputs{"h": {1, -4, 2}}, math.Inf(1)},
		{"of another length", Outputs{"h": {1, -4}, "L": {0}}, math.Inf(1)},
		{"not a number", Outputs{"h": {1, math.NaN(), 2}, "L": {0}}, math.Inf(1)},
	} {
		if got := Disagreement(ours, c.theirs); math.Abs(got-c.want) > 1e-12 && got != c.want {
			t.Errorf("%s: disagreement %g, want %g", c.name, got, c.want)
		}
	}
	if got := Disagreement(Outputs{}, ours); !math.IsInf(got, 1) {
		t.Errorf("no outputs disagree by %g, want infinity: nothing was compared", got)
	}
}
