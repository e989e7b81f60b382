package tasks

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// brief returns a small study.
func brief() Config {
	c := DefaultConfig()
	c.Settings = []Setting{{"few", onRing, 8, 0, attribution.Absolute}, {"shortcut", inSquare, 9, 0.2, attribution.Signed}}
	c.Seeds, c.Steps, c.Batch, c.Test, c.OraclePoints, c.Oracle.Steps, c.Assessor.Steps = 2, 2, 4, 10, 60, 2, 100
	c.Network.Hidden = []int{3}
	return c
}

// TestCancellation cancels within a training.
func TestCancellation(t *testing.T) {
	c := brief()
	c.Steps = 1e6
	studytest.Cancelled[*Result](t, backendtest.Open(t), c, 100)
}

// TestSenseless checks invalid counts and numbers.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "seeds", "steps", "batch", "test", "anchors", "points", "oracle_points", "oracle.steps")
	studytest.Counts(t, DefaultConfig, map[string]func(c *Config, n int){"samples": func(c *Config, n int) { c.Settings[0].Samples = n }})
	studytest.Refuses(t, DefaultConfig, map[string]func(c *Config){
		"no tasks": func(c *Config) { c.Settings = nil }, "a name twice": func(c *Config) { c.Settings[0].Name = c.Settings[1].Name },
		"inputs nowhere": func(c *Config) { c.Settings[0].Inputs = "luck" }, "a shortcut of NaN": func(c *Config) { c.Settings[0].Shortcut = math.NaN() },
		"no score": func(c *Config) { c.Settings[0].Score = "" }, "a bound of 0": func(c *Config) { c.Bound = 0 }, "a level of 1": func(c *Config) { c.Level = 1 },
		"a rule of no name": func(c *Config) { c.Rule = "" }, "an assessor without steps": func(c *Config) { c.Assessor.Steps = 0 }, "a point for fewer segments": func(c *Config) { c.Points = c.Anchors },
	})
}

// TestShortcuts checks that a shortcut predicts the target in training and not in the test, and that everything else is equal.
func TestShortcuts(t *testing.T) {
	for _, inputs := range []string{onRing, inSquare} {
		s := Setting{"shortcut", inputs, 10, 0.2, attribution.Absolute}
		hint := func(broken bool) float64 {
			data := s.draw(4000, 5, broken)
			return stat.Correlation(records.Column(data.X, 3, 2), data.Y, nil)
		}
		if in, out := hint(false), hint(true); in < 0.95 || math.Abs(out) > 0.06 {
			t.Errorf("%s: shortcut and target correlate by %.3f in training and by %.3f in the test", inputs, in, out)
		}
		a, b := s.draw(50, 5, false), s.draw(50, 5, true)
		if !floats.Equal(a.Y, b.Y) || a.X[0] != b.X[0] || a.X[1] != b.X[1] || a.X[2] == b.X[2] {
			t.Errorf("%s: points with a broken shortcut differ in more than it", inputs)
		}
		inside := 0.0
		for x := range slices.Chunk(s.draw(4000, 6, false).X, 3) {
			if s.valid(x) {
				inside++
			}
		}
		if share := inside / 4000; share < 0.88 || share > 0.96 {
			t.Errorf("%s: %.3f of the data are valid", inputs, share)
		}
		if !s.valid(s.baseline()) {
			t.Errorf("%s: the baseline is not valid", inputs)
		}
	}
}

// TestRoutes checks knots, points and velocities of straight paths and of paths across.
func TestRoutes(t *testing.T) {
	s := Setting{"shortcut", onRing, 10, 0.2, attribution.Absolute}
	from, to := s.baseline(), []float64{0, 1, 3}
	straight, across := must.Of(s.route(Straight, nil, to, 3)).In(t), must.Of(s.route(Across, nil, to, 3)).In(t)
	if l := straight.length(); math.Abs(l-1) > 1e-12 {
		t.Errorf("length %g of the straight path", l)
	}
	rise := 3 - from[2]
	if want, got := (math.Sqrt2+rise)/math.Sqrt(2+rise*rise), across.length(); math.Abs(got-want) > 1e-12 {
		t.Errorf("length %g across, want %g", got, want)
	}
	for i, p := range across.places(4) {
		first := i < 2
		if moves := p.velocity[2] != 0; moves == first || (p.at[2] == from[2]) != first || (p.velocity[0] != 0) != first {
			t.Errorf("place %d across: %+v", i, p)
		}
	}
	// Σ v/m is the whole displacement for every path
	for name, r := range map[string]routes{"straight": straight, "across": across} {
		sum := make([]float64, 3)
		for _, p := range r.places(4) {
			floats.AddScaled(sum, 0.25, p.velocity)
		}
		for k := range sum {
			if math.Abs(sum[k]-(to[k]-from[k])) > 1e-12 {
				t.Errorf("%s: feature %d moves by %g, want %g", name, k, sum[k], to[k]-from[k])
			}
		}
	}
}

// TestKept checks paths on which half of the contributions or everything cancels.
func TestKept(t *testing.T) {
	s := Setting{"shortcut", onRing, 10, 0.2, attribution.Absolute}
	places := []place{{velocity: []float64{1, 1, 2}}, {velocity: []float64{1, 1, 2}}}
	for _, c := range []struct {
		first, second, want float64
	}{{1, 1, 1}, {3, -1, 0.5}, {1, -1, 0}, {0, 0, 1}} {
		if got := s.kept([]float64{9, 9, c.first, 9, 9, c.second}, places, 2); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("gradients %g and %g: %g kept, want %g", c.first, c.second, got, c.want)
		}
	}
	if got := s.steepness([]float64{9, 9, 3, 9, 9, -1}); got != 2 {
		t.Errorf("steepness %g, want 2", got)
	}
	if got := s.signed([]float64{9, 9, 3, 9, 9, -1}, []bool{true, false}); got[0] != 3 || got[1] != -1 {
		t.Errorf("signed %v, want 3 on the data and -1 off it", got)
	}
}

// TestOrder checks that the order bounds the inputs without effect, and that they have no effect in the distribution.
func TestOrder(t *testing.T) {
	s := Setting{"few", onRing, 8, 0, attribution.Signed}
	d := must.Of(s.order(0.1)).In(t)
	if len(d.Bounds) != 2 || d.Bounds[0].K != 2 || d.Bounds[0].Min != -0.1 || d.Bounds[1].Max != 0.1 {
		t.Errorf("bounds %+v", d.Bounds)
	}
	for k, salient := range (datasets.Ring{}).Salient(make([]float64, 4), make([]float64, 4)) {
		if bounded := k >= 2; salient == bounded {
			t.Errorf("input %d is salient %t, bounded %t", k, salient, bounded)
		}
	}
}
