package fewsamples

import (
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// memory is how much of a state the next step of a series keeps.
const memory = 0.5

// Series draws a problem of series: k.Samples of so many steps, whose states z_t = ½·z_(t−1) + x_t the linear truth
// weighs, f_t = w·z_t, with noise at every step. The order is that of the truth's scores, H's mean over steps.
func (c Config) Series(k Case, steps int, seed int64) (*contest.Problem, error) {
	rng := rand.New(rand.NewPCG(uint64(seed), 3))
	l := newLaw(Linear, c.Features, c.Size, k.Decay, rng)
	test, _ := l.series(c.Test, steps, 0, rng)
	train, states := l.series(k.Samples, steps, k.Noise, rng)
	order, err := l.order(states, steps, attribution.Absolute, 0, k.R, uint64(seed))
	return &contest.Problem{Train: train, Test: test, Order: order}, err
}

// series are n of them, with their states.
func (l law) series(n, steps int, noise float64, rng *rand.Rand) (d igbo.Data, states []float64) {
	d = l.data(n*steps, 0, rng)
	d.Steps = steps
	states = make([]float64, len(d.X))
	for i := range d.Y {
		row := states[i*len(l.w) : (i+1)*len(l.w)]
		copy(row, d.X[i*len(l.w):])
		if i%steps > 0 {
			for j, v := range states[(i-1)*len(l.w) : i*len(l.w)] {
				row[j] += memory * v
			}
		}
		d.Y[i] = l.value(row)
		if noise > 0 {
			d.Y[i] += noise * rng.NormFloat64()
		}
	}
	return d, states
}
