package posterior

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/samples"
)

// An exactTable is a table whose target is a function of the columns, with the largest allowed prediction error
// relative to the target's standard deviation.
type exactTable struct {
	name  string
	loss  Loss
	data  samples.Data
	above [][2]int
	signs []int
	error float64
}

// exactTables returns tables of kinds on which chains have failed or could fail.
func exactTables() (list []exactTable) {
	add := func(name string, loss Loss, rows, columns int, above [][2]int, signs []int, most float64, row func(i int, x []float64) float64) {
		d := samples.Data{Features: make([]string, columns), Steps: 1}
		for i := range rows {
			x := make([]float64, columns)
			d.Y = append(d.Y, row(i, x))
			d.X = append(d.X, x...)
		}
		list = append(list, exactTable{name, loss, d, above, signs, most})
	}
	normal := func(i, n int) []float64 {
		r, x := rand.New(rand.NewPCG(uint64(i), 17)), make([]float64, n)
		for j := range x {
			x[j] = r.NormFloat64()
		}
		return x
	}
	first := [][2]int{{0, 1}}
	add("unit conversion", Squared, 40, 2, first, []int{1, 0}, 1e-3, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i), float64(i*i%17)
		return 1.8*x[0] + 32
	})
	add("unit conversion, duplicated rows", Squared, 40, 2, first, []int{1, 0}, 1e-3, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i/4), float64((i/4)*(i/4)%17)
		return 1.8*x[0] + 32
	})
	add("sum", Squared, 30, 4, [][2]int{{0, 1}, {1, 2}}, []int{1, 1, 1, 1}, 1e-3, func(i int, x []float64) float64 {
		copy(x, normal(i, 4))
		x[0], x[1], x[2] = 4*x[0], 2*x[1], 1.5*x[2]
		return x[0] + x[1] + x[2] + x[3]
	})
	add("sum of duplicated columns", Squared, 30, 4, first, []int{1, 0, 0, 0}, 1e-3, func(i int, x []float64) float64 {
		copy(x, normal(i, 2))
		x[0] *= 4
		x[2], x[3] = x[0], x[1]
		return x[0] + x[1] + x[2] + x[3]
	})
	add("fewer rows than columns", Squared, 3, 6, first, nil, 1.2, func(i int, x []float64) float64 {
		copy(x, normal(i, 6))
		return x[0] - x[3]
	})
	add("two rows", Squared, 2, 2, first, nil, 1, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i), float64(-i)
		return float64(3 * i)
	})
	add("two values", Squared, 20, 2, first, nil, 1e-3, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i%2), float64(i)
		return 5 + 2*x[0]
	})
	add("tiny target", Squared, 20, 2, first, []int{1, 0}, 1e-3, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i), float64(i*i%7)
		return 1e-200 * x[0]
	})
	add("huge target", Squared, 20, 2, first, []int{1, 0}, 1e-3, func(i int, x []float64) float64 {
		x[0], x[1] = 1e-90*float64(i), float64(i*i%7)
		return 1e98 * float64(i)
	})
	add("order that is wrong", Squared, 30, 2, [][2]int{{1, 0}}, []int{-1, 0}, 4, func(i int, x []float64) float64 {
		copy(x, normal(i, 2))
		return 3 * x[0]
	})
	add("separable classes", Logistic, 24, 2, first, []int{1, 0}, 1, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i), float64(i*i%17)
		return math.Floor(float64(i) / 12)
	})
	add("a column that is the class", Logistic, 24, 2, first, nil, .3, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i%2), float64(i*i%17)
		return x[0]
	})
	add("one of many", Logistic, 24, 2, first, nil, 4.5, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i), float64(i*i%17)
		return math.Floor(float64(i) / 23)
	})
	add("exponential counts", Poisson, 24, 2, first, []int{1, 0}, .1, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i), float64(i*i%17)
		return math.Round(math.Exp(.3 * x[0]))
	})
	add("two counts", Poisson, 24, 2, first, nil, .2, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i%2), float64(i*i%17)
		return 1e6 * x[0]
	})
	add("huge counts", Poisson, 24, 2, first, nil, .1, func(i int, x []float64) float64 {
		x[0], x[1] = float64(i), float64(i*i%17)
		return math.Round(1e12 * math.Exp(.1*x[0]))
	})
	return list
}

// TestExactTargets checks that for targets that are a function of the columns, chains finish with finite draws
// that predict them, and have intervals.
func TestExactTargets(t *testing.T) {
	for k, c := range exactTables() {
		for n, m := range sweep.Part([]struct {
			trust  Trust
			base   Base
			signed bool
		}{{Hard, Laplace, true}, {Soft, Gauss, false}, {Hard, Gauss, false}, {Soft, Laplace, true}}, 2, k) {
			name := fmt.Sprintf("%s/%s/%s/%v", c.name, m.trust, m.base, m.signed)
			cfg := DefaultConfig()
			cfg.Loss, cfg.Trust, cfg.Base, cfg.Chains, cfg.Burn, cfg.Draws, cfg.Seed = c.loss, m.trust, m.base, 2, 500, 500, uint64(n)
			order := Order{Above: c.above}
			if m.signed {
				order.Directions = c.signs
			}
			p := must.Of(Sample(context.Background(), c.data, order, cfg)).In(t)
			y := must.Of(p.Predict(c.data.X)).In(t)
			intervals := must.Of(p.Intervals(c.data.X, .9)).In(t)
			mean := 0.0
			for _, v := range c.data.Y {
				mean += v / float64(len(y))
			}
			unit := stdDev(c.data.Y, mean)
			for i, v := range y {
				if off := math.Abs(v-c.data.Y[i]) / unit; !(off <= c.error) {
					t.Errorf("%s: row %d: %g, want %g; off by %g standard deviations", name, i, v, c.data.Y[i], off)
					break
				}
				if b := intervals[i]; !(b.Low <= b.High) || math.IsInf(b.Low, 0) || math.IsInf(b.High, 0) {
					t.Errorf("%s: row %d: interval %v", name, i, b)
				}
			}
		}
	}
}

// TestLeastNoise checks that σ is at least 1e-5 standard deviations of the target, and that otherwise a chain
// draws from the truncated distribution.
func TestLeastNoise(t *testing.T) {
	for _, c := range exactTables() {
		if c.loss != Squared {
			continue
		}
		cfg := DefaultConfig()
		cfg.Chains, cfg.Burn, cfg.Draws = 1, 100, 100
		p, u, err := newProblem(context.Background(), c.data, Order{Above: c.above}, cfg)
		must.Do(t, err)
		w := p.walk(u, 0)
		w.advance(200)
		must.Do(t, w.err)
		for _, sigma := range w.draws.Noise {
			if !(sigma >= u.y1*math.Sqrt(leastNoise)*(1-1e-9)) {
				t.Fatalf("%s: σ = %g of a target with standard deviation %g", c.name, sigma, u.y1)
			}
		}
	}
}
