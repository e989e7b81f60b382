package distribution

import "math"

// planar is the noise-free function of the distributions in the plane:
//
//	F(x) = sin 3x_1 + x_2
//
// It ignores all other features.
func planar(x []float64) float64 { return math.Sin(3*x[0]) + x[1] }

// planarTruth attributes the change of planar to the inputs.
func planarTruth(l Distribution, x, baseline []float64) []float64 {
	checkPair(l, x, baseline)
	truth := make([]float64, len(x))
	truth[0], truth[1] = math.Sin(3*x[0])-math.Sin(3*baseline[0]), x[1]-baseline[1]
	return truth
}

// planarSalient marks the first two inputs.
func planarSalient(l Distribution, x, baseline []float64) []bool {
	checkPair(l, x, baseline)
	salient := make([]bool, len(x))
	salient[0], salient[1] = true, true
	return salient
}

// beyond returns the squared distance of the numbers to the box [−1, 1].
func beyond(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		over := max(0, math.Abs(v)-1)
		sum += over * over
	}
	return sum
}
