package pareto

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
)

// Tables implements study.Result: a line for each rule, mean ± sample deviation
// over seeds, and in full every point in the order of training.
func (result *Result) Tables() []study.Table {
	t := study.Table{
		Name: "pareto", Title: fmt.Sprintf("Pareto sweeps, %s", study.Spread(len(result.Seeds), "seed")), Notes: result.notes(),
		Header: []string{"rule", "hypervolume", "least H", "at L", "points on the front"}, Data: result.points(),
	}
	for _, row := range result.Rows {
		t.Rows = append(t.Rows, []string{
			row.Rule, row.Hypervolume.PlusMinus("%.3f"), row.LeastH.PlusMinus("%.4f"), row.OfL.PlusMinus("%.4f"),
			fmt.Sprintf("%s of %d", row.OnFront.PlusMinus("%.1f"), len(result.Config.Lambdas)),
		})
	}
	return []study.Table{t}
}

// notes are what the hypervolume is measured from, a warning where it sees few
// of the points, and which rule's is the largest.
func (result *Result) notes() []string {
	c := result.Config
	notes := []string{fmt.Sprintf("The hypervolume is that up to the reference (L, H) = (%g, %g), in units of least squares' L and of the start's H; 1 is all of it.", c.ReferenceL, c.ReferenceH)}
	return slices.Concat(notes, result.beyond(), result.first())
}

// beyond warns where most points lie beyond the reference and add nothing.
func (result *Result) beyond() []string {
	total, beyond, inL, inH := 0, 0, 0, 0
	for _, s := range result.Seeds {
		for _, sweep := range s.Sweeps {
			for _, q := range sweep.Points {
				overL, overH := q.L >= result.Config.ReferenceL, q.H >= result.Config.ReferenceH
				total, beyond, inL, inH = total+1, beyond+count(overL || overH), inL+count(overL), inH+count(overH)
			}
		}
	}
	if 2*beyond <= total {
		return nil
	}
	raise := "reference_l"
	if inH > inL {
		raise = "reference_h"
	}
	return []string{fmt.Sprintf("Most points, %d of %d, lie beyond the reference (L, H) and add nothing: raise %s.", beyond, total, raise)}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// first says which rule's front dominates the most, and in how many seeds,
// where there are rules to compare and an area.
func (result *Result) first() []string {
	best := slices.MaxFunc(result.Rows, func(a, b Row) int { return cmp.Compare(a.Hypervolume.Mean, b.Hypervolume.Mean) })
	if len(result.Rows) < 2 || best.Hypervolume.Mean == 0 {
		return nil
	}
	first := 0
	for i, volume := range best.Hypervolume.Values {
		if !slices.ContainsFunc(result.Rows, func(r Row) bool { return r.Hypervolume.Values[i] > volume }) {
			first++
		}
	}
	return []string{fmt.Sprintf("The largest mean hypervolume is that of %s, which is first in %d of %s.", best.Rule, first, study.Plural(len(result.Seeds), "seed"))}
}

// points has one line a point.
func (result *Result) points() [][]string {
	lines := [][]string{{"seed", "rule", "lambda", "l", "h", "val_mse", "kept", "front"}}
	add := func(seed int64, name string, lambda any, q Point) {
		lines = append(lines, study.InFull(seed, name, lambda, q.L, q.H, q.ValMSE, q.Kept, q.Front).Full)
	}
	for _, s := range result.Seeds {
		add(s.Seed, "unconstrained", "", s.Unconstrained)
		add(s.Seed, "least_squares", "", s.LeastSquares)
		for _, sweep := range s.Sweeps {
			for _, q := range sweep.Points {
				add(s.Seed, sweep.Rule, q.Lambda, q)
			}
		}
	}
	return lines
}
