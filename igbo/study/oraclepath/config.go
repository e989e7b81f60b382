package oraclepath

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
	"github.com/igbolab/igbolab/igbo/study/manifold"
)

// Config describes the study.
type Config struct {
	// Curve is the law along a curve, its networks and the pair of points.
	Curve manifold.Config `json:"curve"`
	// Anchors lists the numbers K of anchors of the curve's paths, from small to large.
	Anchors []int `json:"anchors" bounds:"distinct [1, inf)"`
	// Wave is the law of travelling waves.
	Wave Wave `json:"wave"`
	// Density judges points of the curve, Contrastive waves.
	Density     assessor.Config `json:"density"`
	Contrastive assessor.Config `json:"contrastive"`
	// Oracle says how an oracle is trained, on either law; on waves with K and weight of their own.
	Oracle oracle.Config `json:"oracle"`
}

// Wave is a law of travelling waves of one feature,
//
//	x_t = sin(2πt/Period − φ) + Noise·z_t,   φ ~ U(0, 2π),   t = 0 … Steps−1,
//
// a circle in T dimensions, with a path between the noise-free waves of the phases 0 and Shift.
type Wave struct {
	Steps   int     `json:"steps" bounds:"[2, inf)"`
	Period  int     `json:"period" bounds:"[2, inf)"`
	Noise   float64 `json:"noise" bounds:"(0, inf)"`
	Samples int     `json:"samples" bounds:"[10, inf)"`
	Shift   float64 `json:"shift" bounds:"(-inf, inf)"`
	// Anchors is K of the path, and of its oracle's training, Weight that of L_valid in it.
	Anchors int     `json:"anchors" bounds:"[1, inf)"`
	Weight  float64 `json:"weight" bounds:"[0, inf)"`
}

// DefaultConfig returns eight networks, waves of 24 steps, and small oracles that insist on
// validity: their weights, 30 and 12 instead of 3, were chosen on these laws.
func DefaultConfig() Config {
	c := Config{
		Curve: manifold.DefaultConfig(), Anchors: []int{1, 2, 4, 8},
		Wave:    Wave{Steps: 24, Period: 12, Noise: 0.1, Samples: 1000, Shift: 2.4, Anchors: 5, Weight: 12},
		Density: assessor.DefaultConfig(assessor.Density), Contrastive: assessor.DefaultConfig(assessor.Contrastive),
		Oracle: oracle.DefaultConfig(),
	}
	c.Contrastive.Window, c.Contrastive.Hidden = 12, 32
	c.Oracle.Hidden, c.Oracle.State, c.Oracle.Batch, c.Oracle.MaxAnchors, c.Oracle.Weight = 64, 32, 32, 9, 30
	return c
}

// Definition is the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "oracle-path",
		Question: "Do networks that agree on the data agree on attributions along the path of an oracle that has learned from the same data?",
		Seeds:    "curve.networks", NeedsBackend: true,
		Committed: committed, Timings: timings,
	}, DefaultConfig)
}

// Validate implements study.Study.
func (c Config) Validate() error {
	err := errors.Join(limits.Check("oraclepath", c), c.Curve.Validate(), c.Wave.validate(), c.Density.Validate(), c.Contrastive.Validate(), c.Oracle.Validate(2), c.Oracle.Validate(c.Wave.Steps))
	if err != nil {
		return err
	}
	if most := c.Anchors[len(c.Anchors)-1]; !slices.IsSorted(c.Anchors) || most >= c.Curve.Points {
		return fmt.Errorf("oraclepath: anchors %v, expected increasing numbers, fewer than the %d points of the integral", c.Anchors, c.Curve.Points)
	}
	return nil
}

func (w Wave) validate() error {
	if w.Period < 1 || w.Steps%w.Period != 0 {
		return fmt.Errorf("oraclepath: waves of %d steps with a period of %d, expected whole periods", w.Steps, w.Period)
	}
	return limits.Memory(limits.Need{What: "samples of waves", Bytes: 64 * float64(w.Steps) * float64(w.Samples)})
}

// Cells implements study.Study: an oracle for each law, and the networks.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	alone := c.Curve
	alone.Networks = 0 // neither an oracle nor a network knows how many there are
	routes := study.Add(p, study.Cell{Name: "oracle on the curve", Steps: c.Density.Steps + c.Oracle.Steps}, learnCurve, curveSettings{alone, c.Anchors, c.Density, c.Oracle})
	wave := study.Add(p, study.Cell{Name: "oracle on waves", Steps: c.Contrastive.Steps + c.Oracle.Steps, Weight: 3}, learnWave, waveSettings{c.Wave, c.Contrastive, c.Oracle})
	found := make([]study.Part[opinion], c.Curve.Networks)
	for i := range found {
		cell := study.Cell{Name: fmt.Sprintf("network %d", i), Steps: training.Steps(c.Curve.Epochs, c.Curve.Samples, c.Curve.Batch), Weight: 0.2}
		found[i] = study.Add(p, cell, judge, judgeSettings{alone, int64(i), routes})
	}
	return func(parts *study.Parts) (*Result, error) {
		r := newResult(c, routes.Of(parts), wave.Of(parts))
		for _, f := range found {
			r.add(f.Of(parts))
		}
		return r, nil
	}, nil
}

// The committed result, of the default settings, and how long it took.
var (
	//go:embed result.json
	committed []byte
	//go:embed timings.json
	timings []byte
)
