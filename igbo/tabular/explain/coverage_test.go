package explain

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// TestCoverage checks that 95 % intervals contain the population value for at least 93 % of the
// samples drawn from it.
func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		name         string
		of           func(*testing.T) population
		n            int
		set          func(c *Config)
		few, replays int
	}{
		{"trees, 200 rows, background 100", treePopulation, 200, func(c *Config) {}, 60, 400},
		{"trees, 200 rows, background all", treePopulation, 200, func(c *Config) { c.Background = 200 }, 0, 400},
		{"trees, 2000 rows, background 100", treePopulation, 2000, func(c *Config) {}, 0, 400},
		{"trees, 2000 rows, background all", treePopulation, 2000, func(c *Config) { c.Background = 2000 }, 0, 400},
		{"linear, 200 rows", linearPopulation, 200, func(c *Config) {}, 20, 400},
		{"linear, 2000 rows", linearPopulation, 2000, func(c *Config) {}, 0, 400},
		{"network, 200 rows", networkPopulation, 200, func(c *Config) {}, 10, 400},
		{"network, 2000 rows", networkPopulation, 2000, func(c *Config) {}, 0, 400},
		{"program, 200 rows, as by default", programPopulation, 200, func(c *Config) {}, 40, 400},
		{"program, 2000 rows, as by default", programPopulation, 2000, func(c *Config) {}, 0, 400},
		{"program, 200 rows, background 100", programPopulation, 200, func(c *Config) { c.Rows, c.Pairs = 200, 200 }, 0, 400},
		{"program, 200 rows, background all", programPopulation, 200, func(c *Config) { c.Rows, c.Background, c.Pairs = 200, 200, 400 }, 0, 400},
		{"program, 2000 rows, background 100", programPopulation, 2000, func(c *Config) { c.Rows, c.Pairs = 2000, 200 }, 0, 200},
	} {
		replays := sweep.Draws(c.few, c.few, c.replays)
		if replays == 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			p := c.of(t)
			truth := p.values(400_000)
			var covered [4]int
			began := time.Now()
			for replay := range replays {
				draw := rand.New(rand.NewPCG(uint64(replay), 3))
				data := igbo.Data{Features: []string{"a", "b", "c"}, Steps: 1, X: make([]float64, 3*c.n), Y: make([]float64, c.n)}
				for i := range c.n {
					p.draw(draw, data.X[i*3:i*3+3])
				}
				cfg := DefaultConfig()
				cfg.Seed = uint64(replay)
				c.set(&cfg)
				for i, s := range answers(t, p.over(t, data), cfg) {
					if s.Low <= truth[i] && truth[i] <= s.High {
						covered[i]++
					}
				}
			}
			text := ""
			for i, what := range []string{"H(a) − H(b)", "H(c)", "H(a) − H(c)", "R(a)"} {
				share := float64(covered[i]) / float64(replays)
				text += fmt.Sprintf("  %s %.3f", what, share)
				stdDevs := 3.0
				if sweep.Whole() {
					stdDevs = 2
				}
				if least := 0.93 - stdDevs*math.Sqrt(0.93*0.07/float64(replays)); share < least {
					t.Errorf("%s is covered in %.3f of %d files, want at least %.3f", what, share, replays, least)
				}
			}
			t.Logf("%d files in %s:%s", replays, time.Since(began).Round(time.Millisecond), text)
		})
	}
}

// answers returns the four statements of a population.
func answers(t *testing.T, s *run, c Config) (list [4]Statement) {
	t.Helper()
	low, high := 0.0, 1.0
	claims := []claim{
		{u: 0, v: 1}, {Statement: Statement{Min: &low, Max: &high}, u: 2, v: -1}, {u: 0, v: 2}, {column: 0, sign: 1},
	}
	if _, _, err := s.judge(context.Background(), c, claims, nil); err != nil {
		t.Fatal(err)
	}
	for i := range claims {
		list[i] = claims[i].answered(c.Level)
	}
	return list
}
