package distribution

import (
	"math"
	"sync"
)

// Curve is a parabola in the plane:
//
//	x_1 ~ U(−1.5, 1.5),   x_2 = x_1² − 1 + 0.1·z,   y = sin 3x_1 + x_2 + 0.05·z′
//
// The support is the arc |x_1| ≤ 1.5 of the parabola, with Euclidean distances. Both inputs are salient.
type Curve struct{}

// Settings of the curve.
const (
	curveReach     = 1.5
	curveThickness = 0.1
	curveNoise     = 0.05
)

var curveUnit = sync.OnceValue(func() float64 { return unit(Curve{}) })

// Name implements [Distribution].
func (Curve) Name() string { return "curve" }

// Features implements [Distribution].
func (Curve) Features() []string { return []string{"x1", "x2"} }

// Steps implements [Distribution].
func (Curve) Steps() int { return 1 }

// Draw implements [Distribution].
func (c Curve) Draw(n int, seed uint64) (x, y []float64) {
	rng := stream(seed, 1, forData)
	return drawPoints(c, n, rng, curveNoise, func() []float64 {
		p := curvePoint(-curveReach + 2*curveReach*rng.Float64())
		p[1] += curveThickness * rng.NormFloat64()
		return p
	})
}

// Distance implements [Distribution].
func (c Curve) Distance(x []float64) []float64 { return inUnits(eachPoint(c, x, c.raw), curveUnit()) }

// Output implements [Distribution].
func (c Curve) Output(x []float64) []float64 { return eachPoint(c, x, planar) }

// Baseline implements [Distribution].
func (Curve) Baseline(seed uint64) []float64 {
	return curvePoint(-curveReach + 2*curveReach*stream(seed, 1, forBaselines).Float64())
}

// Truth implements [Distribution].
func (c Curve) Truth(x, baseline []float64) ([]float64, bool) {
	return planarTruth(c, x, baseline), true
}

// Salient implements [Distribution].
func (c Curve) Salient(x, baseline []float64) []bool { return planarSalient(c, x, baseline) }

// curvePoint returns the point of the parabola at x_1 = u.
func curvePoint(u float64) []float64 { return []float64{u, u*u - 1} }

// raw returns the Euclidean distance to the arc. The nearest point is an end of the arc or a foot of a
// perpendicular. The feet are at the roots u of u³ − (x_2 + ½)·u − x_1/2 = 0.
func (Curve) raw(x []float64) float64 {
	nearest := math.Inf(1)
	for _, u := range append(depressedCubic(-(x[1]+0.5), -x[0]/2), -curveReach, curveReach) {
		if math.Abs(u) <= curveReach {
			p := curvePoint(u)
			nearest = min(nearest, math.Hypot(x[0]-p[0], x[1]-p[1]))
		}
	}
	if math.IsNaN(x[0] + x[1]) {
		return math.NaN()
	}
	return nearest
}

// depressedCubic returns the real roots of u³ + p·u + q = 0.
func depressedCubic(p, q float64) []float64 {
	if d := q*q/4 + p*p*p/27; d > 0 {
		r := math.Sqrt(d)
		big := math.Cbrt(-q/2 - math.Copysign(r, q)) // avoids cancellation
		if big == 0 {
			return []float64{0}
		}
		return []float64{big - p/(3*big)}
	}
	if p == 0 {
		return []float64{0}
	}
	size := 2 * math.Sqrt(-p/3)
	angle := math.Acos(max(-1, min(1, 3*q/(p*size)))) / 3
	roots := make([]float64, 3)
	for k := range roots {
		roots[k] = size * math.Cos(angle-2*math.Pi*float64(k)/3)
	}
	return roots
}
