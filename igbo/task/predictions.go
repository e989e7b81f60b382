package task

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// Predictions holds the outputs and targets for a loss or metric, at S steps that count. Use the methods of
// samples.View to extract them from data.
type Predictions struct {
	// Outputs is K.
	Outputs int
	// Values holds the S·K model outputs.
	Values []float64
	// Targets holds the S·K targets or, for softmax, the S classes.
	Targets []float64
	// Weights holds S non-negative weights. nil means 1 each.
	Weights []float64
	// Like determines where metrics allocate temporary lists: in spaces like this one, or on the heap if nil.
	Like *spool.Space
}

// rows returns S.
func (s Predictions) rows() int { return len(s.Values) / s.Outputs }

func (s Predictions) weight(i int) float64 {
	if s.Weights == nil {
		return 1
	}
	return s.Weights[i]
}

// check checks that the sizes match and that the targets are valid for the loss.
func (l Loss) check(s Predictions) error {
	if err := l.Validate(); err != nil {
		return err
	}
	if s.Outputs < 1 {
		return fmt.Errorf("task: Outputs is %d, want at least 1", s.Outputs)
	}
	if len(s.Values) == 0 || len(s.Values)%s.Outputs != 0 {
		return fmt.Errorf("task: Values has %d numbers, want a positive multiple of the %d outputs", len(s.Values), s.Outputs)
	}
	rows, targets := s.rows(), s.Outputs
	if l.Is(KindSoftmax) {
		targets = 1
	}
	if err := l.CheckOutputs(s.Outputs, targets); err != nil {
		return err
	}
	if len(s.Targets) != rows*targets {
		return fmt.Errorf("task: Targets has %d numbers, want %d, %d per row", len(s.Targets), rows*targets, targets)
	}
	if s.Weights != nil && len(s.Weights) != rows {
		return fmt.Errorf("task: Weights has %d numbers, want one for each of the %d rows", len(s.Weights), rows)
	}
	for i, y := range s.Targets {
		if expected := l.Expects(y, s.Outputs); expected != "" {
			return fmt.Errorf("task: the target in row %d is %g, %s", i/targets, y, expected)
		}
	}
	return nil
}

// Value returns L in float64, or 0 if all weights are 0. It returns an error if sizes do not match, if a target
// is invalid for the loss, or if the loss is custom (see [Mean]).
func (l Loss) Value(s Predictions) (float64, error) {
	if err := l.check(s); err != nil {
		return 0, err
	}
	if l.Is(KindCustom) {
		return 0, fmt.Errorf("task: the custom loss %q must be evaluated in a graph, because it is a function of nodes", l.Name)
	}
	sum, weights := 0.0, 0.0
	for i := range s.Targets {
		row := i / (len(s.Targets) / s.rows())
		w := s.weight(row) * l.ClassWeight(s.Targets[i])
		weights += w
		sum += w * l.of(s, i)
	}
	return mean(sum, weights), nil
}

func mean(sum, weights float64) float64 {
	if weights == 0 {
		return 0
	}
	return sum / weights
}

// Mean returns the weighted mean Σwℓ/Σw of losses. nil weights mean 1 each.
func Mean(losses, weights []float64) float64 {
	s := Predictions{Weights: weights}
	sum, total := 0.0, 0.0
	for i, v := range losses {
		sum += s.weight(i) * v
		total += s.weight(i)
	}
	return mean(sum, total)
}

// ClassWeight returns the weight of a target's class, or 1 if the loss has no class weights. It returns 0 for a
// class without a weight. The target must be valid for the loss.
func (l Loss) ClassWeight(y float64) float64 {
	switch {
	case len(l.ClassWeights) == 0:
		return 1
	case l.Is(KindSoftmax):
		if y < 0 || y >= float64(len(l.ClassWeights)) {
			return 0
		}
		return l.ClassWeights[int(y)]
	default:
		return l.ClassWeights[0] + y*(l.ClassWeights[1]-l.ClassWeights[0])
	}
}

// of returns ℓ of target i.
func (l Loss) of(s Predictions, i int) float64 {
	y := s.Targets[i]
	if l.Is(KindSoftmax) {
		logits := s.Values[i*s.Outputs : (i+1)*s.Outputs]
		return logSumExp(logits) - logits[int(y)]
	}
	f := s.Values[i]
	switch off := math.Abs(f - y); l.kind() {
	case KindAbsolute:
		return off
	case KindHuber:
		if off > l.Delta {
			return l.Delta * (off - l.Delta/2)
		}
		return off * off / 2
	case KindQuantile:
		return max(l.Quantile*(y-f), (l.Quantile-1)*(y-f))
	case KindLogistic:
		return math.Max(f, 0) - y*f + math.Log1p(math.Exp(-math.Abs(f)))
	case KindPoisson:
		return math.Exp(f) - y*f
	default:
		return (f - y) * (f - y)
	}
}

// logSumExp returns log Σe^v.
func logSumExp(values []float64) float64 {
	largest, sum := math.Inf(-1), 0.0
	for _, v := range values {
		largest = max(largest, v)
	}
	for _, v := range values {
		sum += math.Exp(v - largest)
	}
	return largest + math.Log(sum)
}

// Response converts outputs, in rows of K, to predictions of the targets: a probability for logistic, K
// probabilities for softmax, and a rate for poisson. Outputs of other losses are not changed. It writes in
// place and panics if the length is not a multiple of K.
func (l Loss) Response(outputs []float64, k int) {
	if k < 1 || len(outputs)%k != 0 {
		panic(fmt.Errorf("task: got %d outputs for rows of length %d; the length must be positive and divide the number of outputs", len(outputs), k))
	}
	switch l.kind() {
	case KindLogistic:
		for i, f := range outputs {
			outputs[i] = 1 / (1 + math.Exp(-f))
		}
	case KindPoisson:
		for i, f := range outputs {
			outputs[i] = math.Exp(f)
		}
	case KindSoftmax:
		for i := 0; i < len(outputs); i += k {
			row := outputs[i : i+k]
			total := logSumExp(row)
			for j, f := range row {
				row[j] = math.Exp(f - total)
			}
		}
	}
}
