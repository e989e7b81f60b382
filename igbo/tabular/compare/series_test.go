package compare_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// drawSeries returns n padded series of 1 to 5 steps. Each step is a sample of draw. Masked steps
// contain NaN.
func drawSeries(n, d int, noise float64, classes int, seed uint64) igbo.Data {
	const steps = 5
	flat := draw(n*steps, d, noise, classes, seed)
	rng := rand.New(rand.NewPCG(seed, 8))
	data := flat
	data.Steps, data.Mask = steps, make([]bool, n*steps)
	for i := range n {
		length := 1 + rng.IntN(steps)
		for t := range steps {
			at := i*steps + t
			if data.Mask[at] = t < length; t < length {
				continue
			}
			data.Y[at] = math.NaN()
			for k := range d {
				data.X[at*d+k] = math.Inf(1)
			}
		}
	}
	return data
}

// TestSeries compares models on padded series. A right order helps a linear model. Without the
// order, the model stays at ridge regression on the valid steps, for every loss. Masked steps do
// not count.
func TestSeries(t *testing.T) {
	t.Parallel()
	for _, classes := range []int{0, 2, 3} {
		cfg, features := quick(classes), 30
		if classes > 0 {
			cfg.Folds, cfg.Repeats, features = 2, 1, 6
		}
		data := drawSeries(24, features, 0.5, classes, 3)
		v := evaluate(t, cfg, data, threeAbove(t, data.Features, 0, 1, 2), workflow.Options{Unkept: true})
		if classes == 0 && v.Outcome != compare.Helps || v.Steps != 5 || v.Samples != 24 {
			t.Errorf("%d classes: T = %d, N = %d, %s", classes, v.Steps, v.Samples, v.Sentence)
		}
		for i, f := range v.Folds {
			backendtest.Near(t, fmt.Sprintf("%d classes, fold %d", classes, i), []float64{f.Without.Loss, f.WithoutTrain}, []float64{f.Ridge.Loss, f.RidgeTrain}, 1e-6)
		}
	}
}

// TestSequenceModels checks that every sequential model is trained and evaluated, with weights of
// series, and is rejected for a table.
func TestSequenceModels(t *testing.T) {
	t.Parallel()
	data := drawSeries(12, 3, 0.5, 0, 4)
	for range data.Samples() {
		data.Weights = append(data.Weights, 1)
	}
	data.Weights[3] = 2
	d := must.Of(dag.New(data.Features, []dag.Edge{{U: 0, V: 1, Mu: 0.8, Sigma: 0.1, P: 1, Epsilon: 0.6, Delta: 1}}, nil, nil)).In(t)
	for _, kind := range []models.Kind{models.KindMLP, models.KindGRU, models.KindLSTM, models.KindAttention, models.KindConv} {
		spec := must.Of(models.DefaultSpec(kind)).In(t)
		cfg := compare.DefaultConfig(spec, 0)
		cfg.Folds, cfg.Repeats, cfg.InnerFolds, cfg.Steps, cfg.Decays, cfg.Attribution.Points = 2, 1, 2, 5, cfg.Decays[:2], 2
		cfg.Gate = kind == models.KindMLP
		v := evaluate(t, cfg, data, d, workflow.Options{Unkept: true})
		for i, f := range v.Folds {
			if cfg.Gate && !(f.InnerWith > 0 && f.InnerWithout > 0 && f.Kept == (f.InnerWith <= f.InnerWithout)) {
				t.Errorf("%s, fold %d, gated: %+v", kind, i, f)
			}
			if !(f.With.Loss > 0) || f.Decay == 0 || f.With == f.Without {
				t.Errorf("%s, fold %d: %+v", kind, i, f)
			}
		}
		flat := draw(12, 3, 0.5, 0, 4)
		if _, err := compare.New(cfg, flat, compare.Fixed(d), compare.Options{}); (err != nil) != (kind != models.KindMLP) {
			t.Errorf("%s of a table: %v", kind, err)
		}
	}
}

// longTable returns a table of the visits of n patients. Patient p has p modulo 4 plus one visits.
// The dose matters.
func longTable(t *testing.T, n int) *table.Table {
	t.Helper()
	rng, b := rand.New(rand.NewPCG(9, 9)), &strings.Builder{}
	fmt.Fprintln(b, "patient,clinic,day,dose,noise,effect")
	for p := range n {
		for day := range p%4 + 1 {
			dose := rng.NormFloat64()
			fmt.Fprintf(b, "p%d,c%d,%d,%g,%g,%g\n", p, p/4, day, dose, rng.NormFloat64(), 2*dose+0.1*rng.NormFloat64())
		}
	}
	return must.Of(table.ReadFrom(context.Background(), "visits.csv", strings.NewReader(b.String()), table.DefaultReadOptions())).In(t)
}

// TestLongTable checks a long table that is compared as series. All series are padded to the
// longest one, even if the training part of a fold only has shorter ones. No fold splits a series,
// whether the folds are by patient or by clinic. A split that would is an error.
func TestLongTable(t *testing.T) {
	tab := longTable(t, 16)
	spec := encode.DefaultSpec("effect")
	spec.ID, spec.Time, spec.Drop = "patient", "day", []string{"clinic"}
	cfg := compare.DefaultConfig(models.LinearSpec(), 0)
	cfg.Folds, cfg.Repeats = 4, 2
	order := must.Of(dag.New([]string{"dose", "noise"}, []dag.Edge{{U: 0, V: 1, Mu: 0.1, Sigma: 0.1, P: 1, Epsilon: 0.01, Delta: 1}}, nil, nil)).In(t)
	for _, group := range []string{"patient", "clinic"} {
		split := spec.SplitOptions(tab, 1)
		split.Group = group
		p, e, err := compare.FromTable(t.Context(), cfg, tab, spec, split, compare.Fixed(order))
		if err != nil {
			t.Fatal(err)
		}
		if e.Steps != 4 || p.Steps != 4 || samplesOf(p.All) != 16 {
			t.Errorf("by %s: T = %d, N = %d, want 4 and 16", group, e.Steps, samplesOf(p.All))
		}
		for i, part := range p.Parts {
			train, test, clusters := dataOf(t, part)
			if train.Steps != 4 || test.Steps != 4 || train.Samples()+test.Samples() != 16 || len(clusters) != train.Samples() {
				t.Errorf("by %s, part %d: %d and %d series of %d and %d steps, %d clusters", group, i, train.Samples(), test.Samples(), train.Steps, test.Steps, len(clusters))
			}
		}
	}
	cut := spec.SplitOptions(tab, 1)
	for _, group := range []string{"", "day"} {
		cut.Group = group
		if _, _, err := compare.FromTable(t.Context(), cfg, tab, spec, cut, compare.Fixed(order)); err == nil || !strings.Contains(err.Error(), "series") {
			t.Errorf("a split by %q: %v", group, err)
		}
	}
}
