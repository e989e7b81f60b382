package task

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// Metrics holds the metrics of a loss. Metrics that do not belong to the loss are 0. Metrics that are undefined
// for the data are NaN, which is null in JSON. Samples' weights are applied, but class weights are not.
//
//	squared, huber            MSE, RMSE, MAE, R2
//	absolute                  MSE, RMSE, MAE, R2, Below
//	quantile                  MAE, Pinball, Below
//	logistic                  MSE of the probability (Brier score), LogLoss, Accuracy, AUC
//	softmax                   LogLoss, Accuracy, AUC
//	poisson                   MSE, RMSE, MAE of the rate, Deviance
//	custom                    as for squared, if there are as many targets as outputs
//
// For several outputs or classes, MSE, MAE, LogLoss and Deviance are averages over all of them, and RMSE is the
// root of the average MSE. R2 and AUC are unweighted means over outputs. For softmax, the AUC of an output
// compares its class with all others.
type Metrics struct {
	MSE  float64 `json:"mse"`
	RMSE float64 `json:"rmse"`
	MAE  float64 `json:"mae"`
	// R2 is 1 − Σw(y − ŷ)²/Σw(y − ȳ)². It is undefined for a constant target.
	R2 float64 `json:"r2"`
	// Accuracy is the weighted fraction of correct classes. The predicted class has the largest logit (the
	// first among equal ones). For logistic, prediction and target count as class 1 if they are above ½.
	Accuracy float64 `json:"accuracy"`
	// LogLoss is the mean of −log p, where p is the predicted probability of the target's class.
	LogLoss float64 `json:"log_loss"`
	// AUC is the probability that a sample of the class has a larger score than a sample outside it; ties count
	// half. It is undefined unless there are samples of both kinds, or if targets are not classes.
	AUC float64 `json:"auc"`
	// Deviance is 2·Σw(y·log(y/μ) − (y − μ))/Σw.
	Deviance float64 `json:"deviance"`
	// Pinball is the mean quantile loss. Below is the weighted fraction of targets at or below the prediction,
	// which is q if the prediction is the q-quantile.
	Pinball float64 `json:"pinball"`
	Below   float64 `json:"below"`
}

// belong lists the metrics of each loss by their JSON names.
var belong = map[Kind][]string{
	KindSquared: {"mse", "rmse", "mae", "r2"}, KindAbsolute: {"mse", "rmse", "mae", "r2", "below"}, KindHuber: {"mse", "rmse", "mae", "r2"},
	KindQuantile: {"mae", "pinball", "below"},
	KindLogistic: {"mse", "log_loss", "accuracy", "auc"}, KindSoftmax: {"log_loss", "accuracy", "auc"},
	KindPoisson: {"mse", "rmse", "mae", "deviance"}, KindCustom: {"mse", "rmse", "mae", "r2"},
}

// Belong returns the JSON names of the metrics that belong to the loss.
func (l Loss) Belong() []string { return slices.Clone(belong[l.kind()]) }

// Metrics computes the metrics that belong to the loss. It returns the same errors as [Loss.Value], except that
// custom losses are allowed: their metrics are 0 unless there are as many targets as outputs.
func (l Loss) Metrics(s Predictions) (m Metrics, err error) {
	if l.Is(KindCustom) && len(s.Targets) != len(s.Values) {
		return m, nil
	}
	if err := l.check(s); err != nil {
		return m, err
	}
	response := s.Values
	if l.Is(KindSoftmax) || l.Is(KindLogistic) || l.Is(KindPoisson) {
		space := s.Like.Like()
		defer space.Close()
		response = spool.Scratch[float64](space, len(s.Values))
		copy(response, s.Values)
		l.Response(response, s.Outputs)
	}
	switch {
	case l.Is(KindSoftmax):
		m.LogLoss, _ = Loss{Kind: KindSoftmax}.Value(s)
		m.Accuracy = s.share(func(i int) bool { return argmax(s.Values[i*s.Outputs:(i+1)*s.Outputs]) == int(s.Targets[i]) })
		m.AUC = s.overOutputs(func(k int) float64 {
			return s.auc(func(i int) float64 { return response[i*s.Outputs+k] }, func(i int) float64 { return indicator(int(s.Targets[i]) == k) })
		})
		return m, nil
	case l.Is(KindLogistic):
		m.LogLoss, _ = Loss{Kind: KindLogistic}.Value(s)
		m.MSE = s.mean(func(i int) float64 { return square(response[i] - s.Targets[i]) })
		m.Accuracy = s.mean(func(i int) float64 { return indicator((s.Values[i] > 0) == (s.Targets[i] > 0.5)) })
		m.AUC = s.overOutputs(func(k int) float64 {
			at := func(i int) int { return i*s.Outputs + k }
			return s.auc(func(i int) float64 { return s.Values[at(i)] }, func(i int) float64 { return s.Targets[at(i)] })
		})
		return m, nil
	}
	if l.Is(KindAbsolute) || l.Is(KindQuantile) {
		m.Below = s.mean(func(i int) float64 { return indicator(s.Targets[i] <= s.Values[i]) })
	}
	m.MAE = s.mean(func(i int) float64 { return math.Abs(response[i] - s.Targets[i]) })
	if l.Is(KindQuantile) {
		m.Pinball, err = l.Value(s)
		return m, err
	}
	m.MSE = s.mean(func(i int) float64 { return square(response[i] - s.Targets[i]) })
	m.RMSE = math.Sqrt(m.MSE)
	if l.Is(KindPoisson) {
		m.Deviance = 2 * s.mean(func(i int) float64 { return deviance(s.Targets[i], s.Values[i], response[i]) })
		return m, nil
	}
	m.R2 = s.overOutputs(func(k int) float64 { return s.r2(k) })
	return m, nil
}

