package assessor

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// points draws n series from a distribution, in normalised units.
func points(l datasets.Distribution, n int, seed uint64) Points {
	p := Points{Features: l.Features(), Steps: l.Steps()}
	p.X, _ = l.Draw(n, seed)
	reference, _ := l.Draw(2000, 0)
	d := len(p.Features)
	mean, square := make([]float64, d), make([]float64, d)
	for i, v := range reference {
		mean[i%d] += v * float64(d) / float64(len(reference))
		square[i%d] += v * v * float64(d) / float64(len(reference))
	}
	for i := range p.X {
		k := i % d
		p.X[i] = (p.X[i] - mean[k]) / math.Sqrt(square[k]-mean[k]*mean[k])
	}
	return p
}

// quick returns the settings of a short training.
func quick() Config {
	c := DefaultConfig()
	c.Hidden, c.Steps, c.Batch = 8, 30, 16
	return c
}

// made trains an assessor.
func made(t *testing.T, cfg Config, p Points) Assessor {
	t.Helper()
	return must.Of(Train(t.Context(), backendtest.Open(t), cfg, p)).In(t)
}

// each runs a test with two small assessors, one for whole series and one for windows, and matching points.
// Each is trained once.
func each(t *testing.T, test func(t *testing.T, a Assessor, p Points)) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			if s.made == nil {
				cfg := quick()
				cfg.Window = s.window
				s.made = made(t, cfg, points(s.distribution, 100, 1))
			}
			test(t, s.made, points(s.distribution, 20, 2))
		})
	}
}

type sample struct {
	name         string
	distribution datasets.Distribution
	window       int
	made         Assessor
}

var samples = []*sample{
	{name: "whole", distribution: datasets.Curve{}}, {name: "windows", distribution: datasets.AR{}, window: 4},
}

// bytesOf returns the encoded assessor.
func bytesOf(t *testing.T, a Assessor) []byte {
	t.Helper()
	return must.Of(a.MarshalBinary()).In(t)
}

// numbers evaluates a graph on points in float64.
func numbers(t *testing.T, p Points, build func(x *graph.Node) *graph.Node) []float64 {
	t.Helper()
	out := backendtest.Evaluate(t, func(in []*graph.Node) []*graph.Node { return []*graph.Node{build(in[0])} },
		tensors.FromFlatDataAndDimensions(p.X, p.Series(), p.Steps, len(p.Features)))
	return out[0]
}

func energiesOf(t *testing.T, a Assessor, p Points) []float64 {
	t.Helper()
	return must.Of(Energies(backendtest.Open(t), a, p)).In(t)
}
