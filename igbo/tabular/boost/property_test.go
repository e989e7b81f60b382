package boost_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/boost"
	"github.com/igbolab/igbolab/igbo/task"
)

// plain returns settings with which small tables have splits.
func plain(trees int) boost.Config {
	c := boost.DefaultConfig(20)
	c.Trees, c.MinSamplesLeaf, c.MaxBins = trees, 1, 255
	return c
}

func fit(t *testing.T, d samples.Data, loss task.Loss, c boost.Config) *boost.Model {
	t.Helper()
	m, err := boost.Fit(t.Context(), d, loss, c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestMonotone checks that predictions are monotone along a column with a direction, for any data,
// also with missing values in other columns.
func TestMonotone(t *testing.T) {
	for seed := range uint64(12) {
		loss := kinds()[seed%3]
		rng := rand.New(rand.NewPCG(seed, 2))
		d := friedman(60+int(seed)*20, 5, loss, seed)
		for i := range d.X {
			if rng.Float64() < 0.2 {
				d.X[i] = math.NaN()
			}
		}
		c := plain(40)
		c.MaxLeaves, c.Directions = 4+int(seed)*2, []int{-1, 1, 0, 1, -1}
		m, moves := fit(t, d, loss, c), 0
		for range 40 {
			x := make([]float64, 5)
			for j := range x {
				if x[j] = rng.Float64(); rng.Float64() < 0.2 {
					x[j] = math.NaN()
				}
			}
			for j, direction := range c.Directions {
				at, last := slices.Clone(x), math.Inf(-1)
				for v := -0.1; v < 1.1; v += 0.02 {
					at[j] = v
					f := m.Predict(at)[0] * float64(direction)
					if f < last-1e-12 {
						t.Fatalf("seed %d: column %d of direction %d: %g after %g", seed, j, direction, f, last)
					}
					if f > last {
						moves++
					}
					last = f
				}
			}
		}
		if moves == 0 {
			t.Errorf("seed %d: no prediction moves", seed)
		}
	}
}

// TestBruteForce compares a tree with two leaves to the best of all possible splits.
func TestBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		n := 3 + rng.IntN(12)
		d := samples.Data{Features: make([]string, 2), Steps: 1}
		for range n {
			d.X, d.Y = append(d.X, float64(rng.IntN(6)), rng.NormFloat64()), append(d.Y, rng.NormFloat64())
			d.Weights = append(d.Weights, 0.5+rng.Float64())
		}
		c := plain(1)
		c.MaxLeaves, c.LearningRate = 2, 1
		got, best := value(t, fit(t, d, task.Loss{}, c), d, task.Loss{}), math.Inf(1)
		for j := range 2 {
			for i := range n {
				cut := d.X[i*2+j]
				var f, w [2]float64
				side := func(k int) int {
					if d.X[k*2+j] <= cut {
						return 0
					}
					return 1
				}
				for k, y := range d.Y {
					f[side(k)] += d.Weights[k] * y
					w[side(k)] += d.Weights[k]
				}
				sum := 0.0
				for k, y := range d.Y {
					off := y - f[side(k)]/w[side(k)]
					sum += d.Weights[k] * off * off
				}
				best = min(best, sum/(w[0]+w[1]))
			}
		}
		if math.Abs(got-best) > 1e-9 {
			t.Errorf("%d rows: loss %g, want %g", n, got, best)
		}
	}
}

// TestWeights checks that a weight of 2 counts as two rows and a weight of 0 as none, and that the
// scale of the weights does not matter.
func TestWeights(t *testing.T) {
	for _, loss := range kinds() {
		d := friedman(40, 5, loss, 3)
		twice, scaled := samples.Data{Features: make([]string, 5), Steps: 1}, d
		for i := range d.Y {
			w := float64(i % 3)
			d.Weights, scaled.Weights = append(d.Weights, w), append(scaled.Weights, w*1e-20)
			for range i % 3 {
				twice.X, twice.Y = append(twice.X, d.X[i*5:i*5+5]...), append(twice.Y, d.Y[i])
			}
		}
		want := fit(t, twice, loss, plain(20)).Predict(d.X)
		for _, other := range []samples.Data{d, scaled} {
			for i, f := range fit(t, other, loss, plain(20)).Predict(d.X) {
				if d.Weights[i] > 0 && math.Abs(f-want[i]) > 1e-6 {
					t.Fatalf("%s: row %d: %g with weights, want %g", loss, i, f, want[i])
				}
			}
		}
	}
}

