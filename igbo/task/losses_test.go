package task_test

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestLosses compares the weighted mean of the rows' losses with the metric of the sample.
func TestLosses(t *testing.T) {
	weights := []float64{1, 2, 0.5, 0, 3}
	metric := map[task.Kind]func(task.Metrics) float64{
		task.KindSquared: func(m task.Metrics) float64 { return m.MSE }, task.KindAbsolute: func(m task.Metrics) float64 { return m.MAE },
		task.KindQuantile: func(m task.Metrics) float64 { return m.Pinball }, task.KindLogistic: func(m task.Metrics) float64 { return m.LogLoss },
		task.KindSoftmax: func(m task.Metrics) float64 { return m.LogLoss }, task.KindPoisson: func(m task.Metrics) float64 { return m.Deviance },
	}
	for kind, of := range metric {
		s := task.Predictions{Outputs: 1, Values: []float64{0.3, -1, 2, 0.1, 0.7}, Targets: []float64{1, 0, 1, 1, 0}, Weights: weights}
		if kind == task.KindSoftmax {
			s.Outputs, s.Values = 2, []float64{0.3, 1, -1, 0, 2, 2, 0.1, 4, 0.7, -3}
		}
		l := task.Loss{Kind: kind, Quantile: 0.3}
		if kind != task.KindQuantile {
			l.Quantile = 0
		}
		want := of(must.Of(l.Metrics(s)).In(t))
		if got := task.Mean(must.Of(l.Losses(s)).In(t), weights); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: the mean of the rows' losses is %g, the metric %g", kind, got, want)
		}
	}
	if _, err := (task.Loss{}).Losses(task.Predictions{Outputs: 1, Values: []float64{1}, Targets: []float64{1, 2}}); err == nil {
		t.Error("two targets for one prediction are accepted")
	}
}
