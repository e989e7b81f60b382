package boost_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/boost"
	"github.com/igbolab/igbolab/igbo/task"
)

// friedman draws n rows of Friedman's first function. For other losses, the function is the rate or
// the log odds.
func friedman(n, d int, loss task.Loss, seed uint64) samples.Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	data := samples.Data{Features: make([]string, d), Steps: 1}
	for range n {
		x := make([]float64, d)
		for j := range x {
			x[j] = rng.Float64()
		}
		y := 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4] + rng.NormFloat64()
		switch {
		case loss.Is(task.KindLogistic):
			p := 1 / (1 + math.Exp(14-y))
			y = 0
			if rng.Float64() < p {
				y = 1
			}
		case loss.Is(task.KindPoisson):
			y = poisson(rng, math.Exp(y/8-1))
		}
		data.X, data.Y = append(data.X, x...), append(data.Y, y)
	}
	return data
}

func poisson(rng *rand.Rand, rate float64) (count float64) {
	for p := rng.Float64(); p > math.Exp(-rate); p *= rng.Float64() {
		count++
	}
	return count
}

func kinds() []task.Loss {
	return []task.Loss{{}, {Kind: task.KindLogistic}, {Kind: task.KindPoisson}}
}

// value returns the loss of a model on data.
func value(t *testing.T, m *boost.Model, d samples.Data, loss task.Loss) float64 {
	t.Helper()
	l, err := loss.Value(task.Predictions{Outputs: 1, Values: m.Predict(d.X), Targets: d.Y, Weights: d.Weights})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLearns checks that the training loss decreases with the number of trees, and that the loss on
// new rows is below that of the mean.
func TestLearns(t *testing.T) {
	for _, loss := range kinds() {
		d, fresh := friedman(300, 10, loss, 1), friedman(1000, 10, loss, 2)
		c, last, mean := boost.DefaultConfig(300), math.Inf(1), 0.0
		for _, c.Trees = range []int{0, 1, 5, 20, 100} {
			m, err := boost.Fit(t.Context(), d, loss, c)
			if err != nil {
				t.Fatal(err)
			}
			if l := value(t, m, d, loss); l >= last {
				t.Errorf("%s: loss %g of %d trees, want less than %g", loss, l, c.Trees, last)
			} else {
				last = l
			}
			if c.Trees == 0 {
				mean = value(t, m, fresh, loss)
			}
		}
		inner, err := fold.All(300, 5, 1, 1, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := boost.Choose(t.Context(), d, loss, inner, c)
		if err != nil {
			t.Fatal(err)
		}
		l := value(t, m, fresh, loss)
		t.Logf("%s: %d trees, loss %.4g, of the mean %.4g", loss, m.Trees(), l, mean)
		if !(l < 0.9*mean) {
			t.Errorf("%s: loss %g of fresh rows, want well below the mean's, %g", loss, l, mean)
		}
	}
}

func BenchmarkFit(b *testing.B) {
	for _, loss := range kinds() {
		d := friedman(300, 10, loss, 1)
		inner, _ := fold.All(300, 5, 1, 1, nil, nil)
		b.Run(loss.String(), func(b *testing.B) {
			for b.Loop() {
				_, _ = boost.Fit(context.Background(), d, loss, boost.DefaultConfig(300))
			}
		})
		b.Run(loss.String()+"/choose", func(b *testing.B) {
			for b.Loop() {
				_, _ = boost.Choose(context.Background(), d, loss, inner, boost.DefaultConfig(300))
			}
		})
	}
}