// TestMissing checks that the side of missing values is learned, also if a split separates them
// from all other values.
func TestMissing(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 1, 2, 2, nan, nan}, []float64{0, 0, 9, 9, 0, 0}, 0},
		{[]float64{1, 1, 2, 2, nan, nan}, []float64{0, 0, 9, 9, 9, 9}, 9},
		{[]float64{1, 1, 1, 1, nan, nan}, []float64{0, 0, 0, 0, 9, 9}, 9},
		{[]float64{1, 1, 1, 2, 2}, []float64{0, 0, 0, 9, 9}, 0}, // none in training: the larger side
	} {
		s := plain(1)
		s.LearningRate = 1
		for _, s.Directions = range [][]int{nil, {1}} {
			if got := fit(t, samples.Data{Features: make([]string, 1), Steps: 1, X: c.x, Y: c.y}, task.Loss{}, s).Predict([]float64{nan})[0]; math.Abs(got-c.want) > 1e-12 {
				t.Errorf("inputs %v, targets %v: a missing value gives %g, want %g", c.x, c.y, got, c.want)
			}
		}
	}
	s := plain(1)
	s.LearningRate, s.Directions = 1, []int{1} // directions do not apply to missing values
	if got := fit(t, samples.Data{Features: make([]string, 1), Steps: 1, X: []float64{1, 1, 1, nan}, Y: []float64{9, 9, 9, 0}}, task.Loss{}, s).Predict([]float64{nan})[0]; math.Abs(got) > 1e-12 {
		t.Errorf("missing values below all others under a direction: %g, want 0", got)
	}
}

