package igbo

import (
	"context"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// taskCase is a loss with targets of its kind for the small data, and k outputs.
type taskCase struct {
	loss task.Loss
	data Data
	k    int
}

// taskCases creates targets from the four features for every loss.
func taskCases(t testing.TB) map[string]taskCase {
	_, data, _ := modeltest.Small(t)
	with := func(loss task.Loss, k, targets int, y func(x []float64, j int) float64) taskCase {
		d := data
		d.Y, d.Outputs = nil, targets
		for i := range data.Y {
			for j := range targets {
				d.Y = append(d.Y, y(data.X[4*i:4*i+4], j))
			}
		}
		return taskCase{loss, d, k}
	}
	sign := func(v float64) float64 {
		if v > 0 {
			return 1
		}
		return 0
	}
	line := func(x []float64, j int) float64 { return x[j] - 2*x[3] + float64(3*j) }
	pinball := task.Loss{Kind: task.KindCustom, Name: "pinball", Function: func(y, f *Node) *Node {
		off := Sub(y, f)
		return Max(MulScalar(off, 0.7), MulScalar(off, -0.3))
	}}
	return map[string]taskCase{
		"squared 2":  with(task.Loss{Kind: task.KindSquared}, 2, 2, line),
		"absolute":   with(task.Loss{Kind: task.KindAbsolute}, 1, 1, line),
		"huber 2":    with(task.Loss{Kind: task.KindHuber, Delta: 0.5}, 2, 2, line),
		"logistic":   with(task.Loss{Kind: task.KindLogistic, ClassWeights: []float64{1, 2}}, 1, 1, func(x []float64, _ int) float64 { return sign(x[0] - x[3]) }),
		"logistic 2": with(task.Loss{Kind: task.KindLogistic}, 2, 2, func(x []float64, j int) float64 { return sign(x[j] - x[3]) }),
		"softmax": with(task.Loss{Kind: task.KindSoftmax, ClassWeights: []float64{1, 2, 1}}, 3, 1,
			func(x []float64, _ int) float64 { return sign(x[0]) + sign(x[1]-x[2]) }),
		"poisson": with(task.Loss{Kind: task.KindPoisson}, 1, 1, func(x []float64, _ int) float64 { return math.Floor(math.Exp(x[1])) }),
		"custom":  with(pinball, 1, 1, line),
	}
}

func (c taskCase) config(t testing.TB) (Config, *dag.DAG) {
	cfg, _, d := modeltest.Small(t)
	cfg.Model, cfg.Function, cfg.Loss = models.CustomSpec("dense"), dense(c.k), c.loss
	cfg.Optimizer, cfg.Epochs = Optimizer{Name: "adam", LearningRate: 0.02}, 30
	if c.k > 1 {
		cfg.Output = attribution.Output{Kind: attribution.PredictedOutput}
	}
	return cfg, d
}

// TestEveryLossIsLearnt checks that training decreases each loss, with and without weights and
// standardisation; that L of the full batch in the history equals Evaluate's; that interruptions do
// not change the result, bit for bit; and that a saved and loaded model agrees.
func TestEveryLossIsLearnt(t *testing.T) {
	cases := taskCases(t)
	for i, name := range slices.Sorted(maps.Keys(cases)) {
		c := cases[name]
		for _, weighted := range sweep.Part([]bool{false, true}, 2, i) {
			cfg, d := c.config(t)
			data := c.data
			if weighted {
				cfg.Standardize, cfg.DType = true, "float64"
				for i := range data.Samples() {
					data.Weights = append(data.Weights, float64(i%4))
				}
			}
			held := data.Part(40, 64)
			cfg.EarlyStopping, cfg.BatchSize = EarlyStopping{Data: held, Patience: 20, Monitor: MonitorMax}, 64
			r := mustTrain(t, cfg, data.Part(0, 40), d)
			first, last := r.History.Steps[0].TaskLoss, r.History.Steps[len(r.History.Steps)-1].TaskLoss
			if !(last < 0.9*first) {
				t.Errorf("%s: L is %g after %g", name, last, first)
			}
			if got := outcomeOf(t, interrupted(t, cfg, data.Part(0, 40), d)); !reflect.DeepEqual(got, outcomeOf(t, r)) {
				t.Errorf("%s: interrupted it ends otherwise", name)
			}
			cfg.EarlyStopping, cfg.Epochs = EarlyStopping{}, 4
			r = mustTrain(t, cfg, data.Part(0, 40), d)
			cfg.Optimizer = Optimizer{Name: "sgd", LearningRate: 1e-30}
			next := must.Of(TrainFrom(context.Background(), r.Model, cfg, data.Part(0, 40), d)).In(t)
			e := must.Of(r.Model.Evaluate(data.Part(0, 40), d)).In(t)
			step := next.History.Steps[0]
			backendtest.Near(t, name+": L and H", []float64{e.Loss, e.Interpretability.Loss}, []float64{step.TaskLoss, step.SecondLoss}, 2e-5)
			dir := filepath.Join(t.TempDir(), "model")
			must.Do(t, r.Model.Save(dir))
			loaded := must.Of(LoadFunction(backendtest.Open(t), dir, cfg.Function)).In(t)
			same(t, r.Model, loaded, data)
			if c.loss.Is(task.KindCustom) {
				_, err := loaded.Evaluate(held, d)
				modeltest.Refused(t, err, "the loss \"pinball\" has no function")
				loaded.Config.Loss.Function = c.loss.Function
			}
			again, err := loaded.Evaluate(held, d)
			if before, _ := r.Model.Evaluate(held, d); err != nil || again != before {
				t.Errorf("%s: loaded %+v (%v), saved %+v", name, again, err, before)
			}
		}
	}
}

// TestResponsesAreProbabilities checks that probabilities are in [0, 1] and sum to 1 over classes,
// and that rates are positive.
func TestResponsesAreProbabilities(t *testing.T) {
	for name, c := range taskCases(t) {
		cfg, _ := c.config(t)
		cfg.Epochs = 2
		m := mustTrain(t, cfg, c.data, nil).Model
		raw, err := m.Predict(c.data)
		if err != nil || m.Outputs() != c.k || len(raw) != c.data.Samples()*c.k {
			t.Fatalf("%s: %d predictions of %d outputs (%v), want %d of %d", name, len(raw), m.Outputs(), err, c.data.Samples()*c.k, c.k)
		}
		p := must.Of(m.Response(c.data)).In(t)
		for i, v := range p {
			switch {
			case c.loss.Is(task.KindLogistic) || c.loss.Is(task.KindSoftmax):
				if !(v >= 0 && v <= 1) {
					t.Fatalf("%s: probability %g", name, v)
				}
			case c.loss.Is(task.KindPoisson):
				backendtest.Near(t, name, []float64{v}, []float64{math.Exp(raw[i])}, 1e-12)
			default:
				if v != raw[i] {
					t.Fatalf("%s: response %g, prediction %g", name, v, raw[i])
				}
			}
		}
		for i := 0; c.loss.Is(task.KindSoftmax) && i < len(p); i += c.k {
			backendtest.Near(t, name, []float64{p[i] + p[i+1] + p[i+2]}, []float64{1}, 1e-12)
		}
	}
}

// TestOutputsAreScoredApart checks that the scores of each output equal those of the chosen
// outputs, that the loss is the mean of theirs, and that the predicted output's scores are among
// them.
func TestOutputsAreScoredApart(t *testing.T) {
	c := taskCases(t)["softmax"]
	cfg, d := c.config(t)
	cfg.Epochs = 3
	m := mustTrain(t, cfg, c.data, d).Model
	through := func(o attribution.Output) (*mat.Dense, []float64, Evaluation) {
		m.Config.Output = o
		h := must.Of(m.Scores(c.data)).In(t)
		tig := must.Of(m.Attribute(c.data)).In(t)
		e := must.Of(m.Evaluate(c.data, d)).In(t)
		return h, tig, e
	}
	each, eachTIG, all := through(attribution.Output{Kind: attribution.EachOutput})
	predicted, predictedTIG, _ := through(attribution.Output{Kind: attribution.PredictedOutput})
	y := must.Of(m.Predict(c.data)).In(t)
	n, mean, kept := c.data.Samples(), 0.0, 0
	for k := range 3 {
		h, tig, e := through(attribution.Output{Kind: attribution.ChosenOutput, Index: k})
		mean += e.Interpretability.Loss / 3
		kept += e.Interpretability.Satisfied
		for i := range n {
			backendtest.Near(t, "each", each.RawRowView(3*i+k), h.RawRowView(i), 0)
			backendtest.Near(t, "TIG of each", eachTIG[4*(3*i+k):4*(3*i+k+1)], tig[4*i:4*i+4], 0)
			if row := y[3*i : 3*i+3]; slices.Max(row) == row[k] {
				backendtest.Near(t, "predicted", predicted.RawRowView(i), h.RawRowView(i), 1e-6)
				backendtest.Near(t, "TIG of the predicted", predictedTIG[4*i:4*i+4], tig[4*i:4*i+4], 1e-6)
			}
		}
	}
	v := all.Interpretability
	backendtest.Near(t, "H of each", []float64{v.Loss}, []float64{mean}, 1e-12)
	if v.Satisfied != kept || v.Constraints != 3*len(d.Edges) {
		t.Errorf("%d of %d constraints hold, want %d of %d", v.Satisfied, v.Constraints, kept, 3*len(d.Edges))
	}
	m.Config.Output = attribution.Output{}
	_, err := m.Scores(c.data)
	modeltest.Refused(t, err, "the model has 3 outputs, so Output.Kind must be set")
	_, err = m.Attribute(c.data)
	modeltest.Refused(t, err, "the model has 3 outputs, so Output.Kind must be set")
}

// TestEachOutputIsGuided checks that a DAG for each output is satisfied better than without it.
func TestEachOutputIsGuided(t *testing.T) {
	c := taskCases(t)["softmax"]
	cfg, _ := c.config(t)
	d, err := dag.New(c.data.Features, []dag.Edge{{U: 3, V: 0, P: 1, Epsilon: 0.05, Delta: 0.5}}, nil, nil) // no class depends on x4
	if err != nil {
		t.Fatal(err)
	}
	cfg.Output, cfg.Epochs, cfg.Rule, cfg.NormalizeGradients = attribution.Output{Kind: attribution.EachOutput}, 60, "feasibility-first", true
	with := must.Of(mustTrain(t, cfg, c.data, d).Model.Evaluate(c.data, d)).In(t)
	without, err := mustTrain(t, cfg, c.data, nil).Model.Evaluate(c.data, d)
	if err != nil || !(with.Interpretability.Loss < 0.5*without.Interpretability.Loss) {
		t.Errorf("H is %g with the DAG, %g without (%v)", with.Interpretability.Loss, without.Interpretability.Loss, err)
	}
}
