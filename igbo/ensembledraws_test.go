package igbo_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
)

// drawn are 32 samples to learn from and 512 to test on, in the units of the first, whose targets f gives; noise on those to learn from
// is as large as what can be known.
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

// monotone is a sum of monotone functions of eight features, each weighing .7 of the one before, with drawn signs.
func monotone(seed uint64) (data, test igbo.Data) {
	return additive(seed, func(j int, x float64) float64 {
		return []float64{x, math.Tanh(2 * x), x * math.Abs(x) / 2}[j%3]
	})
}

// mixed has a function that is not monotone in every second place.
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

// delayed are series of four features and four steps, whose target at a step is a leaky sum of those so far.
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
