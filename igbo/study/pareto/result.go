package pareto

import (
	"cmp"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
)

// Point is a trained student, measured on all training points.
type Point struct {
	Lambda float64 `json:"lambda"`
	// L is the mean squared error divided by that of least squares, H the
	// interpretability loss divided by that of the start.
	L float64 `json:"l"`
	H float64 `json:"h"`
	// ValMSE is the error on the validation points, Kept the share of constraints that hold.
	ValMSE float64 `json:"val_mse"`
	Kept   float64 `json:"kept"`
	// Front tells whether no other point of the sweep dominates it.
	Front bool `json:"front"`
}

// Sweep is one rule's points of one seed, in the order of training.
type Sweep struct {
	Rule   string  `json:"rule"`
	Points []Point `json:"points"`
	// Hypervolume is the area that the front dominates up to the reference, as a
	// share of the area up to the ideal point (1, 0).
	Hypervolume float64 `json:"hypervolume"`
}

// Seed is all of one seed.
type Seed struct {
	Seed  int64 `json:"seed"`
	Edges int   `json:"edges"`
	// Unconstrained is the start of every sweep, LeastSquares the closed form.
	Unconstrained Point   `json:"unconstrained"`
	LeastSquares  Point   `json:"least_squares"`
	Sweeps        []Sweep `json:"sweeps"`
}

// Row is a rule over seeds.
type Row struct {
	Rule        string      `json:"rule"`
	Hypervolume *study.Stat `json:"hypervolume"`
	// LeastH is the smallest H reached, OfL the L of that point.
	LeastH *study.Stat `json:"least_h"`
	OfL    *study.Stat `json:"of_l"`
	// OnFront counts the points of a sweep that no other one dominates.
	OnFront *study.Stat `json:"on_front"`
}

// Result is what the study finds.
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

// markFront marks the points that no other one dominates: none is as small in
// both losses and smaller in one.
func markFront(points []Point) {
	for i := range points {
		points[i].Front = !slices.ContainsFunc(points, func(q Point) bool {
			p := points[i]
			return q.L <= p.L && q.H <= p.H && (q.L < p.L || q.H < p.H)
		})
	}
}

// hypervolume is the area of all (L, H) that a point dominates, up to a corner
// (the S-metric of two objectives). Points beyond the corner add nothing.
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
