package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// KeepMean names the constant prediction in [CompetingMethod] and [RankingEntry]: the mean of the target, its quantile, or the shares of
// the classes.
const KeepMean linear.Method = "mean"

// constant returns the outputs of the best prediction that uses no column, fitted to the training part: the mean, a quantile, the logarithm
// of the mean rate, or the logits of the classes' shares. A share or rate of 0 is replaced by that of half a sample.
func (c Config) constant(train samples.View) []float64 {
	n := float64(train.Rows())
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
func weightedMean(r samples.View, of func(y float64) float64) float64 {
	sum, total := 0.0, 0.0
	for i := range r.Rows() {
		sum, total = sum+r.Weight(i)*of(r.Target(i, 0)), total+r.Weight(i)
	}
	if total == 0 {
		return 0
	}
	return sum / total
}

// weightedQuantile returns the smallest target at or below which the share q of the weights is.
func weightedQuantile(r samples.View, q float64) float64 {
	space := r.Scratch()
	defer space.Close()
	order, total := spool.Scratch[int](space, r.Rows()), 0.0
	for i := range order {
		order[i], total = i, total+r.Weight(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Target(a, 0), r.Target(b, 0)) })
	below, value := 0.0, 0.0
	for _, i := range order {
		value, below = r.Target(i, 0), below+r.Weight(i)
		if below >= q*total {
			break
		}
	}
	return value
}

// simple evaluates the constant prediction on the test part of a fold.
func (t *trainer) simple(f *foldPart, train, test igbo.Data) error {
	output, of := t.cfg.constant(train.View(nil)), test.View(nil)
	space := t.space.Like()
	defer space.Close()
	y := spool.Scratch[float64](space, of.Rows()*len(output))
	for i := range y {
		y[i] = output[i%len(output)]
	}
	m, err := t.cfg.Loss.Metrics(task.Predictions{Outputs: len(output), Values: y, Targets: of.TargetsIn(space), Weights: of.WeightsIn(space), Like: space})
	if err != nil {
		return fmt.Errorf("compare: the constant prediction: %w", err)
	}
	f.Fold.CompetingMethods = append(f.Fold.CompetingMethods, CompetingMethod{KeepMean, errorsOf(t.cfg.Loss, m)})
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
