package example

import (
	"testing"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestOracleFollowsTheCurve checks the oracle's path through eight anchors after half of its training. The path must be valid
// nearly everywhere, while the straight path is valid nearly nowhere. It must be hardly longer than the curve, and its ends
// must be exact.
func TestOracleFollowsTheCurve(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Oracle.Steps = 500
	found := must.Of(learnCurve(t.Context(), &workflow.Work{Backend: backendtest.Open(t)}, curveSettings{cfg.Curve, []int{8}, cfg.Assessor, cfg.Oracle})).In(t)
	start, end := cfg.Curve.Ends()
	distance := func(x []float64) float64 { return datasets.Curve{}.Distance(x)[0] }
	line, path := newPath(straight(start, end, 0), distance), newPath(found[0], distance)
	if line.Valid > 0.3 || path.Valid < 0.8 || path.Length > 1.4 {
		t.Errorf("valid: straight %.2f, oracle %.2f with the length %.2f, want at most 0.3, and at least 0.8 and at most 1.4", line.Valid, path.Valid, path.Length)
	}
	if corners := path.Corners; len(corners) != 10 || corners[0][0] != start[0] || corners[9][1] != end[1] {
		t.Errorf("corners %v, want 10 from %v to %v", corners, start, end)
	}
}

// TestNonsense checks that invalid settings are rejected with the allowed values.
func TestNonsense(t *testing.T) {
	studytest.Refuses(t, DefaultConfig, map[string]func(*Config){
		"no anchors":           func(c *Config) { c.Anchors = nil },
		"anchors that fall":    func(c *Config) { c.Anchors = []int{2, 1} },
		"0 anchors":            func(c *Config) { c.Anchors = []int{0} },
		"more than points":     func(c *Config) { c.Anchors = []int{c.Curve.Points} },
		"part of a period":     func(c *Config) { c.Wave.Steps = 20 },
		"waves without noise":  func(c *Config) { c.Wave.Noise = 0 },
		"a path of no anchors": func(c *Config) { c.Wave.Anchors = 0 },
		"no networks":          func(c *Config) { c.Curve.Networks = 0 },
		"no training":          func(c *Config) { c.Oracle.Steps = 0 },
	})
}
