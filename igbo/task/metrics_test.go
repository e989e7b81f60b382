package task_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/task"
)

// pairs computes the AUC by its definition, over all pairs: O(n²).
func pairs(scores, targets, weights []float64) float64 {
	won, all := 0.0, 0.0
	for i := range scores {
		for j := range scores {
			if targets[i] != 1 || targets[j] != 0 {
				continue
			}
			w := weights[i] * weights[j]
			all += w
			switch {
			case scores[i] > scores[j]:
				won += w
			case scores[i] == scores[j]:
				won += w / 2
			}
		}
	}
	return won / all
}

// TestAUCIsThatOfAllPairs checks AUC on random scores with many ties, with and without weights.
func TestAUCIsThatOfAllPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for trial := range 60 {
		n := 2 + random.IntN(40)
		s, ones := task.Predictions{Outputs: 1}, make([]float64, n)
		for i := range ones {
			s.Values = append(s.Values, float64(random.IntN(1+trial%9)))
			s.Targets = append(s.Targets, float64(i%2))
			ones[i] = 1
		}
		weights := ones
		if trial%2 > 0 {
			for range n {
				s.Weights = append(s.Weights, float64(random.IntN(3)))
			}
			s.Weights[0], s.Weights[1] = 1, 2
			weights = s.Weights
		}
		m := must.Of(task.Loss{Kind: task.KindLogistic}.Metrics(s)).In(t)
		backendtest.Near(t, "AUC", []float64{m.AUC}, []float64{pairs(s.Values, s.Targets, weights)}, 1e-12)
	}
}

// TestAUCOfClassesIsTheMeanOfEachAgainstTheOthers checks the AUC of several classes with probabilities.
func TestAUCOfClassesIsTheMeanOfEachAgainstTheOthers(t *testing.T) {
	random, s := rand.New(rand.NewPCG(2, 1)), task.Predictions{Outputs: 3}
	for i := range 30 {
		for range 3 {
			s.Values = append(s.Values, random.NormFloat64())
		}
		s.Targets, s.Weights = append(s.Targets, float64(i%3)), append(s.Weights, random.Float64())
	}
	loss := task.Loss{Kind: task.KindSoftmax}
	m := must.Of(loss.Metrics(s)).In(t)
	p := append([]float64{}, s.Values...)
	loss.Response(p, 3)
	want, right, total := 0.0, 0.0, 0.0
	for k := range 3 {
		var scores, of []float64
		for i, y := range s.Targets {
			scores, of = append(scores, p[3*i+k]), append(of, map[bool]float64{true: 1}[int(y) == k])
		}
		want += pairs(scores, of, s.Weights) / 3
	}
	for i, y := range s.Targets {
		row := p[3*i : 3*i+3]
		total += s.Weights[i]
		if math.Max(row[0], math.Max(row[1], row[2])) == row[int(y)] {
			right += s.Weights[i]
		}
	}
	l, _ := loss.Value(s)
	backendtest.Near(t, "metrics", []float64{m.AUC, m.Accuracy, m.LogLoss}, []float64{want, right / total, l}, 1e-12)
}

