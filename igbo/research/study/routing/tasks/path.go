package tasks

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/oracle/untrained"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// Arm is the name of a way to train a network.
type Arm string

// The arms.
const (
	Alone    Arm = "no expert"
	Straight Arm = "straight"
	Learned  Arm = "oracle"
	Across   Arm = "across"
)

// Arms lists the arms.
func Arms() []Arm { return []Arm{Alone, Straight, Learned, Across} }

// paths lists the arms with different paths.
var paths = []Arm{Straight, Learned, Across}

// oracleSettings are all inputs of the oracle of a task.
type oracleSettings struct {
	Setting  Setting
	Points   int
	Assessor assessor.Config
	Oracle   oracle.Config
}

// trainOracle trains the oracle of a task on separate points and returns its encoded form.
func trainOracle(ctx context.Context, w *workflow.Work, s oracleSettings) ([]byte, error) {
	o, err := training.Oracle(ctx, w, s.Assessor, s.Oracle, s.Setting.draw(s.Points, uint64(s.Oracle.Seed)+1<<40, false), "", 0)
	if err != nil {
		return nil, err
	}
	return o.MarshalBinary()
}

// routes are the knots of one arm's paths from the baseline to points.
type routes struct {
	pairs untrained.Pairs
	knots [][][]float64
}

// route returns an arm's paths to the points x. If the paths have anchors, there are k of them.
func (s Setting) route(arm Arm, o *oracle.Oracle, x []float64, k int) (routes, error) {
	d, from := len(s.features()), s.baseline()
	r := routes{pairs: untrained.Pairs{Steps: 1, Features: d, X: x}}
	r.pairs.Baseline = slices.Repeat(from, len(x)/d)
	if arm == Learned {
		var err error
		r.knots, err = o.Anchors(x, from, k)
		return r, err
	}
	for to := range slices.Chunk(x, d) {
		knots := [][]float64{from, to}
		if arm == Across {
			knots = [][]float64{from, slices.Concat(to[:2], from[2:]), to}
		}
		r.knots = append(r.knots, knots)
	}
	return r, nil
}

// path returns the integration path of the routes.
func (r routes) path() (attribution.Path, error) {
	if len(r.knots[0]) == 2 {
		return attribution.Straight{}, nil
	}
	var anchors []float64
	for _, knots := range r.knots {
		anchors = append(anchors, slices.Concat(knots[1:len(knots)-1]...)...)
	}
	return untrained.Fixed(r.pairs, anchors)
}

// place is a point on a route, and the velocity there for a route of duration 1.
type place struct{ at, velocity []float64 }

// places returns m points on each route, with equal numbers on each segment if m allows.
func (r routes) places(m int) (all []place) {
	for _, knots := range r.knots {
		segments := len(knots) - 1
		for j := range m {
			alpha := (float64(j) + 0.5) / float64(m) * float64(segments)
			s := min(int(alpha), segments-1)
			p := place{make([]float64, len(knots[s])), make([]float64, len(knots[s]))}
			floats.SubTo(p.velocity, knots[s+1], knots[s])
			floats.AddScaledTo(p.at, knots[s], alpha-float64(s), p.velocity)
			floats.Scale(float64(segments), p.velocity)
			all = append(all, p)
		}
	}
	return all
}

// length returns the mean ratio of the length of the routes to that of the straight line.
func (r routes) length() float64 {
	sum, n := 0.0, 0
	for _, knots := range r.knots {
		if l := training.NewPolyline(knots); l.Direct() > 0 {
			sum, n = sum+l.Length()/l.Direct(), n+1
		}
	}
	return sum / float64(n)
}
