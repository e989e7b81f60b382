package fewsamples

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// The truths.
const (
	Linear   = "linear"
	Monotone = "monotone" // Σ w_k·√2·tanh(x_k)
	Mixed    = "mixed"    // tanh, (x²−1)/√2 and sin 2x in turn, and the product of the first two features
)

// truth is a distribution with its weights.
type truth struct {
	kind string
	w    []float64
}

// newTruth returns a truth with random signs.
func newTruth(kind string, features int, size, decay float64, rng *rand.Rand) truth {
	l := truth{kind: kind}
	for k := range features {
		w := size * math.Pow(decay, float64(k))
		if rng.IntN(2) == 0 {
			w = -w
		}
		l.w = append(l.w, w)
	}
	return l
}

// part returns the contribution of feature k at x without its weight.
func (l truth) part(k int, x float64) float64 {
	switch {
	case l.kind == Linear:
		return x
	case l.kind == Monotone || k%3 == 0:
		return math.Sqrt2 * math.Tanh(x)
	case k%3 == 1:
		return (x*x - 1) / math.Sqrt2
	}
	return math.Sqrt2 * math.Sin(2*x)
}

// product returns the weight of x_0·x_1.
func (l truth) product() float64 {
	if l.kind == Mixed && len(l.w) > 1 {
		return l.w[0] / 2
	}
	return 0
}

// value returns f(x).
func (l truth) value(x []float64) float64 {
	y := 0.0
	for k, w := range l.w {
		y += w * l.part(k, x[k])
	}
	if p := l.product(); p != 0 {
		y += p * x[0] * x[1]
	}
	return y
}

// h returns the attribution along the straight path from a baseline, in closed form. For an additive part, it is the part's
// difference; for a product, it is the change of one factor times the mean of the other factor's ends.
func (l truth) h(x, from []float64) []float64 {
	h := make([]float64, len(l.w))
	for k, w := range l.w {
		h[k] = w * (l.part(k, x[k]) - l.part(k, from[k]))
	}
	if p := l.product(); p != 0 {
		h[0] += p * (x[0] - from[0]) * (x[1] + from[1]) / 2
		h[1] += p * (x[1] - from[1]) * (x[0] + from[0]) / 2
	}
	return h
}

// inputs draws n rows.
func (l truth) inputs(n int, rng *rand.Rand) (x []float64) {
	for range n * len(l.w) {
		x = append(x, rng.NormFloat64())
	}
	return x
}

// data returns rows with targets that have noise with this standard deviation.
func (l truth) data(n int, noise float64, rng *rand.Rand) igbo.Data {
	d := igbo.Data{Steps: 1, X: l.inputs(n, rng)}
	for k := range l.w {
		d.Features = append(d.Features, fmt.Sprintf("x%d", k))
	}
	for i := range n {
		y := l.value(d.X[i*len(l.w) : (i+1)*len(l.w)])
		if noise > 0 {
			y += noise * rng.NormFloat64()
		}
		d.Y = append(d.Y, y)
	}
	return d
}

// order returns the graph of the truth's scores on inputs. Each score is the mean over steps rows, and the baseline is offset
// standard deviations away from their mean.
func (l truth) order(x []float64, steps int, score attribution.ScoreKind, offset, r float64, seed uint64) (*dag.DAG, error) {
	k := len(l.w)
	n := len(x) / k
	from := make([]float64, k)
	for j := range from {
		mean, square := 0.0, 0.0
		for i := range n {
			mean += x[i*k+j] / float64(n)
			square += x[i*k+j] * x[i*k+j] / float64(n)
		}
		from[j] = mean + offset*math.Sqrt(square-mean*mean)
	}
	scores := mat.NewDense(n/steps, k, nil)
	for i := range n {
		h, total := l.h(x[i*k:(i+1)*k], from), 1e-8
		for _, v := range h {
			total += math.Abs(v)
		}
		for j, v := range h {
			if score == attribution.Absolute {
				v = math.Abs(v)
			}
			scores.Set(i/steps, j, scores.At(i/steps, j)+v/total/float64(steps))
		}
	}
	o := dag.DefaultOptions()
	o.R, o.Batches, o.Seed, o.Repair = r, batches, seed, dag.DropEdges
	return dag.Build(scores, o)
}

// batches is the number of batches in the paper.
const batches = 50

// problem draws training data, fresh inputs with the truth, the order of absolute scores, and the signs of linear and monotone
// truths.
func (c Config) problem(k Case, seed int64) (*benchmark.Problem, truth, error) {
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	l := newTruth(k.Truth, c.Features, c.Size, k.Decay, rng)
	test := l.data(c.Test, 0, rng)
	p := &benchmark.Problem{Test: test, Train: l.data(k.Samples, k.Noise, rng)}
	p.Teacher = func(x []float64) ([]float64, error) {
		var y []float64
		for row := range slices.Chunk(x, len(l.w)) {
			y = append(y, l.value(row))
		}
		return y, nil
	}
	if k.Truth != Mixed {
		for _, w := range l.w {
			p.Signs = append(p.Signs, int(math.Copysign(1, w)))
		}
	}
	scored := p.Train.X
	if k.Apart {
		scored = l.inputs(k.Samples, rng)
	}
	var err error
	p.Order, err = l.order(scored, 1, attribution.Absolute, 0, k.R, uint64(seed))
	return p, l, err
}

// memory is the share of a state that the next step of a series keeps.
const memory = 0.5

// Series draws a problem of k.Samples series with this number of steps. The truth is a linear function of the states, f_t =
// w·z_t with z_t = ½·z_(t−1) + x_t, with noise at every step. The order is that of the truth's scores H, averaged over steps.
func (c Config) Series(k Case, steps int, seed int64) (*benchmark.Problem, error) {
	rng := rand.New(rand.NewPCG(uint64(seed), 3))
	l := newTruth(Linear, c.Features, c.Size, k.Decay, rng)
	test, _ := l.series(c.Test, steps, 0, rng)
	train, states := l.series(k.Samples, steps, k.Noise, rng)
	order, err := l.order(states, steps, attribution.Absolute, 0, k.R, uint64(seed))
	return &benchmark.Problem{Train: train, Test: test, Order: order, Teacher: l.teacher(steps)}, err
}

// teacher returns a function that evaluates the truth at every step of series.
func (l truth) teacher(steps int) func(x []float64) ([]float64, error) {
	return func(x []float64) (y []float64, err error) {
		for state := range slices.Chunk(l.states(x, steps), len(l.w)) {
			y = append(y, l.value(state))
		}
		return y, nil
	}
}

// series draws n series with their states.
func (l truth) series(n, steps int, noise float64, rng *rand.Rand) (d igbo.Data, states []float64) {
	d = l.data(n*steps, 0, rng)
	d.Steps, states = steps, l.states(d.X, steps)
	for i := range d.Y {
		d.Y[i] = l.value(states[i*len(l.w) : (i+1)*len(l.w)])
		if noise > 0 {
			d.Y[i] += noise * rng.NormFloat64()
		}
	}
	return d, states
}

// states returns the states of series.
func (l truth) states(x []float64, steps int) []float64 {
	k := len(l.w)
	all := slices.Clone(x)
	for i := range len(x) / k {
		if i%steps > 0 {
			for j, v := range all[(i-1)*k : i*k] {
				all[i*k+j] += memory * v
			}
		}
	}
	return all
}