// TestExtremes checks that difficult data give finite predictions, and the mean if there is nothing
// to learn.
func TestExtremes(t *testing.T) {
	logistic, poisson := task.Loss{Kind: task.KindLogistic}, task.Loss{Kind: task.KindPoisson}
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	for _, c := range []struct {
		name string
		loss task.Loss
		x, y []float64
	}{
		{"one row", task.Loss{}, x[:1], []float64{3}},
		{"constant target", task.Loss{}, x, slices.Repeat([]float64{0.1}, 8)},
		{"constant column", task.Loss{}, slices.Repeat([]float64{2}, 8), x},
		{"a column of missing values", task.Loss{}, slices.Repeat([]float64{math.NaN()}, 8), x},
		{"large targets", task.Loss{}, x, []float64{1e70, -1e70, 2e70, 0, 1, 3e70, 1e70, 5}},
		{"largest targets", task.Loss{}, x, []float64{1e150, -1e150, 1e150, 0, 1, 3, 1e70, 5}},
		{"small targets", task.Loss{}, x, []float64{1e-300, 2e-300, 0, 0, 0, 1e-310, 0, 0}},
		{"large inputs", task.Loss{}, []float64{-1.7e308, 1.7e308, 0, 1, 2, 3, 4, 5}, x},
		{"one class", logistic, x, slices.Repeat([]float64{1}, 8)},
		{"parted classes", logistic, x, []float64{0, 0, 0, 0, 1, 1, 1, 1}},
		{"zeros", poisson, x, make([]float64, 8)},
		{"zeros and counts", poisson, x, []float64{0, 0, 0, 0, 1, 2, 3, 1000}},
		{"large counts", poisson, x, []float64{0, 0, 0, 1, 1e150, 1e100, 3, 1}},
	} {
		d := samples.Data{Features: make([]string, 1), Steps: 1, X: c.x, Y: c.y}
		none, m := fit(t, d, c.loss, plain(0)), fit(t, d, c.loss, plain(300))
		for i, f := range m.Predict(append([]float64{math.Inf(1), math.NaN()}, c.x...)) {
			if math.IsNaN(f) || math.IsInf(f, 0) {
				t.Errorf("%s: prediction %d is %g", c.name, i, f)
			}
		}
		// the square of a value near 1e150 absorbs smaller terms
		if before, after := value(t, none, d, c.loss), value(t, m, d, c.loss); !(after <= before) {
			t.Errorf("%s: loss %g, want at most %g", c.name, after, before)
		}
		if len(c.y) > 1 {
			inner, err := fold.All(len(c.y), 4, 1, 1, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := boost.Choose(t.Context(), d, c.loss, inner, plain(30)); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
	if m := fit(t, samples.Data{Features: make([]string, 1), Steps: 1, X: x, Y: slices.Repeat([]float64{0.1}, 8)}, task.Loss{}, plain(9)); m.Trees() != 0 || m.Predict(x)[0] != 0.1 {
		t.Errorf("a constant target gives %d trees and %g, want none and 0.1", m.Trees(), m.Predict(x)[0])
	}
}

// TestRefusals checks that invalid data, settings and folds are errors.
func TestRefusals(t *testing.T) {
	good := samples.Data{Features: make([]string, 1), Steps: 1, X: []float64{1, 2}, Y: []float64{1, 2}}
	for name, change := range map[string]func(d *samples.Data, l *task.Loss, c *boost.Config){
		"infinite input":   func(d *samples.Data, _ *task.Loss, _ *boost.Config) { d.X = []float64{1, math.Inf(1)} },
		"NaN target":       func(d *samples.Data, _ *task.Loss, _ *boost.Config) { d.Y = []float64{1, math.NaN()} },
		"no columns":       func(d *samples.Data, _ *task.Loss, _ *boost.Config) { d.Features = nil },
		"no rows":          func(d *samples.Data, _ *task.Loss, _ *boost.Config) { d.X, d.Y = nil, nil },
		"targets missing":  func(d *samples.Data, _ *task.Loss, _ *boost.Config) { d.Y = d.Y[:1] },
		"negative weight":  func(d *samples.Data, _ *task.Loss, _ *boost.Config) { d.Weights = []float64{1, -1} },
		"NaN weight":       func(d *samples.Data, _ *task.Loss, _ *boost.Config) { d.Weights = []float64{1, math.NaN()} },
		"weights of 0":     func(d *samples.Data, _ *task.Loss, _ *boost.Config) { d.Weights = []float64{0, 0} },
		"series":           func(d *samples.Data, _ *task.Loss, _ *boost.Config) { d.Steps = 2 },
		"softmax":          func(_ *samples.Data, l *task.Loss, _ *boost.Config) { l.Kind = task.KindSoftmax },
		"negative count":   func(d *samples.Data, l *task.Loss, _ *boost.Config) { l.Kind, d.Y[0] = task.KindPoisson, -1 },
		"class 2":          func(_ *samples.Data, l *task.Loss, _ *boost.Config) { l.Kind = task.KindLogistic },
		"zero settings":    func(_ *samples.Data, _ *task.Loss, c *boost.Config) { *c = boost.Config{} },
		"256 bins":         func(_ *samples.Data, _ *task.Loss, c *boost.Config) { c.MaxBins = 256 },
		"NaN penalty":      func(_ *samples.Data, _ *task.Loss, c *boost.Config) { c.L2 = math.NaN() },
		"direction 2":      func(_ *samples.Data, _ *task.Loss, c *boost.Config) { c.Directions = []int{2} },
		"extra directions": func(_ *samples.Data, _ *task.Loss, c *boost.Config) { c.Directions = []int{0, 1} },
	} {
		d, loss, c := good, task.Loss{}, plain(1)
		d.Y = slices.Clone(d.Y)
		change(&d, &loss, &c)
		if _, err := boost.Fit(t.Context(), d, loss, c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, inner := range [][]fold.Rows{nil, {{Train: []int{0}}}, {{Train: []int{0}, Test: []int{2}}}} {
		if _, err := boost.Choose(t.Context(), good, task.Loss{}, inner, plain(1)); err == nil {
			t.Errorf("inner folds %v: no error", inner)
		}
	}
}

// TestSame checks that the same data give the same model.
func TestSame(t *testing.T) {
	d := friedman(100, 5, task.Loss{}, 8)
	inner, err := fold.All(100, 5, 1, 1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var models []*boost.Model
	for range 2 {
		m, err := boost.Choose(t.Context(), d, task.Loss{}, inner, boost.DefaultConfig(100))
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, m)
	}
	if !reflect.DeepEqual(models[0], models[1]) {
		t.Error("two models of the same data differ")
	}
}

// counted is a context that is done after a number of checks.
type counted struct {
	context.Context
	left int
}

func (c *counted) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancel checks that Fit and Choose stop whenever the context is done.
func TestCancel(t *testing.T) {
	d := friedman(60, 5, task.Loss{}, 8)
	inner, err := fold.All(60, 3, 1, 1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{0, 2, 5, 40} {
		if _, err := boost.Fit(&counted{t.Context(), after}, d, task.Loss{}, plain(20)); !errors.Is(err, context.Canceled) {
			t.Errorf("Fit, done after %d checks: %v", after, err)
		}
		if _, err := boost.Choose(&counted{t.Context(), after}, d, task.Loss{}, inner, plain(20)); !errors.Is(err, context.Canceled) {
			t.Errorf("Choose, done after %d checks: %v", after, err)
		}
	}
}

// TestChooseNothing checks that few or no trees are chosen if the inputs are noise.
func TestChooseNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	trees := 0
	for range 10 {
		d := samples.Data{Features: make([]string, 3), Steps: 1}
		for range 60 {
			d.X, d.Y = append(d.X, rng.Float64(), rng.Float64(), rng.Float64()), append(d.Y, rng.NormFloat64())
		}
		inner, err := fold.All(60, 5, 1, 1, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := boost.Choose(t.Context(), d, task.Loss{}, inner, boost.DefaultConfig(60))
		if err != nil {
			t.Fatal(err)
		}
		trees += m.Trees()
	}
	if trees > 60 {
		t.Errorf("%d trees of noise in 10 tables, want few", trees)
	}
}
