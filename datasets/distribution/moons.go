package distribution

import (
	"math"
	"sync"
)

// Moons are two interleaved half circles with two additional irrelevant features:
//
//	(x_1, x_2) = (cos θ, sin θ) + 0.1·z   or   (1 − cos θ, ½ − sin θ) + 0.1·z,   θ ~ U(0, π),
//	x_3, x_4 ~ U(−1, 1),   y = sin 3x_1 + x_2 + 0.05·z′
//
// Both half circles are equally likely. The support is both half circles times the square [−1, 1]², with
// Euclidean distances. No path within the data connects the moons, so the truth is only defined if both points
// are nearest to the same moon. The first two inputs are salient.
type Moons struct{}

// Settings of the moons.
const (
	moonsThickness = 0.1
	moonsNoise     = 0.05
)

var moonsUnit = sync.OnceValue(func() float64 { return unit(Moons{}) })

// Name implements [Distribution].
func (Moons) Name() string { return "moons" }

// Features implements [Distribution].
func (Moons) Features() []string { return []string{"x1", "x2", "x3", "x4"} }

// Steps implements [Distribution].
func (Moons) Steps() int { return 1 }

// Draw implements [Distribution].
func (m Moons) Draw(n int, seed uint64) (x, y []float64) {
	rng := stream(seed, 3, forData)
	return drawPoints(m, n, rng, moonsNoise, func() []float64 {
		p := moonPoint(rng.IntN(2), math.Pi*rng.Float64())
		p[0] += moonsThickness * rng.NormFloat64()
		p[1] += moonsThickness * rng.NormFloat64()
		return append(p, 2*rng.Float64()-1, 2*rng.Float64()-1)
	})
}

// Distance implements [Distribution].
func (m Moons) Distance(x []float64) []float64 { return inUnits(eachPoint(m, x, m.raw), moonsUnit()) }

// Output implements [Distribution].
func (m Moons) Output(x []float64) []float64 { return eachPoint(m, x, planar) }

// Baseline implements [Distribution].
func (Moons) Baseline(seed uint64) []float64 {
	rng := stream(seed, 3, forBaselines)
	return append(moonPoint(rng.IntN(2), math.Pi*rng.Float64()), 2*rng.Float64()-1, 2*rng.Float64()-1)
}

// Truth implements [Distribution].
func (m Moons) Truth(x, baseline []float64) ([]float64, bool) {
	truth := planarTruth(m, x, baseline)
	return truth, m.Moon(x) == m.Moon(baseline)
}

// Salient implements [Distribution].
func (m Moons) Salient(x, baseline []float64) []bool { return planarSalient(m, x, baseline) }

// Moon returns the number of the moon that is nearest to a point, 0 or 1.
func (Moons) Moon(x []float64) int {
	if moonDistance(1, x) < moonDistance(0, x) {
		return 1
	}
	return 0
}

// raw returns the Euclidean distance to the nearest moon.
func (Moons) raw(x []float64) float64 {
	off := min(moonDistance(0, x), moonDistance(1, x))
	return math.Sqrt(off*off + beyond(x[2:]))
}

// moonPoint returns the point of a moon at an angle.
func moonPoint(moon int, theta float64) []float64 {
	sin, cos := math.Sincos(theta)
	if moon == 1 {
		return []float64{1 - cos, 0.5 - sin}
	}
	return []float64{cos, sin}
}

// moonDistance returns the distance of (x_1, x_2) to a moon: to its circle if the point is on the same side as
// the arc, else to the nearest end.
func moonDistance(moon int, x []float64) float64 {
	a, b := x[0], x[1]
	if moon == 1 {
		a, b = 1-a, 0.5-b
	}
	if b >= 0 {
		return math.Abs(math.Hypot(a, b) - 1)
	}
	return math.Hypot(math.Abs(a)-1, b)
}
