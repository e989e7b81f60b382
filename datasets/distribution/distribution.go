package distribution

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A Distribution is a distribution of labelled series of T steps and D features with a known truth. Methods
// take N points as flat lists of N·T·D numbers, step by step and feature by feature. They panic with an error
// if the length is not a multiple of T·D.
//
// The noise-free function is a sum of functions of single inputs. So the line integral of its gradient is the
// same along every path, and the true attribution is defined. A trained network may behave differently off the
// data.
type Distribution interface {
	// Name returns the name of the distribution, such as "curve".
	Name() string
	// Features returns the names of the D features.
	Features() []string
	// Steps returns T.
	Steps() int
	// Draw draws n points: n·T·D inputs and n·T noisy targets. The same seed gives the same points.
	Draw(n int, seed uint64) (x, y []float64)
	// Distance returns the exact distance of each of N points to the support, which is the data without noise.
	// The unit is the 95 % quantile of the distances of data. A point is valid if its distance is at most 1.
	Distance(x []float64) []float64
	// Output returns the N·T noise-free targets of N points.
	Output(x []float64) []float64
	// Baseline draws a point of the support with T·D numbers.
	Baseline(seed uint64) []float64
	// Truth returns the true attribution of the change in the last noise-free output from baseline to x, T·D
	// numbers. ok is false if no path within the data connects the points.
	Truth(x, baseline []float64) (attribution []float64, ok bool)
	// Salient reports for each of the T·D inputs whether the last output depends on it between baseline and x.
	Salient(x, baseline []float64) []bool
}

// Distributions returns all distributions.
func Distributions() []Distribution { return []Distribution{Curve{}, Ring{}, Moons{}, AR{}} }

// FindDistribution returns the distribution with the given name, or nil if there is none.
func FindDistribution(name string) Distribution {
	for _, l := range Distributions() {
		if l.Name() == name {
			return l
		}
	}
	return nil
}

// DistributionNames returns the names of all distributions.
func DistributionNames() (names []string) {
	for _, l := range Distributions() {
		names = append(names, l.Name())
	}
	return names
}

// unitDraws is the number of points from which the unit of distance is determined.
const unitDraws = 40_000

// unit returns the 95 % quantile of the raw distances of a distribution's own data.
func unit(l interface {
	Distribution
	raw(x []float64) float64
}) float64 {
	x, _ := l.Draw(unitDraws, 0)
	d := eachPoint(l, x, l.raw)
	slices.Sort(d)
	return d[unitDraws*95/100]
}

// eachPoint applies f to every point of T·D numbers.
func eachPoint(l Distribution, x []float64, f func(point []float64) float64) []float64 {
	width := l.Steps() * len(l.Features())
	checkPoints(l, x, width)
	found := make([]float64, 0, len(x)/width)
	for point := range slices.Chunk(x, width) {
		found = append(found, f(point))
	}
	return found
}

// inUnits divides distances by their unit.
func inUnits(d []float64, unit float64) []float64 {
	for i := range d {
		d[i] /= unit
	}
	return d
}

// checkPoints panics unless x contains whole points.
func checkPoints(l Distribution, x []float64, width int) {
	if len(x)%width != 0 {
		panic(fmt.Errorf("datasets: %d numbers for the distribution %s, want a multiple of %d", len(x), l.Name(), width))
	}
}

// checkPair panics unless x and baseline contain one point each.
func checkPair(l Distribution, x, baseline []float64) {
	if width := l.Steps() * len(l.Features()); len(x) != width || len(baseline) != width {
		panic(fmt.Errorf("datasets: the point has %d numbers and the baseline has %d; the distribution %s requires %d each", len(x), len(baseline), l.Name(), width))
	}
}

// stream returns the random stream for a seed, a distribution and a purpose.
func stream(seed, dist, purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, 0x1a<<16|dist<<8|purpose))
}

// Purposes of random streams.
const (
	forData = iota
	forBaselines
)

// maxNumbers is the maximum number of numbers in a draw: 8 GiB.
const maxNumbers = 1 << 30

// drawPoints draws n points, with the noisy targets of a distribution.
func drawPoints(l Distribution, n int, rng *rand.Rand, noise float64, point func() []float64) (x, y []float64) {
	if width := l.Steps() * len(l.Features()); n < 0 || n > maxNumbers/width {
		panic(fmt.Errorf("datasets: %d points of the distribution %s, want 0 or more points with at most %d numbers", n, l.Name(), maxNumbers))
	}
	for range n {
		x = append(x, point()...)
	}
	y = l.Output(x)
	for i := range y {
		y[i] += noise * rng.NormFloat64()
	}
	return x, y
}
