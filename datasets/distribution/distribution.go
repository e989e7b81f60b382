package distribution

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Distribution is a distribution of labelled series of T steps and D features whose truth
// is known. Points are flat, step by step, feature by feature: N·T·D numbers. Every method
// panics with an error on numbers that are not a whole number of points.
//
// The noise-free function of each law is a sum of functions of one input each, so
// that the line integral of its gradient is the same along every path and the
// attribution has a truth. What a network makes of it off the data is
// another matter.
type Distribution interface {
	// Name says which law it is, such as "curve".
	Name() string
	// Features names the D features.
	Features() []string
	// Steps is T.
	Steps() int
	// Draw draws n points: inputs n·T·D and noisy targets n·T. Same seed, same points.
	Draw(n int, seed uint64) (x, y []float64)
	// Distance returns the exact distance of each of N points to the law's support, the
	// data without their noise, in units of its 95 % quantile on
	// data: a point is valid where it is at most 1.
	Distance(x []float64) []float64
	// Output is the noise-free target of N points, N·T.
	Output(x []float64) []float64
	// Baseline draws a point T·D of the support.
	Baseline(seed uint64) []float64
	// Truth is the attribution T·D of the last output's rise from a baseline to x by
	// the law's own function; ok is false where no path within the data joins them.
	Truth(x, baseline []float64) (attribution []float64, ok bool)
	// Salient tells which of the T·D inputs the last output depends on between a baseline and x.
	Salient(x, baseline []float64) []bool
}

// Distributions lists all of them.
func Distributions() []Distribution { return []Distribution{Curve{}, Ring{}, Moons{}, AR{}} }

// FindDistribution returns the law of a name, nil where there is none.
func FindDistribution(name string) Distribution {
	for _, l := range Distributions() {
		if l.Name() == name {
			return l
		}
	}
	return nil
}

// DistributionNames lists the names of all laws.
func DistributionNames() (names []string) {
	for _, l := range Distributions() {
		names = append(names, l.Name())
	}
	return names
}

// unitDraws is the number of points that a law's unit of distance is found on.
const unitDraws = 40_000

// unit is the 95 % quantile of the raw distances of a law's own data.
func unit(l interface {
	Distribution
	raw(x []float64) float64
}) float64 {
	x, _ := l.Draw(unitDraws, 0)
	d := eachPoint(l, x, l.raw)
	slices.Sort(d)
	return d[unitDraws*95/100]
}

// eachPoint maps every point of T·D numbers to a number.
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

// checkPoints panics where x is not a whole number of points.
func checkPoints(l Distribution, x []float64, width int) {
	if len(x)%width != 0 {
		panic(fmt.Errorf("datasets: %d numbers for the distribution %s, want a multiple of %d", len(x), l.Name(), width))
	}
}

// checkPair panics where x and baseline are not one point each.
func checkPair(l Distribution, x, baseline []float64) {
	if width := l.Steps() * len(l.Features()); len(x) != width || len(baseline) != width {
		panic(fmt.Errorf("datasets: a point of %d and a baseline of %d numbers for the distribution %s, want %d each", len(x), len(baseline), l.Name(), width))
	}
}

// stream returns the random numbers of a law's seed; purposes are apart.
func stream(seed, dist, purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, 0x1a<<16|dist<<8|purpose))
}

// Purposes of a law's random numbers.
const (
	forData = iota
	forBaselines
)

// maxNumbers is how many numbers a drawing may have: 8 GiB of them.
const maxNumbers = 1 << 30

// drawPoints draws n points of one step each, with the targets of a law.
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
