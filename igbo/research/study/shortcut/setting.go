package shortcut

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/task"
)

// Setting is a distribution of data with numbers of samples and features. The first four features (or all, if there are fewer)
// matter:
//
//	f = Σ_k w_k·g_k(x_k),  |w_k| ~ U(½, 1½), random signs, x_k ~ N(0, 1)
//
// The functions g_k are the identity for linear students and GRUs, and cycle through sin 2x, x, tanh 2x and x for MLPs. In
// series, x_k is summed with a memory of ½. Targets are y = f + Noise·z, or classes with log-odds 2f. In training, the suspect,
// which is the last feature, reveals the target:
//
//	s = y + Shortcut·z  (classes: ±1 + Shortcut·z)
//
// In the test, it reveals the target of another sample.
type Setting struct {
	Name    string  `json:"name"`
	Student Student `json:"student"`
	// Samples is the number of training samples (series), and Features the number of features without the suspect.
	Samples  int `json:"samples" bounds:"[4, 1e6]"`
	Features int `json:"features" bounds:"[1, 1e4]"`
	// Shortcut is the standard deviation of the noise of the suspect, and Noise that of numeric targets.
	Shortcut float64 `json:"shortcut" bounds:"[0, 1e6]"`
	Noise    float64 `json:"noise" bounds:"[0, 1e6]"`
}

// informative returns the number of features that matter.
func (s Setting) informative() int { return min(s.Features, 4) }

// memory is the share of a sum that the next step of a series keeps.
const memory = 0.5

// truth has the random parts of a seed, which training and test share.
type truth struct {
	Setting
	weights  []float64
	bent     bool // g is not the identity
	logistic bool
	steps    int
}

// newTruth draws the weights.
func newTruth(s Setting, seed int64) truth {
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	l := truth{Setting: s, logistic: s.Student.Loss == task.KindLogistic, steps: s.Student.Steps, bent: s.Student.Network.Model.MLP != nil}
	for range s.informative() {
		l.weights = append(l.weights, (0.5+rng.Float64())*float64(2*rng.IntN(2)-1))
	}
	return l
}

// series draws one sample and returns inputs, truths and targets by step.
func (l truth) series(rng *rand.Rand) (x [][]float64, f, y []float64) {
	kept := make([]float64, len(l.weights))
	for range l.steps {
		row, truth := make([]float64, l.Features), 0.0
		for k := range row {
			row[k] = rng.NormFloat64()
		}
		for k, w := range l.weights {
			kept[k] = memory*kept[k] + row[k]
			reported := kept[k]
			if l.bent {
				reported = benchmark.Bent(k, reported)
			}
			truth += w * reported
		}
		x, f = append(x, row), append(f, truth)
		switch {
		case !l.logistic:
			y = append(y, truth+l.Noise*rng.NormFloat64())
		case rng.Float64() < probability(truth):
			y = append(y, 1)
		default:
			y = append(y, 0)
		}
	}
	return x, f, y
}

// probability returns the probability of class 1.
func probability(truth float64) float64 { return 1 / (1 + math.Exp(-2*truth)) }

// draw draws n samples with targets. With broken, the suspect is that of another sample, and the targets are the truth: f, or
// the probability of class 1.
func (l truth) draw(n int, seed uint64, broken bool) igbo.Data {
	rng := rand.New(rand.NewPCG(seed, 2))
	d := igbo.Data{Steps: l.steps}
	for k := range l.Features {
		d.Features = append(d.Features, fmt.Sprintf("x%d", k+1))
	}
	d.Features = append(d.Features, "s")
	for range n {
		x, f, y := l.series(rng)
		reported := y
		if broken {
			_, _, reported = l.series(rng)
		}
		for t, row := range x {
			hint := reported[t]
			if l.logistic {
				hint = 2*hint - 1
			}
			d.X = append(append(d.X, row...), hint+l.Shortcut*rng.NormFloat64())
			switch {
			case !broken:
				d.Y = append(d.Y, y[t])
			case l.logistic:
				d.Y = append(d.Y, probability(f[t]))
			default:
				d.Y = append(d.Y, f[t])
			}
		}
	}
	return d
}
