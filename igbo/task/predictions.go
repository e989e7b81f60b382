package task

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// Predictions holds what a loss and its metrics are measured on: a model's outputs and the targets at S steps that
// count. The samples that a model learns from are samples.Data. Its view gives targets and weights, and the outputs at
// the same steps.
type Predictions struct {
	// Outputs is K.
	Outputs int
	// Values holds S·K outputs of a model.
	Values []float64
	// Targets holds S·K targets, for softmax S classes.
	Targets []float64
	// Weights holds S weights of at least 0; nil is 1 each.
	Weights []float64
	// Like is a space like which those are of lists that metrics need for a while; nil is the heap.
	Like *spool.Space
}

// rows is S.
func (s Predictions) rows() int { return len(s.Values) / s.Outputs }

func (s Predictions) weight(i int) float64 {
	if s.Weights == nil {
		return 1
	}
	return s.Weights[i]
}

// check compares the sizes with each other and the targets with the loss.
func (l Loss) check(s Predictions) error {
	if err := l.Validate(); err != nil {
		return err
	}
	if s.Outputs < 1 || len(s.Values) == 0 || len(s.Values)%s.Outputs != 0 {
		return fmt.Errorf("task: %d predictions of %d outputs, want at least 1 output, and a positive multiple of that number", len(s.Values), s.Outputs)
	}
	rows, targets := s.rows(), s.Outputs
	if l.Is(KindSoftmax) {
		targets = 1
	}
	if err := l.CheckOutputs(s.Outputs, targets); err != nil {
		return err
	}
	if len(s.Targets) != rows*targets || s.Weights != nil && len(s.Weights) != rows {
		return fmt.Errorf("task: %d targets and %d weights, want %d and as many as rows, %d", len(s.Targets), len(s.Weights), rows*targets, rows)
	}
	for i, y := range s.Targets {
		if expected := l.Expects(y, s.Outputs); expected != "" {
			return fmt.Errorf("task: target %g in row %d, %s", y, i/targets, expected)
		}
	}
	return nil
}

// Value is L in float64, 0 where every weight is. Errors: sizes that do not fit,
// targets that the loss does not take, a custom loss (see Mean).
func (l Loss) Value(s Predictions) (float64, error) {
	if err := l.check(s); err != nil {
		return 0, err
	}
	if l.Is(KindCustom) {
		return 0, fmt.Errorf("task: the loss %q is a function on nodes (evaluate it in a graph)", l.Name)
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

// Mean is Σwℓ/Σw; nil weights are 1 each.
func Mean(losses, weights []float64) float64 {
	s := Predictions{Weights: weights}
	sum, total := 0.0, 0.0
	for i, v := range losses {
		sum += s.weight(i) * v
		total += s.weight(i)
	}
	return mean(sum, total)
}

// ClassWeight is the weight of a target's class, 1 where the loss has no class weights.
// The target must be one that the loss takes: it is 0 for a class without a weight.
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

// of is ℓ of target i.
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

// logSumExp is log Σe^v.
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

// Response turns outputs, rows of K, into what the model says of its targets: a
// probability for logistic, K of them for softmax, a rate for poisson; the
// outputs themselves under the other losses. It writes in place and panics where K does not divide them.
func (l Loss) Response(outputs []float64, k int) {
	if k < 1 || len(outputs)%k != 0 {
		panic(fmt.Errorf("task: %d outputs in rows of %d, want a multiple of the row length", len(outputs), k))
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