// TestMetricsByHand checks metrics on samples that can be computed by hand.
func TestMetricsByHand(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		loss task.Loss
		s    task.Predictions
		want task.Metrics
	}{
		"squared": {task.Loss{}, task.Predictions{Outputs: 1, Values: []float64{1, 2, 5}, Targets: []float64{0, 2, 4}},
			task.Metrics{MSE: 2. / 3, RMSE: math.Sqrt(2. / 3), MAE: 2. / 3, R2: 1 - 2./8}},
		"weighted": {task.Loss{Kind: task.KindHuber, Delta: 1}, task.Predictions{Outputs: 1, Values: []float64{1, 2, 9}, Targets: []float64{0, 2, 4}, Weights: []float64{1, 3, 0}},
			task.Metrics{MSE: 0.25, RMSE: 0.5, MAE: 0.25, R2: 1 - 1/3.}},
		"constant": {task.Loss{}, task.Predictions{Outputs: 1, Values: []float64{1, 2}, Targets: []float64{1, 1}},
			task.Metrics{MSE: 0.5, RMSE: math.Sqrt(0.5), MAE: 0.5, R2: nan}},
		"two outputs": {task.Loss{}, task.Predictions{Outputs: 2, Values: []float64{1, 10, 2, 20}, Targets: []float64{1, 10, 3, 10}},
			task.Metrics{MSE: 101. / 4, RMSE: math.Sqrt(101. / 4), MAE: 11. / 4, R2: nan}},
		"logistic": {task.Loss{Kind: task.KindLogistic}, task.Predictions{Outputs: 1, Values: []float64{0, math.Log(3)}, Targets: []float64{0, 1}},
			task.Metrics{MSE: (0.25 + 1./16) / 2, LogLoss: (math.Log(2) - math.Log(0.75)) / 2, Accuracy: 1, AUC: 1}},
		"one class": {task.Loss{Kind: task.KindLogistic}, task.Predictions{Outputs: 1, Values: []float64{0}, Targets: []float64{0}},
			task.Metrics{MSE: 0.25, LogLoss: math.Log(2), Accuracy: 1, AUC: nan}},
		"not a number": {task.Loss{Kind: task.KindLogistic}, task.Predictions{Outputs: 1, Values: []float64{0, nan, 1}, Targets: []float64{0, 1, 1}},
			task.Metrics{MSE: nan, LogLoss: nan, Accuracy: 2. / 3, AUC: nan}},
		"poisson": {task.Loss{Kind: task.KindPoisson}, task.Predictions{Outputs: 1, Values: []float64{0, math.Log(2)}, Targets: []float64{0, 2}},
			task.Metrics{MSE: 0.5, RMSE: math.Sqrt(0.5), MAE: 0.5, Deviance: 1}},
		"absolute": {task.Loss{Kind: task.KindAbsolute}, task.Predictions{Outputs: 1, Values: []float64{1, 2, 3}, Targets: []float64{0, 2, 4}, Weights: []float64{2, 1, 1}},
			task.Metrics{MSE: 0.75, RMSE: math.Sqrt(0.75), MAE: 0.75, R2: 1 - 3/11., Below: 0.75}},
		"quantile": {task.Loss{Kind: task.KindQuantile, Quantile: 0.9}, task.Predictions{Outputs: 1, Values: []float64{1, 2, 3}, Targets: []float64{0, 2, 5}},
			task.Metrics{MAE: 1, Pinball: 1.9 / 3, Below: 2. / 3}},
	} {
		m := must.Of(c.loss.Metrics(c.s)).In(t)
		a, b := reflect.ValueOf(m), reflect.ValueOf(c.want)
		for i := range a.NumField() {
			got, want := a.Field(i).Float(), b.Field(i).Float()
			if !(math.Abs(got-want) < 1e-12) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s: %s is %g, want %g", name, a.Type().Field(i).Name, got, want)
			}
		}
		for i, field := range reflect.VisibleFields(a.Type()) {
			belongs := strings.Contains(strings.Join(c.loss.Belong(), " "), strings.Split(field.Tag.Get("json"), ",")[0])
			if zero := a.Field(i).Float() == 0; !belongs && !zero {
				t.Errorf("%s: %s, which does not belong to the loss, is %g", name, field.Name, a.Field(i).Float())
			}
		}
	}
}

// TestParse checks that Parse reads what String returns.
func TestParse(t *testing.T) {
	for name, c := range losses() {
		want := c.loss
		want.ClassWeights = nil
		if want.Kind == "" {
			want.Kind = task.KindSquared
		}
		if got, err := task.Parse(c.loss.String()); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q is read as %+v (%v)", name, c.loss, got, err)
		}
	}
}

// TestMetricsInJSON checks that undefined metrics are null in JSON and are read back as NaN.
func TestMetricsInJSON(t *testing.T) {
	text, err := json.Marshal(task.Metrics{MSE: 2, R2: math.NaN()})
	if err != nil || !strings.Contains(string(text), `"r2":null`) {
		t.Fatalf("%s, %v", text, err)
	}
	var back task.Metrics
	if err := json.Unmarshal(text, &back); err != nil || back.MSE != 2 || !math.IsNaN(back.R2) {
		t.Errorf("%+v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"luck":1}`), &back); err == nil {
		t.Error("an unknown metric is read")
	}
}
