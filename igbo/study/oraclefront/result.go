package oraclefront

import (
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
)

// Point is a trained oracle, or the straight line, measured on fresh pairs.
type Point struct {
	Lambda float64 `json:"lambda"`
	// Length is the mean of length over distance, in the data's units.
	Length float64 `json:"length"`
	// Valid is the share of places along the paths within 1 of the law.
	Valid float64 `json:"valid"`
	// Conflict is the share of training steps whose gradients conflicted.
	Conflict float64 `json:"conflict"`
	// Front tells whether no other point of the sweep is as short and as valid, and more so in one.
	Front bool `json:"front"`
}

// Sweep is one rule's points of one seed.
type Sweep struct {
	Rule   string  `json:"rule"`
	Points []Point `json:"points"`
}

// Seed is all of one seed.
type Seed struct {
	Seed     int64   `json:"seed"`
	Straight Point   `json:"straight"`
	Sweeps   []Sweep `json:"sweeps"`
}

// Law is all of one law.
type Law struct {
	Law   string `json:"law"`
	Seeds []Seed `json:"seeds"`
}

// Result is what the study finds.
type Result struct {
	Config Config `json:"config"`
	Laws   []Law  `json:"laws"`
}

// markFront marks the points that no other one dominates.
func markFront(points []Point) {
	for i, p := range points {
		points[i].Front = !slices.ContainsFunc(points, func(q Point) bool {
			return q.Length <= p.Length && q.Valid >= p.Valid && (q.Length < p.Length || q.Valid > p.Valid)
		})
	}
}

func valid(p Point) float64    { return p.Valid }
func length(p Point) float64   { return p.Length }
func conflict(p Point) float64 { return p.Conflict }

// best is the λ, by its index, at which a rule's paths are most valid in the mean over seeds.
func (r *Result) best(l Law, rule int) int {
	best, most := 0, -1.0
	for k := range r.Config.Lambdas {
		if mean := r.over(l, rule, k, valid).Mean; mean > most {
			best, most = k, mean
		}
	}
	return best
}

// over is a quantity over the seeds of a law, at point k of a rule.
func (r *Result) over(l Law, rule, k int, of func(Point) float64) study.Estimate {
	return study.Over(l.Seeds, r.Config.Level, func(s Seed) float64 { return of(s.Sweeps[rule].Points[k]) })
}

// straight is a quantity of the straight lines.
func (r *Result) straight(l Law, of func(Point) float64) study.Estimate {
	return study.Over(l.Seeds, r.Config.Level, func(s Seed) float64 { return of(s.Straight) })
}
