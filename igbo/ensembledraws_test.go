package igbo_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
)

// drawn returns 32 training samples and 512 test samples with targets from f, standardised on the test
// targets. The training targets have additional noise with standard deviation 0.5.
func drawn(seed uint64, steps, features int, f func(x []float64) []float64) (data, test igbo.Data) {
	rng := rand.New(rand.NewPCG(seed, 25))
	sample := func(n int) igbo.Data {
		d := igbo.Data{Steps: steps}
		for j := range features {
			d.Features = append(d.Features, fmt.Sprintf("x%d", j+1))
		}
		for range n {
			x := make([]float64, steps*features)
			for j := range x {
				x[j] = rng.NormFloat64()
			}
			d.X, d.Y = append(d.X, x...), append(d.Y, f(x)...)
		}
		return d
	}
	data, test = sample(32), sample(512)
	mean, sd := stat.MeanStdDev(test.Y, nil)
	for i := range data.Y {
		data.Y[i] = (data.Y[i]-mean)/sd + 0.5*rng.NormFloat64()
	}
	for i := range test.Y {
		test.Y[i] = (test.Y[i] - mean) / sd
	}
	return data, test
}

// monotone has a target that is a sum of monotone functions of eight features with random signs.
// Each weight is 0.7 times the previous one.
func monotone(seed uint64) (data, test igbo.Data) {
	return additive(seed, func(j int, x float64) float64 {
		return []float64{x, math.Tanh(2 * x), x * math.Abs(x) / 2}[j%3]
	})
}

// mixed is like monotone, but every second function is not monotone.
func mixed(seed uint64) (data, test igbo.Data) {
	return additive(seed, func(j int, x float64) float64 {
		return []float64{x, math.Abs(x), math.Tanh(2 * x), x*x/2 - 0.5}[j%4]
	})
}

func additive(seed uint64, of func(j int, x float64) float64) (data, test igbo.Data) {
	signs := rand.New(rand.NewPCG(seed, 26))
	weights := make([]float64, 8)
	for j := range weights {
		weights[j] = math.Pow(0.7, float64(j)) * float64(2*signs.IntN(2)-1)
	}
	return drawn(seed, 1, len(weights), func(x []float64) []float64 {
		y := 0.0
		for j, w := range weights {
			y += w * of(j, x[j])
		}
		return []float64{y}
	})
}

// delayed returns series of four features and four steps. The target at a step is a leaky sum over
// the steps so far.
func delayed(seed uint64) (data, test igbo.Data) {
	return drawn(seed, 4, 4, func(x []float64) (y []float64) {
		state := 0.0
		for t := range 4 {
			state = 0.6*state + math.Tanh(x[4*t]) + 0.6*x[4*t+1] - 0.36*x[4*t+2] + 0.2*x[4*t+3]
			y = append(y, state)
		}
		return y
	})
}
