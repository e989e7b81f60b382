package igbo

import (
	"fmt"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestPaddedTasksAreTheirUnpaddedOnes checks weighted series with padding and without, for every
// loss with several outputs, and scores of each output, of the predicted one, and of a chosen one.
// Trainings, responses, losses, metrics, scores and attributions must agree.
func TestPaddedTasksAreTheirUnpaddedOnes(t *testing.T) {
	order := must.Of(dag.New([]string{"x1", "x2"}, []dag.Edge{{U: 0, V: 1, P: 1, Epsilon: 0.6, Delta: 1}}, nil, nil)).In(t)
	outputs := []attribution.Output{{Kind: attribution.EachOutput}, {Kind: attribution.PredictedOutput}, {Kind: attribution.ChosenOutput, Index: 1}}
	for i, loss := range []task.Loss{
		{}, {Kind: task.KindAbsolute}, {Kind: task.KindHuber, Delta: 0.3}, {Kind: task.KindPoisson},
		{Kind: task.KindLogistic, ClassWeights: []float64{1, 3}}, {Kind: task.KindSoftmax, ClassWeights: []float64{1, 3}},
	} {
		data := seriesTask(loss)
		long := padded(data, 2)
		for _, kind := range sweep.Part([]models.Kind{models.KindGRU, models.KindConv}, 2, i) {
			cfg := DefaultConfig()
			cfg.Model, cfg.Loss, cfg.Output = modeltest.Spec(t, kind), loss, outputs[i%3]
			cfg.Model.Outputs = 2
			cfg.DType, cfg.Epochs, cfg.BatchSize, cfg.Standardize, cfg.BurnIn, cfg.Attribution.Points = "float64", 2, 5, true, 1, 3
			a, b := mustTrain(t, cfg, data, order).Model, mustTrain(t, cfg, long, order).Model
			name := fmt.Sprintf("%s, %s through %s", kind, loss, cfg.Output.Kind)
			samePadded(t, name, a, b, data, long, order)
		}
	}
}

// seriesTask returns weighted series with two targets per step for the loss.
func seriesTask(loss task.Loss) Data {
	data := modeltest.Series(9, 4)
	single := data.Y
	if data.Y = nil; !loss.Is(task.KindSoftmax) {
		data.Outputs = 2
	}
	for i, y := range single {
		for k := range data.Targets() {
			v := y + float64(k)*data.X[2*i+1]
			switch {
			case loss.Is(task.KindSoftmax), loss.Is(task.KindLogistic):
				v = math.Max(0, math.Copysign(1, v))
			case loss.Is(task.KindPoisson):
				v = math.Abs(v)
			}
			data.Y = append(data.Y, v)
		}
	}
	for n := range data.Samples() {
		data.Weights = append(data.Weights, float64(1+n%3))
	}
	return data
}

func samePadded(t *testing.T, name string, a, b *Model, data, long Data, order *dag.DAG) {
	t.Helper()
	results := func(m *Model, d Data) (y, scores, numbers []float64) {
		y = must.Of(m.Response(d)).In(t)
		h := must.Of(m.Scores(d)).In(t)
		tig := must.Of(m.Attribute(d)).In(t)
		total := 0.0
		for _, v := range tig {
			total += math.Abs(v)
		}
		e := must.Of(m.Evaluate(d, order)).In(t)
		return y, h.RawMatrix().Data, []float64{e.Loss, e.MSE, e.Metrics.MAE, e.Metrics.Accuracy, e.Metrics.LogLoss, e.Interpretability.Loss, total}
	}
	y, h, numbers := results(a, data)
	py, ph, pnumbers := results(b, long)
	backendtest.Near(t, name+": scores", ph, h, 1e-8)
	backendtest.Near(t, name+": L, metrics, H, attributions", pnumbers, numbers, 1e-8)
	short, more := 2*data.Steps, 2*long.Steps
	for n := range data.Samples() {
		want := append(append([]float64{}, y[n*short:(n+1)*short]...), make([]float64, more-short)...)
		backendtest.Near(t, name+": responses", py[n*more:(n+1)*more], want, 1e-8)
	}
}
