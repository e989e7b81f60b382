package example

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/routing/curve"
)

// Config describes the study.
type Config struct {
	// Curve is the distribution along a curve, its networks and the pair of points.
	Curve curve.Config `json:"curve"`
	// Anchors lists the numbers K of anchors of the curve's paths, from small to large.
	Anchors []int `json:"anchors" bounds:"distinct [1, inf)"`
	// Wave is the distribution of travelling waves.
	Wave Wave `json:"wave"`
	// Assessor has the settings of the assessors for points of the curve and windows of waves.
	Assessor assessor.Config `json:"assessor"`
	// Oracle has the settings of the oracle on both distributions. On waves, it has its own K and weight.
	Oracle oracle.Config `json:"oracle"`
}

// Wave is a distribution of travelling waves of one feature,
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
	// Anchors is K of the path and of the training of its oracle. Weight is the weight of L_valid in the training.
	Anchors int     `json:"anchors" bounds:"[1, 256]"`
	Weight  float64 `json:"weight" bounds:"[0, inf)"`
}

// DefaultConfig returns eight networks, waves of 24 steps, and small oracles with a large weight of validity. The weights, 30
// and 12 instead of 3, were chosen on these distributions.
func DefaultConfig() Config {
	c := Config{
		Curve: curve.DefaultConfig(), Anchors: []int{1, 2, 4, 8},
		Wave:     Wave{Steps: 24, Period: 12, Noise: 0.1, Samples: 1000, Shift: 2.4, Anchors: 5, Weight: 12},
		Assessor: assessor.DefaultConfig(), Oracle: oracle.DefaultConfig(),
	}
	c.Assessor.Window, c.Assessor.Hidden = 12, 32
	c.Oracle.Hidden, c.Oracle.State, c.Oracle.Batch, c.Oracle.MaxAnchors, c.Oracle.Weight = 64, 32, 32, 9, 30
	return c
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	err := errors.Join(study.Check("routing", c), c.Curve.Validate(), c.Wave.validate(), c.Assessor.Validate(), c.Oracle.Validate(2), c.Oracle.Validate(c.Wave.Steps))
	if err != nil {
		return err
	}
	if !slices.IsSorted(c.Anchors) {
		return fmt.Errorf("routing: anchors must increase, got %v", c.Anchors)
	}
	if most := c.Anchors[len(c.Anchors)-1]; most >= c.Curve.Points {
		return fmt.Errorf("routing: anchors must be below the %d points of the integral, got %d", c.Curve.Points, most)
	}
	return nil
}

func (w Wave) validate() error {
	if w.Period < 1 || w.Steps%w.Period != 0 {
		return fmt.Errorf("routing: the %d steps of a wave must be a multiple of its period, got %d", w.Steps, w.Period)
	}
	return limits.Memory(limits.Need{What: "samples of waves", Bytes: 64 * float64(w.Steps) * float64(w.Samples)})
}

// Cells implements workflow.Study: an oracle for each distribution, and the networks.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	alone := c.Curve
	alone.Networks = 0 // neither an oracle nor a network depends on their number
	routes := workflow.Add(p, workflow.Cell{Name: "oracle on the curve", Steps: c.Assessor.Steps + c.Oracle.Steps}, learnCurve, curveSettings{alone, c.Anchors, c.Assessor, c.Oracle})
	wave := workflow.Add(p, workflow.Cell{Name: "oracle on waves", Steps: c.Assessor.Steps + c.Oracle.Steps, Weight: 3}, learnWave, waveSettings{c.Wave, c.Assessor, c.Oracle})
	found := make([]workflow.Part[opinion], c.Curve.Networks)
	for i := range found {
		cell := workflow.Cell{Name: fmt.Sprintf("network %d", i), Steps: training.Steps(c.Curve.Epochs, c.Curve.Samples, c.Curve.Batch), Weight: 0.2}
		found[i] = workflow.Add(p, cell, judge, judgeSettings{alone, int64(i), routes})
	}
	return func(parts *workflow.Parts) (*Result, error) {
		return newResult(c, workflow.All(parts, found), routes.Of(parts), wave.Of(parts)), nil
	}, nil
}

// waveSettings are the settings of the cell with the waves' oracle.
type waveSettings struct {
	Wave     Wave
	Assessor assessor.Config
	Oracle   oracle.Config
}

// learnWave trains an oracle on waves and returns its path from phase 0 to Shift.
func learnWave(ctx context.Context, w *workflow.Work, s waveSettings) ([][]float64, error) {
	data := igbo.Data{Features: []string{"wave"}, Steps: s.Wave.Steps, X: s.Wave.draw(s.Wave.Samples, 1)}
	data.Y = make([]float64, len(data.X)) // an oracle only uses inputs
	s.Oracle.MinAnchors, s.Oracle.MaxAnchors, s.Oracle.Weight = s.Wave.Anchors, s.Wave.Anchors, s.Wave.Weight
	o, err := training.Oracle(ctx, w, s.Assessor, s.Oracle, data, "", 0)
	if err != nil {
		return nil, err
	}
	paths, err := o.Anchors(s.Wave.at(s.Wave.Shift), s.Wave.at(0), s.Wave.Anchors)
	if err != nil {
		return nil, err
	}
	return paths[0], nil
}

// at returns the noise-free wave of a phase.
func (w Wave) at(phase float64) []float64 {
	x := make([]float64, w.Steps)
	for t := range x {
		x[t] = math.Sin(2*math.Pi*float64(t)/float64(w.Period) - phase)
	}
	return x
}

// draw draws n waves.
func (w Wave) draw(n int, stream uint64) (x []float64) {
	rng := rand.New(rand.NewPCG(uint64(w.Steps), stream))
	for range n {
		wave := w.at(2 * math.Pi * rng.Float64())
		for t := range wave {
			wave[t] += w.Noise * rng.NormFloat64()
		}
		x = append(x, wave...)
	}
	return x
}

// raw returns the distance of a series to the nearest noise-free wave.
func (w Wave) raw(x []float64) float64 {
	return floats.Distance(x, w.at(w.phase(x)), 2)
}

// phase returns the phase of the nearest wave: over whole periods sine and cosine are orthogonal.
func (w Wave) phase(x []float64) float64 {
	return math.Atan2(floats.Dot(x, w.at(math.Pi/2)), floats.Dot(x, w.at(0)))
}

// amplitude returns the amplitude of the series' component with the wave's period.
func (w Wave) amplitude(x []float64) float64 {
	return 2 * math.Hypot(floats.Dot(x, w.at(0)), floats.Dot(x, w.at(math.Pi/2))) / float64(w.Steps)
}

// unit returns the 95 % quantile of the distances of data.
func (w Wave) unit() float64 {
	const n = 4000
	var d []float64
	for x := range slices.Chunk(w.draw(n, 2), w.Steps) {
		d = append(d, w.raw(x))
	}
	slices.Sort(d)
	return d[n*95/100]
}
