package distribution

import (
	"math"
	"sync"
)

// Ring is a ring in the plane with two additional irrelevant features:
//
//	(x_1, x_2) = (1 + 0.1·z)·(cos θ, sin θ),   θ ~ U(0, 2π),   x_3, x_4 ~ U(−1, 1),
//	y = sin 3x_1 + x_2 + 0.05·z′
//
// The support is the unit circle times the square [−1, 1]², with Euclidean distances. There are no data near
// the origin. The first two inputs are salient.
type Ring struct{}

// Settings of the ring.
const (
	ringThickness = 0.1
	ringNoise     = 0.05
)

var ringUnit = sync.OnceValue(func() float64 { return unit(Ring{}) })

// Name implements [Distribution].
func (Ring) Name() string { return "ring" }

// Features implements [Distribution].
func (Ring) Features() []string { return []string{"x1", "x2", "x3", "x4"} }

// Steps implements [Distribution].
func (Ring) Steps() int { return 1 }

// Draw implements [Distribution].
func (r Ring) Draw(n int, seed uint64) (x, y []float64) {
	rng := stream(seed, 2, forData)
	return drawPoints(r, n, rng, ringNoise, func() []float64 {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		radius := 1 + ringThickness*rng.NormFloat64()
		return []float64{radius * cos, radius * sin, 2*rng.Float64() - 1, 2*rng.Float64() - 1}
	})
}

// Distance implements [Distribution].
func (r Ring) Distance(x []float64) []float64 { return inUnits(eachPoint(r, x, r.raw), ringUnit()) }

// Output implements [Distribution].
func (r Ring) Output(x []float64) []float64 { return eachPoint(r, x, planar) }

// Baseline implements [Distribution].
func (Ring) Baseline(seed uint64) []float64 {
	rng := stream(seed, 2, forBaselines)
	sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
	return []float64{cos, sin, 2*rng.Float64() - 1, 2*rng.Float64() - 1}
}

// Truth implements [Distribution].
func (r Ring) Truth(x, baseline []float64) ([]float64, bool) {
	return planarTruth(r, x, baseline), true
}

// Salient implements [Distribution].
func (r Ring) Salient(x, baseline []float64) []bool { return planarSalient(r, x, baseline) }

// raw returns the Euclidean distance to the support.
func (Ring) raw(x []float64) float64 {
	off := math.Hypot(x[0], x[1]) - 1
	return math.Sqrt(off*off + beyond(x[2:]))
}
