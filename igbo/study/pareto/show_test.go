package pareto

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/study"
)

// planted is a result of two seeds whose rules have these points, at the same
// hypervolumes in both seeds.
func planted(points []Point, volumes ...float64) *Result {
	r := &Result{Config: DefaultConfig(), Seeds: make([]Seed, 2)}
	r.Config.Rules = r.Config.Rules[:len(volumes)]
	for i, rule := range r.Config.Rules {
		some := study.NewStat([]float64{volumes[i], volumes[i]})
		r.Rows = append(r.Rows, Row{Rule: rule, Hypervolume: some, LeastH: some, OfL: some, OnFront: some})
		for j := range r.Seeds {
			r.Seeds[j].Sweeps = append(r.Seeds[j].Sweeps, Sweep{Rule: rule, Points: points, Hypervolume: volumes[i]})
		}
	}
	return r
}

// TestNotesFollowThePoints: the reference is named, points beyond it are
// warned of where they are most, and one rule, or no area, is first in nothing.
func TestNotesFollowThePoints(t *testing.T) {
	within, right, above := Point{L: 1.01, H: 0.5}, Point{L: 1.5, H: 0.5}, Point{L: 1.01, H: 2}
	for _, c := range []struct {
		result      *Result
		want, never string
	}{
		{planted([]Point{within, right}, 0.3, 0.2), "weighted-sum, which is first in 2 of 2 seeds.", "Most points"},
		{planted([]Point{within}, 0.3), "the reference (L, H) = (1.02, 1)", "largest"},
		{planted([]Point{within, right, right}, 0.3), "Most points, 4 of 6, lie beyond the reference (L, H) and add nothing: raise reference_l.", "largest"},
		{planted([]Point{above, above, right}, 0, 0), "12 of 12, lie beyond the reference (L, H) and add nothing: raise reference_h.", "largest"},
	} {
		found := strings.Join(c.result.Tables()[0].Notes, " ")
		if !strings.Contains(found, c.want) || strings.Contains(found, c.never) {
			t.Errorf("%q, want %q and no %q", found, c.want, c.never)
		}
		if title := c.result.Tables()[0].Title; title != "Pareto sweeps, 2 seeds, mean ± sample deviation" {
			t.Error(title)
		}
	}
}
