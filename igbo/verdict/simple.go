package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/ordered"
	"github.com/igbolab/igbolab/igbo/verdict/ridge"
)

// KeepMean names the constant prediction in [Rival] and [Standing]: the mean of the target, its quantile, or the shares of the classes.
const KeepMean ordered.Method = "mean"

// constant returns the outputs of the best prediction that uses no column, fitted to the training part: the mean, a quantile, the logarithm of the
// mean rate, or the logits of the classes' shares. A share or a rate of 0 becomes half a record's.
func (c Config) constant(train ridge.Records) []float64 {
	n := float64(train.N())
	switch {
	case c.Loss.Is(task.KindAbsolute):
		return []float64{weightedQuantile(train, 0.5)}
	case c.Loss.Is(task.KindQuantile):
		return []float64{weightedQuantile(train, c.Loss.Quantile)}
	case c.Loss.Is(task.KindSoftmax):
		logits := make([]float64, c.outputs())
		for k := range logits {
			share := weightedMean(train, func(y float64) float64 { return indicator(int(y) == k) })
			logits[k] = math.Log(max(share, 0.5/n))
		}
		return logits
	case c.Loss.Is(task.KindLogistic):
		p := min(max(weightedMean(train, identity), 0.5/n), 1-0.5/n)
		return []float64{math.Log(p / (1 - p))}
	case c.Loss.Is(task.KindPoisson):
		return []float64{math.Log(max(weightedMean(train, identity), 0.5/n))}
	}
	return []float64{weightedMean(train, identity)}
}

func identity(y float64) float64 { return y }

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// weightedMean returns the mean of a function of the targets.
func weightedMean(r ridge.Records, of func(y float64) float64) float64 {
	sum, total := 0.0, 0.0
	for i := range r.N() {
		sum, total = sum+r.Weight(i)*of(r.Target(i)), total+r.Weight(i)
	}
	if total == 0 {
		return 0
	}
	return sum / total
}

// weightedQuantile returns the smallest target at or below which the share q of the weights is.
func weightedQuantile(r ridge.Records, q float64) float64 {
	order, total := make([]int, r.N()), 0.0
	for i := range order {
		order[i], total = i, total+r.Weight(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Target(a), r.Target(b)) })
	below, value := 0.0, 0.0
	for _, i := range order {
		value, below = r.Target(i), below+r.Weight(i)
		if below >= q*total {
			break
		}
	}
	return value
}

// simple judges the constant prediction on the test part of a fold.
func (t *trainer) simple(f *foldPart, train, test igbo.Data) error {
	output, of := t.cfg.constant(ridge.Of(train, nil)), ridge.Of(test, nil)
	y := slices.Repeat(output, of.N())
	m, err := t.cfg.Loss.Metrics(task.Sample{Outputs: len(output), Predictions: y, Targets: of.Targets(), Weights: of.Weights()})
	if err != nil {
		return fmt.Errorf("verdict: the constant prediction: %w", err)
	}
	f.Fold.Rivals = append(f.Fold.Rivals, Rival{KeepMean, errorsOf(t.cfg.Loss, m)})
	return f.keepRows(string(KeepMean), t.cfg.Loss, len(output), y, test)
}

// constantName names the constant prediction.
func (c Config) constantName() string {
	switch {
	case c.Loss.Is(task.KindAbsolute):
		return "the median"
	case c.Loss.Is(task.KindQuantile):
		return fmt.Sprintf("the %g quantile", c.Loss.Quantile)
	case c.Loss.Classifies():
		return "the class frequencies"
	}
	return "the mean"
}
