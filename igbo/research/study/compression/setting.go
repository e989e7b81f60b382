package compression

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// Setting is a distribution of data with the number of samples of a student:
//
//	f = c·Σ_k ±Decline^k·g_k(x_k),  y = f + Noise·z
//
// The functions g_k cycle through sin 2x, x, tanh 2x and x. The signs are random, the sum is over all features, and c makes the
// squared weights of the terms sum to 1. Inputs are N(0, 1) with a common factor of correlation Correlation.
type Setting struct {
	Name string `json:"name"`
	// Samples is the number of labelled samples of a student.
	Samples     int     `json:"samples" bounds:"[4, 1e6]"`
	Features    int     `json:"features" bounds:"[2, 1000]"`
	Decline     float64 `json:"decline" bounds:"(0, 1]"`
	Noise       float64 `json:"noise" bounds:"[0, 1e6]"`
	Correlation float64 `json:"correlation" bounds:"[0, 1)"`
}

// truth has the random parts of a seed.
type truth struct {
	Setting
	weights []float64
}

func newTruth(s Setting, seed int64) truth {
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	l, sum := truth{Setting: s}, 0.0
	for k := range s.Features {
		w := math.Pow(s.Decline, float64(k))
		sum += w * w
		l.weights = append(l.weights, w*float64(2*rng.IntN(2)-1))
	}
	for k := range l.weights {
		l.weights[k] /= math.Sqrt(sum)
	}
	return l
}

// value returns f.
func (l truth) value(x []float64) (f float64) {
	for k, w := range l.weights {
		f += w * benchmark.Bent(k, x[k])
	}
	return f
}

// draw draws n samples. If exact is set, targets have no noise.
func (l truth) draw(n int, seed uint64, exact bool) igbo.Data {
	rng := rand.New(rand.NewPCG(seed, 2))
	d := igbo.Data{Steps: 1}
	for k := range l.Features {
		d.Features = append(d.Features, fmt.Sprintf("x%d", k+1))
	}
	for range n {
		x, common := make([]float64, l.Features), rng.NormFloat64()
		for k := range x {
			x[k] = math.Sqrt(l.Correlation)*common + math.Sqrt(1-l.Correlation)*rng.NormFloat64()
		}
		y := l.value(x)
		if z := rng.NormFloat64(); !exact {
			y += l.Noise * z
		}
		d.X, d.Y = append(d.X, x...), append(d.Y, y)
	}
	return d
}
