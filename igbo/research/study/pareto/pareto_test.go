package pareto

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestHypervolumeOfKnownSets checks a square, a staircase, and points that do not contribute.
func TestHypervolumeOfKnownSets(t *testing.T) {
	corner := [2]float64{4, 3}
	p := func(l, h float64) Point { return Point{L: l, H: h} }
	for _, c := range []struct {
		want   float64
		points []Point
	}{
		{0, nil},
		{6, []Point{p(1, 1)}},
		{1 + 2 + 3, []Point{p(1, 2), p(2, 1), p(3, 0)}},    // columns of heights 1, 2 and 3
		{6, []Point{p(1, 1), p(2, 1), p(1, 2), p(3, 2.5)}}, // dominated points
		{6, []Point{p(1, 1), p(5, 0), p(0, 3.5), p(4, 0)}}, // points at and beyond the corner
	} {
		if got := hypervolume(c.points, corner); got != c.want {
			t.Errorf("%v: area %g, want %g", c.points, got, c.want)
		}
	}
}

// TestHypervolumeAndFront checks random sets. The front alone must have the whole area, which must agree with counting cells of
// a grid. The order of points must not matter, another point must not reduce the area, and no point of the front may be
// dominated.
func TestHypervolumeAndFront(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const grid = 60
	corner := [2]float64{grid, grid}
	for range 200 {
		points := make([]Point, 1+rng.IntN(12))
		for i := range points {
			points[i] = Point{L: float64(rng.IntN(grid + 10)), H: float64(rng.IntN(grid + 10))}
		}
		area := hypervolume(points, corner)
		cells := 0.0
		for x := range grid {
			for y := range grid {
				for _, p := range points {
					if p.L <= float64(x) && p.H <= float64(y) {
						cells++
						break
					}
				}
			}
		}
		if area != cells {
			t.Fatalf("%v: area %g, counted %g", points, area, cells)
		}
		markFront(points)
		var front []Point
		for _, p := range points {
			if p.Front {
				front = append(front, p)
			}
		}
		rng.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
		if got := hypervolume(front, corner); got != area || hypervolume(points, corner) != area {
			t.Fatalf("front %v has the area %g, all points %g", front, got, area)
		}
		more := append(points, Point{L: float64(rng.IntN(grid)), H: float64(rng.IntN(grid))})
		if hypervolume(more, corner) < area {
			t.Fatalf("one more point made the area of %v smaller", more)
		}
	}
}

// TestParetoSweep checks one short sweep. The start must be close to least squares, every point must increase L, the weighted
// sum must satisfy almost every edge, and the rules without λ must stay in a small part of the front.
func TestParetoSweep(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Base.Seeds, cfg.Rules, cfg.Lambdas, cfg.StartSteps, cfg.Steps = 1, []string{"weighted-sum", "pcgrad"}, []float64{0.9, 0.5, 0.1}, 800, 100
	var last atomic.Int64
	r, err := workflow.Run(t.Context(), backendtest.Open(t), cfg, workflow.Options{Unkept: true, Progress: func(done, total int) {
		if done == total {
			last.Store(int64(done))
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if last.Load() == 0 {
		t.Errorf("progress never came to its end")
	}
	s := r.Seeds[0]
	if s.LeastSquares.L != 1 || math.Abs(s.Unconstrained.L-1) > 1e-4 || math.Abs(s.LeastSquares.H-1) > 0.05 || s.Unconstrained.H != 1 {
		t.Errorf("start %+v, least squares %+v, want both at (1, 1)", s.Unconstrained, s.LeastSquares)
	}
	for _, sweep := range s.Sweeps {
		for _, p := range sweep.Points {
			if p.L < 1-1e-6 || p.H < 0 || p.H > 1.05 {
				t.Errorf("%s: %+v, want L ≥ 1 and H below the start's", sweep.Rule, p)
			}
		}
	}
	sum, pcgrad := r.Rows[0], r.Rows[1]
	if sum.LeastH.Mean > 0.05 || sum.Hypervolume.Mean <= pcgrad.Hypervolume.Mean || pcgrad.Hypervolume.Mean <= 0 {
		t.Errorf("weighted sum %+v, PCGrad %+v", sum, pcgrad)
	}
}

// TestConfigNamesWhatIsWrong checks the errors for invalid settings.
func TestConfigNamesWhatIsWrong(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(c *Config){
		"rules must have at least one entry": func(c *Config) { c.Rules = nil }, "steps must be at least 1, got 0": func(c *Config) { c.Steps = 0 },
		"reference_l must be a finite number above 1, got 1": func(c *Config) { c.ReferenceL = 1 }, "unknown": func(c *Config) { c.Rules = []string{"luck"} },
		"rules: paper occurs twice": func(c *Config) { c.Rules = []string{"paper", "mgda", "paper"} },
		"λ = 1":                     func(c *Config) { c.Lambdas = []float64{1} }, "seeds must be at least 1": func(c *Config) { c.Base.Seeds = 0 },
	})
}

// TestCountsBeyondSense checks that every count is rejected near 2⁶³ and at 10¹¹ before anything runs.
func TestCountsBeyondSense(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "steps", "start_steps", "base.seeds")
}
