package igbo

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestExplainIsScoresWithGaps checks that Explain returns the scores of Scores and, for each
// sample, the gap between Σh and the change of the output, also for padded series.
func TestExplainIsScoresWithGaps(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs = 2
	padded := modeltest.Series(6, 4)
	padded.Mask = make([]bool, len(padded.Y))
	for i := range padded.Mask {
		padded.Mask[i] = i%4 < 2+i/4%3
	}
	gru := cfg
	gru.Model = models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 3}}
	for name, c := range map[string]struct {
		cfg  Config
		data Data
	}{"linear": {cfg, data}, "padded GRU": {gru, padded}} {
		m := mustTrain(t, c.cfg, c.data, nil).Model
		want := must.Of(m.Scores(c.data)).In(t)
		done := 0
		x, err := m.Explain(context.Background(), c.data, c.cfg.Attribution, func(n, _ int) { done = n })
		if err != nil || done != c.data.Samples() {
			t.Fatal(name, done, err)
		}
		if !reflect.DeepEqual(x.Scores.RawMatrix().Data, want.RawMatrix().Data) {
			t.Errorf("%s: other scores than those of Scores", name)
		}
		y := must.Of(m.Predict(c.data)).In(t)
		for i, gap := range x.Gaps {
			if !(gap >= 0 && gap < 0.01) || x.Rises[i] < 0 {
				t.Errorf("%s: sample %d of output %g has the gap %g and rise %g", name, i, y[i*c.data.Steps], gap, x.Rises[i])
			}
		}
		few := c.cfg.Attribution
		few.Points, few.Quadrature = 1, attribution.Left
		rough := must.Of(m.Explain(context.Background(), c.data, few, nil)).In(t)
		if name != "linear" && !(rough.Gaps[0] > x.Gaps[0]) {
			t.Errorf("%s: gap %g with one point, %g with many", name, rough.Gaps[0], x.Gaps[0])
		}
	}
}

// TestExplainRefusals checks a nil context, a cancelled context, and a model with each of several
// outputs.
func TestExplainRefusals(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs = 1
	m := mustTrain(t, cfg, data, nil).Model
	var none context.Context
	_, err := m.Explain(none, data, cfg.Attribution, nil)
	modeltest.Refused(t, err, "the context is nil")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Explain(ctx, data, cfg.Attribution, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	_, err = (&Model{}).Explain(ctx, data, cfg.Attribution, nil)
	modeltest.Refused(t, err, "neither trained nor loaded")
}

// TestNewModel checks that a new model predicts and is saved with its function's initial variables,
// that the same seed gives the same variables, and that a predictor agrees with it.
func TestNewModel(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Standardize = false
	cfg = asFunction(t, cfg)
	m := must.Of(New(backendtest.Open(t), cfg, data.Features, data.Steps)).In(t)
	dir := filepath.Join(t.TempDir(), "new")
	must.Do(t, m.Save(dir))
	loaded := must.Of(LoadFunction(backendtest.Open(t), dir, cfg.Function)).In(t)
	same(t, m, loaded, data)
	again := must.Of(New(backendtest.Open(t), cfg, data.Features, data.Steps)).In(t)
	same(t, m, again, data)
	p := must.Of(m.Predictor()).In(t)
	defer p.Close()
	y, _ := m.Predict(data)
	got, err := p.Predict(data)
	if err != nil || !reflect.DeepEqual(got, y) {
		t.Errorf("the predictor gives %v, %v", got[:1], err)
	}
	e, err := m.Evaluate(data, nil)
	if l, other := p.Loss(data); err != nil || other != nil || math.Abs(l-e.Loss) > 1e-12 {
		t.Errorf("the predictor's loss is %g, the model's %g, %v, %v", l, e.Loss, other, err)
	}
	cfg.Standardize = true
	_, err = New(backendtest.Open(t), cfg, data.Features, data.Steps)
	modeltest.Refused(t, err, "Standardize")
	cfg.Standardize = false
	_, err = New(backendtest.Open(t), cfg, nil, data.Steps)
	modeltest.Refused(t, err, "features")
}

// TestScoresFrom checks that the scores with one baseline per sample equal those of models that use
// this baseline for all samples, for tables and padded series.
func TestScoresFrom(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	cfg.Epochs = 2
	padded := modeltest.Series(6, 4)
	padded.Mask = make([]bool, len(padded.Y))
	for i := range padded.Mask {
		padded.Mask[i] = i%4 < 2+i/4%3
	}
	gru := cfg
	gru.Model = models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 3}}
	for name, c := range map[string]struct {
		cfg  Config
		data Data
	}{"linear": {cfg, data}, "padded GRU": {gru, padded}} {
		m := mustTrain(t, c.cfg, c.data, nil).Model
		d := len(c.data.Features)
		var baselines []float64
		values := [2][]float64{make([]float64, d), make([]float64, d)}
		for k := range d {
			values[0][k], values[1][k] = 0.3*float64(k), -0.7
		}
		for i := range c.data.Rows() {
			baselines = append(baselines, values[i/c.data.Steps%2]...)
		}
		got := must.Of(m.ScoresFrom(context.Background(), c.data, baselines, c.cfg.Attribution)).In(t)
		for which, v := range values {
			one := c.cfg.Attribution
			one.Baselines = []attribution.Baseline{attribution.Constant("one", v)}
			if m.Normalization.Scale != nil {
				t.Fatal("baselines are in the units of the data, this test wants those of the model")
			}
			want := must.Of(m.ScoresWith(c.data, one)).In(t)
			for i := which; i < c.data.Samples(); i += 2 {
				for k := range d {
					if math.Abs(got.At(i, k)-want.At(i, k)) > 1e-5 {
						t.Errorf("%s: H is %g in sample %d of feature %d, want %g", name, got.At(i, k), i, k, want.At(i, k))
					}
				}
			}
		}
		_, err := m.ScoresFrom(context.Background(), c.data, baselines[1:], c.cfg.Attribution)
		modeltest.Refused(t, err, "the baselines have ")
	}
}
