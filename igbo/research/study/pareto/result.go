package pareto

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Point is a trained student, measured on all training points.
type Point struct {
	Lambda float64 `json:"lambda"`
	// L is the mean squared error divided by that of least squares. H is the interpretability loss divided by that of the
	// start.
	L float64 `json:"l"`
	H float64 `json:"h"`
	// ValMSE is the error on the validation points. Kept is the share of constraints that hold.
	ValMSE float64 `json:"val_mse"`
	Kept   float64 `json:"kept"`
	// Front reports whether no other point of the sweep dominates it.
	Front bool `json:"front"`
}

// Sweep has one rule's points for one seed, in the order of training.
type Sweep struct {
	Rule   string  `json:"rule"`
	Points []Point `json:"points"`
	// Hypervolume is the area that the front dominates up to the reference, relative to the area that the ideal point (1, 0)
	// dominates.
	Hypervolume float64 `json:"hypervolume"`
}

// Seed has the results of one seed.
type Seed struct {
	Seed  int64 `json:"seed"`
	Edges int   `json:"edges"`
	// Unconstrained is the start of every sweep, LeastSquares the closed form.
	Unconstrained Point   `json:"unconstrained"`
	LeastSquares  Point   `json:"least_squares"`
	Sweeps        []Sweep `json:"sweeps"`
}

// Row has the results of a rule over seeds.
type Row struct {
	Rule        string      `json:"rule"`
	Hypervolume *study.Stat `json:"hypervolume"`
	// LeastH is the smallest H, and OfL the L of that point.
	LeastH *study.Stat `json:"least_h"`
	OfL    *study.Stat `json:"of_l"`
	// OnFront counts the points of a sweep that no other one dominates.
	OnFront *study.Stat `json:"on_front"`
}

// Result is the result of the study.
type Result struct {
	Config Config `json:"config"`
	Seeds  []Seed `json:"seeds"`
	Rows   []Row  `json:"rows"`
}

// addRows gathers the sweeps by rule.
func (res *Result) addRows() {
	for k, rule := range res.Config.Rules {
		var volume, leastH, ofL, front []float64
		for _, s := range res.Seeds {
			points := s.Sweeps[k].Points
			best := slices.MinFunc(points, func(a, b Point) int {
				return cmp.Or(cmp.Compare(a.H, b.H), cmp.Compare(a.L, b.L))
			})
			count := 0.0
			for _, q := range points {
				if q.Front {
					count++
				}
			}
			volume, front = append(volume, s.Sweeps[k].Hypervolume), append(front, count)
			leastH, ofL = append(leastH, best.H), append(ofL, best.L)
		}
		res.Rows = append(res.Rows, Row{Rule: rule, Hypervolume: study.NewStat(volume), LeastH: study.NewStat(leastH), OfL: study.NewStat(ofL), OnFront: study.NewStat(front)})
	}
}

// markFront marks the points that no other point dominates. A point dominates another if it is not larger in either loss and
// smaller in one.
func markFront(points []Point) {
	for i := range points {
		points[i].Front = !slices.ContainsFunc(points, func(q Point) bool {
			p := points[i]
			return q.L <= p.L && q.H <= p.H && (q.L < p.L || q.H < p.H)
		})
	}
}

// hypervolume returns the area of all (L, H) that a point dominates, up to a corner (the S-metric of two objectives). Points
// beyond the corner do not contribute.
func hypervolume(points []Point, corner [2]float64) float64 {
	sorted := slices.Clone(points)
	slices.SortFunc(sorted, func(a, b Point) int { return cmp.Compare(a.L, b.L) })
	area, ceiling := 0.0, corner[1]
	for _, q := range sorted {
		if q.L < corner[0] && q.H < ceiling {
			area += (corner[0] - q.L) * (ceiling - q.H)
			ceiling = q.H
		}
	}
	return area
}

// Tables implements study.Result: a line for each rule with mean ± sample standard deviation over seeds, and unrounded every
// point in the order of training.
func (result *Result) Tables() []tabulate.Table {
	t := tabulate.Table{
		Name: "pareto", Title: fmt.Sprintf("Pareto sweeps, %s", study.Spread(len(result.Seeds), "seed")), Notes: result.notes(),
		Header: []string{"rule", "hypervolume", "least H", "L of this point", "points on the front"}, Data: result.points(),
	}
	for _, row := range result.Rows {
		t.Rows = append(t.Rows, []string{
			row.Rule, row.Hypervolume.PlusMinus("%.3f"), row.LeastH.PlusMinus("%.4f"), row.OfL.PlusMinus("%.4f"),
			fmt.Sprintf("%s of %d", row.OnFront.PlusMinus("%.1f"), len(result.Config.Lambdas)),
		})
	}
	return []tabulate.Table{t}
}

// notes returns the notes of the table: the reference of the hypervolume, a warning if most points are beyond it, and the rule
// with the largest hypervolume.
func (result *Result) notes() []string {
	c := result.Config
	notes := []string{fmt.Sprintf("Hypervolume: the area that a rule's points dominate, up to the reference (L, H) = (%g, %g), divided by the area that the ideal point (1, 0) dominates. L is divided by the L of least squares, and H by the H of the start.", c.ReferenceL, c.ReferenceH)}
	return slices.Concat(notes, result.beyond(), result.first())
}

// beyond returns a warning if most points are beyond the reference and do not contribute.
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
	return []string{fmt.Sprintf("Most points (%d of %d) are beyond the reference (L, H) and do not contribute; increase %s.", beyond, total, raise)}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// first names the rule with the largest hypervolume and the number of seeds in which it is largest, if there are several rules
// and an area.
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
	return []string{fmt.Sprintf("The rule with the largest mean hypervolume is %s, which is first in %d of %s.", best.Rule, first, tabulate.Plural(len(result.Seeds), "seed"))}
}

// points returns one line per point.
func (result *Result) points() [][]string {
	lines := [][]string{{"seed", "rule", "lambda", "l", "h", "val_mse", "kept", "front"}}
	add := func(seed int64, name string, lambda any, q Point) {
		lines = append(lines, tabulate.InFull(seed, name, lambda, q.L, q.H, q.ValMSE, q.Kept, q.Front).Full)
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
