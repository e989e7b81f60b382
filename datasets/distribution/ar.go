package distribution

import (
	"math"
	"math/rand/v2"
	"sync"
)

// AR is a travelling wave at three stations with autoregressive noise, as series of 16 steps and 3 features:
//
//	x_{t,k} = cos(φ + 2πt/8 − 2πk/6) + 0.08·e_{t,k},   φ ~ U(0, 2π),
//	e_{t,k} = ½·e_{t−1,k} + √¾·z_{t,k},   e_{1,k} = z_{1,k},
//	y_t = Σ_{t−4<i≤t} (sin 2x_{i,1} + ½·x_{i,2}) + 0.05·z′_t.
//
// The support is the ring of noiseless waves. The distance of x to it is measured in innovations:
//
//	min_φ √(Σ_{t,k} z_{t,k}²),
//
// where the z are the innovations that turn the wave with phase φ into x. A mixture of two waves with different
// phases is a flattened wave. It is far from the support because its innovations contain part of the wave. The
// last four steps of the first two features are salient.
type AR struct{}

// Settings of the wave.
const (
	arSteps    = 16
	arFeatures = 3
	arPeriod   = 8
	arLag      = 6
	arStdDev   = 0.08
	arMemory   = 0.5
	arWindow   = 4
	arNoise    = 0.05
)

var arUnit = sync.OnceValue(func() float64 { return unit(AR{}) })

// Name implements [Distribution].
func (AR) Name() string { return "ar" }

// Features implements [Distribution].
func (AR) Features() []string { return []string{"x1", "x2", "x3"} }

// Steps implements [Distribution].
func (AR) Steps() int { return arSteps }

// Draw implements [Distribution].
func (a AR) Draw(n int, seed uint64) (x, y []float64) {
	rng := stream(seed, 4, forData)
	return drawPoints(a, n, rng, arNoise, func() []float64 {
		p, e := wave(2*math.Pi*rng.Float64()), colored(rng)
		for i := range p {
			p[i] += arStdDev * e[i]
		}
		return p
	})
}

// Distance implements [Distribution].
func (a AR) Distance(x []float64) []float64 { return inUnits(eachPoint(a, x, a.raw), arUnit()) }

// Output implements [Distribution].
func (a AR) Output(x []float64) []float64 {
	checkPoints(a, x, arSteps*arFeatures)
	y := make([]float64, len(x)/arFeatures)
	for j := range y {
		for i := range min(arWindow, j%arSteps+1) {
			for k := range 2 {
				y[j] += station(k, x[(j-i)*arFeatures+k])
			}
		}
	}
	return y
}

// Baseline implements [Distribution].
func (AR) Baseline(seed uint64) []float64 {
	return wave(2 * math.Pi * stream(seed, 4, forBaselines).Float64())
}

// Truth implements [Distribution].
func (a AR) Truth(x, baseline []float64) ([]float64, bool) {
	truth := make([]float64, len(x))
	for i, salient := range a.Salient(x, baseline) {
		if salient {
			truth[i] = station(i%arFeatures, x[i]) - station(i%arFeatures, baseline[i])
		}
	}
	return truth, true
}

// Salient implements [Distribution].
func (a AR) Salient(x, baseline []float64) []bool {
	checkPair(a, x, baseline)
	salient := make([]bool, len(x))
	for i := range salient {
		salient[i] = i/arFeatures >= arSteps-arWindow && i%arFeatures < 2
	}
	return salient
}

// station returns the contribution of an input of feature k to the targets in its window.
func station(k int, x float64) float64 {
	if k == 0 {
		return math.Sin(2 * x)
	}
	return x / 2
}

// wave returns the noiseless series with a given phase.
func wave(phase float64) []float64 {
	x := make([]float64, arSteps*arFeatures)
	for i := range x {
		x[i] = math.Cos(phase + 2*math.Pi*float64(i/arFeatures)/arPeriod - 2*math.Pi*float64(i%arFeatures)/arLag)
	}
	return x
}

// colored draws the autoregressive noise e of a series.
func colored(rng *rand.Rand) []float64 {
	e := make([]float64, arSteps*arFeatures)
	for i := range e {
		e[i] = rng.NormFloat64()
		if i >= arFeatures {
			e[i] = arMemory*e[i-arFeatures] + math.Sqrt(1-arMemory*arMemory)*e[i]
		}
	}
	return e
}

// innovations returns the z for which e = x/0.08. It is linear in x.
func innovations(x []float64) []float64 {
	z := make([]float64, len(x))
	for i := range z {
		z[i] = x[i] / arStdDev
		if i >= arFeatures {
			z[i] = (z[i] - arMemory*x[i-arFeatures]/arStdDev) / math.Sqrt(1-arMemory*arMemory)
		}
	}
	return z
}

// arCosine and arSine are A and B in raw.
var arCosine, arSine = innovations(wave(0)), innovations(wave(math.Pi / 2))

// raw returns the distance to the ring of waves in innovations. The innovations of a wave are cos φ·A + sin
// φ·B, so the squared distance is a trigonometric polynomial of degree 2 in φ.
func (AR) raw(x []float64) float64 {
	z, a, b := innovations(x), arCosine, arSine
	zz, za, zb, aa, ab, bb := dot(z, z), dot(z, a), dot(z, b), dot(a, a), dot(a, b), dot(b, b)
	square := func(phase float64) float64 {
		sin, cos := math.Sincos(phase)
		return zz - 2*(cos*za+sin*zb) + cos*cos*aa + 2*cos*sin*ab + sin*sin*bb
	}
	return math.Sqrt(max(0, square(minimizePeriodic(square, 32))))
}

// dot returns Σ x_i·y_i.
func dot(x, y []float64) float64 {
	sum := 0.0
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

// minimizePeriodic minimises a smooth function of an angle. It finds the best of n points and then uses
// golden-section search between the neighbours.
func minimizePeriodic(f func(float64) float64, n int) float64 {
	best, least := 0.0, f(0)
	for i := 1; i < n; i++ {
		if at := 2 * math.Pi * float64(i) / float64(n); f(at) < least {
			best, least = at, f(at)
		}
	}
	low, high := best-2*math.Pi/float64(n), best+2*math.Pi/float64(n)
	golden := (math.Sqrt(5) - 1) / 2
	for range 45 {
		left, right := high-golden*(high-low), low+golden*(high-low)
		if f(left) < f(right) {
			high = right
		} else {
			low = left
		}
	}
	return (low + high) / 2
}