// deviance returns half the deviance of a target y at the rate e^f.
func deviance(y, f, rate float64) float64 {
	if y == 0 {
		return rate
	}
	return y*(math.Log(y)-f) - (y - rate)
}

func square(v float64) float64 { return v * v }

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func argmax(values []float64) int { return slices.Index(values, slices.Max(values)) }

// mean returns the weighted mean over rows and outputs.
func (s Predictions) mean(of func(i int) float64) float64 {
	sum, weights := 0.0, 0.0
	for i := range s.Values {
		w := s.weight(i / s.Outputs)
		sum += w * of(i)
		weights += w
	}
	return mean(sum, weights)
}

// share returns the weighted fraction of rows for which is(row) is true.
func (s Predictions) share(is func(row int) bool) float64 {
	sum, weights := 0.0, 0.0
	for i := range s.rows() {
		w := s.weight(i)
		sum += w * indicator(is(i))
		weights += w
	}
	return mean(sum, weights)
}

// overOutputs returns the unweighted mean over the K outputs.
func (s Predictions) overOutputs(of func(k int) float64) float64 {
	sum := 0.0
	for k := range s.Outputs {
		sum += of(k)
	}
	return sum / float64(s.Outputs)
}

// r2 returns R² of output k.
func (s Predictions) r2(k int) float64 {
	sum, weights := 0.0, 0.0
	for i := range s.rows() {
		sum += s.weight(i) * s.Targets[i*s.Outputs+k]
		weights += s.weight(i)
	}
	centre, off, spread := mean(sum, weights), 0.0, 0.0
	for i := range s.rows() {
		y := s.Targets[i*s.Outputs+k]
		off += s.weight(i) * square(s.Values[i*s.Outputs+k]-y)
		spread += s.weight(i) * square(y-centre)
	}
	if spread == 0 {
		return math.NaN()
	}
	return 1 - off/spread
}

// MarshalJSON writes NaN as null.
func (m Metrics) MarshalJSON() ([]byte, error) {
	written := map[string]*float64{}
	for name, v := range m.fields() {
		if written[name] = v; math.IsNaN(*v) {
			written[name] = nil
		}
	}
	return json.Marshal(written)
}

// UnmarshalJSON reads null as NaN.
func (m *Metrics) UnmarshalJSON(text []byte) error {
	var read map[string]*float64
	if err := json.Unmarshal(text, &read); err != nil {
		return fmt.Errorf("task: reading metrics: %w", err)
	}
	fields := m.fields()
	for name, v := range read {
		at, known := fields[name]
		switch {
		case !known:
			return fmt.Errorf("task: unknown metric %q", name)
		case v == nil:
			*at = math.NaN()
		default:
			*at = *v
		}
	}
	return nil
}

func (m *Metrics) fields() map[string]*float64 {
	return map[string]*float64{
		"mse": &m.MSE, "rmse": &m.RMSE, "mae": &m.MAE, "r2": &m.R2,
		"accuracy": &m.Accuracy, "log_loss": &m.LogLoss, "auc": &m.AUC, "deviance": &m.Deviance,
		"pinball": &m.Pinball, "below": &m.Below,
	}
}
