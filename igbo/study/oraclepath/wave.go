package oraclepath

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/study"
)

// waveSettings are those of the cell of the waves' oracle.
type waveSettings struct {
	Wave     Wave
	Assessor assessor.Config
	Oracle   oracle.Config
}

// learnWave trains an oracle on waves and asks it for the path from phase 0 to Shift.
func learnWave(ctx context.Context, w *study.Work, s waveSettings) ([][]float64, error) {
	data := igbo.Data{Features: []string{"wave"}, Steps: s.Wave.Steps, X: s.Wave.draw(s.Wave.Samples, 1)}
	data.Y = make([]float64, len(data.X)) // an oracle learns from inputs alone
	s.Oracle.MinAnchors, s.Oracle.MaxAnchors = s.Wave.Anchors, s.Wave.Anchors
	o, err := learn(ctx, w, s.Assessor, s.Oracle, data)
	if err != nil {
		return nil, err
	}
	paths, err := o.Anchors(s.Wave.at(s.Wave.Shift), s.Wave.at(0), s.Wave.Anchors)
	if err != nil {
		return nil, err
	}
	return paths[0], nil
}

// at is the noise-free wave of a phase.
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

// raw is the distance of a series to the nearest noise-free wave.
func (w Wave) raw(x []float64) float64 {
	nearest := w.at(w.phase(x))
	return floats.Distance(x, nearest, 2)
}

// phase is that of the nearest wave: over whole periods sine and cosine are orthogonal.
func (w Wave) phase(x []float64) float64 {
	return math.Atan2(floats.Dot(x, w.at(math.Pi/2)), floats.Dot(x, w.at(0)))
}

// amplitude is that of the part of a series that is a wave of the period.
func (w Wave) amplitude(x []float64) float64 {
	return 2 * math.Hypot(floats.Dot(x, w.at(0)), floats.Dot(x, w.at(math.Pi/2))) / float64(w.Steps)
}

// unit is the 95 % quantile of the distances of data.
func (w Wave) unit() float64 {
	const n = 4000
	var d []float64
	for x := range slices.Chunk(w.draw(n, 2), w.Steps) {
		d = append(d, w.raw(x))
	}
	slices.Sort(d)
	return d[n*95/100]
}
