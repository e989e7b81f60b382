package front

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// small returns a small study.
func small() Config {
	c := DefaultConfig()
	c.Distributions, c.Seeds, c.Samples, c.Pairs, c.Looks = []string{"curve", "ring"}, 2, 50, 10, 5
	c.Rules, c.Lambdas = []string{"paper", "weighted-sum"}, []float64{0.7, 0.3}
	c.Assessor.Steps, c.Assessor.Hidden = 20, 4
	c.Oracle.Steps, c.Oracle.Hidden, c.Oracle.State, c.Oracle.Batch = 3, 4, 4, 4
	return c
}

// TestAnswers checks the requirements on every study.
func TestAnswers(t *testing.T) {
	backendtest.LongOnXLA(t, "a graph for each oracle")
	r := studytest.Found[*Result](t, backendtest.Open(t), small())
	for _, l := range r.Distributions {
		for _, s := range l.Seeds {
			if math.Abs(s.Straight.Length-1) > 1e-9 || s.Straight.Valid <= 0 || s.Straight.Valid >= 1 {
				t.Errorf("%s: the straight line %+v, want a length of 1 and some validity", l.Distribution, s.Straight)
			}
			for _, sweep := range s.Sweeps {
				for _, p := range sweep.Points {
					if p.Length < 1-1e-9 {
						t.Errorf("%s: %+v, shorter than straight", l.Distribution, p)
					}
				}
			}
		}
	}
}

// TestMeasure checks that a path with a corner off the straight line has the right length.
func TestMeasure(t *testing.T) {
	knots := [][]float64{{0, 0}, {3, 4}, {6, 0}}
	d := draw{Distribution: "curve", Looks: 5}
	if p := d.measure([][][]float64{knots}); math.Abs(p.Length-10.0/6) > 1e-12 {
		t.Errorf("length %g, want 10/6", p.Length)
	}
	// Everything on the curve x_2 = x_1² − 1 is valid, and nothing far from it.
	if p := d.measure([][][]float64{{{1, 0}, {1.001, 0.002001}}}); p.Valid != 1 {
		t.Errorf("on the law %+v", p)
	}
	if p := d.measure([][][]float64{{{9, -9}, {9, -8}}}); p.Valid != 0 {
		t.Errorf("off the law %+v", p)
	}
}

// TestMarkFront checks that of two equal points neither dominates the other.
func TestMarkFront(t *testing.T) {
	points := []Point{{Length: 1, Valid: 0.5}, {Length: 1.1, Valid: 0.9}, {Length: 1.2, Valid: 0.9}, {Length: 1.1, Valid: 0.9}, {Length: 1.05, Valid: 0.4}}
	markFront(points)
	for i, want := range []bool{true, true, false, true, false} {
		if points[i].Front != want {
			t.Errorf("point %d is on the front: %t, want %t", i, points[i].Front, want)
		}
	}
}

// TestSenseless checks invalid counts and names.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "seeds", "samples", "pairs", "anchors", "looks", "oracle.steps", "assessor.steps")
	studytest.Refuses(t, DefaultConfig, map[string]func(c *Config){
		"law": func(c *Config) { c.Distributions = []string{"weather"} }, "no law": func(c *Config) { c.Distributions = nil }, "rule": func(c *Config) { c.Rules = []string{"none"} },
		"λ": func(c *Config) { c.Lambdas = []float64{2} }, "λ twice": func(c *Config) { c.Lambdas = []float64{0.5, 0.5} }, "level": func(c *Config) { c.Level = 1 },
	})
}
