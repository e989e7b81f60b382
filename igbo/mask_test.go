package igbo

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// padded appends masked steps with arbitrary values to every series.
func padded(d Data, steps int) Data {
	p := Data{Features: d.Features, Steps: d.Steps + steps, Outputs: d.Outputs, Weights: d.Weights}
	for n := range d.Samples() {
		for t := range p.Steps {
			p.Mask = append(p.Mask, t < d.Steps)
			if t >= d.Steps {
				for range d.Targets() {
					p.Y = append(p.Y, math.NaN())
				}
				for range d.Features {
					p.X = append(p.X, math.Inf(1))
				}
				continue
			}
			i, k := n*d.Steps+t, len(d.Features)
			p.X, p.Y = append(p.X, d.X[i*k:(i+1)*k]...), append(p.Y, d.Y[i*d.Targets():(i+1)*d.Targets()]...)
		}
	}
	return p
}

// TestPaddedSeriesAreTheirUnpaddedOnes trains every architecture on series with and without padding
// that contains NaN and Inf, with gradient steps and a line search. Weights, predictions, errors,
// scores and attributions must agree. Padded steps must have prediction 0 and no attribution.
func TestPaddedSeriesAreTheirUnpaddedOnes(t *testing.T) {
	data := modeltest.Series(12, 5)
	long := padded(data, 3)
	order := must.Of(dag.New(data.Features, []dag.Edge{{U: 0, V: 1, P: 1, Epsilon: 0.3, Delta: 1}}, nil, nil)).In(t)
	for i, kind := range models.Kinds() {
		if kind != models.KindGRU && kind != models.KindLinear && testing.Short() && !backendtest.Embedded() {
			continue // each kind compiles about 50 programs, and generating their kernels takes most of the time
		}
		optimizers := []Optimizer{{Name: "sgd", LearningRate: 0.05}, {Name: "armijo", LearningRate: 1}}
		turn := i
		if kind == models.KindLinear { // on XLA, each of the two kinds uses a different one
			turn++
		}
		for _, optimizer := range sweep.Part(optimizers, 2, turn) {
			cfg := DefaultConfig()
			cfg.Model, cfg.DType, cfg.Epochs, cfg.BatchSize, cfg.Optimizer = modeltest.Spec(t, kind), "float64", 3, 5, optimizer
			cfg.Standardize, cfg.BurnIn, cfg.Attribution.Points, cfg.Attribution.Score = true, 1, 3, attribution.Absolute
			a, b := mustTrain(t, cfg, data, order).Model, mustTrain(t, cfg, long, order).Model
			name := string(kind) + ", " + optimizer.Name
			comparePadded(t, name, a, b, data, long, order)
		}
	}
}

func comparePadded(t *testing.T, name string, a, b *Model, data, long Data, order *dag.DAG) {
	t.Helper()
	results := func(m *Model, d Data) (y, scores, tig []float64, e Evaluation) {
		y = must.Of(m.Predict(d)).In(t)
		h := must.Of(m.Scores(d)).In(t)
		tig = must.Of(m.Attribute(d)).In(t)
		e = must.Of(m.Evaluate(d, order)).In(t)
		return y, h.RawMatrix().Data, tig, e
	}
	near := func(what string, got, want float64) {
		if !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
			t.Errorf("%s: %s is %g on padded series, %g without padding", name, what, got, want)
		}
	}
	y, h, tig, e := results(a, data)
	py, ph, ptig, pe := results(b, long)
	near("MSE", pe.MSE, e.MSE)
	near("H", pe.Interpretability.Loss, e.Interpretability.Loss)
	for i := range h {
		near("a score", ph[i], h[i])
	}
	short, more, k := data.Steps, long.Steps, len(data.Features)
	for n := range data.Samples() {
		for t := range more {
			want := 0.0
			if t < short {
				want = y[n*short+t]
			}
			near("a prediction", py[n*more+t], want)
			for i := range more * k {
				want := 0.0
				if t < short && i < short*k {
					want = tig[(n*short+t)*short*k+i]
				}
				near("an attribution", ptig[(n*more+t)*more*k+i], want)
			}
		}
	}
}

// TestBadMask checks the errors for invalid masks.
func TestBadMask(t *testing.T) {
	data := padded(modeltest.Series(3, 2), 1)
	short := data
	short.Mask = data.Mask[1:]
	empty := data
	empty.Mask = append([]bool{false, false, false}, data.Mask[3:]...)
	for want, d := range map[string]Data{"the mask has 8 entries": short, "no valid step in series 0": empty} {
		wantError(t, DefaultConfig(), d, nil, want)
	}
}
