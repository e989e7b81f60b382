package verdict

import (
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/task"
)

// inner are the folds within data to train on, or fewer where there are too few samples.
func (t *trainer) inner(data igbo.Data, clusters []int) ([]fold.Rows, error) {
	k := min(t.cfg.InnerFolds, fold.Units(data.Samples(), clusters))
	return fold.All(data.Samples(), k, 1, uint64(t.cfg.Seed)+1, t.cfg.strata(data), clusters)
}

// strata are the classes, of series that of most steps.
func (c Config) strata(data igbo.Data) []int {
	if c.Loss.Is(task.KindSquared) {
		return nil
	}
	classes := make([]int, data.Samples())
	for i := range classes {
		count, best := map[int]int{}, -1
		for t := i * data.Steps; t < (i+1)*data.Steps; t++ {
			if data.Mask == nil || data.Mask[t] {
				count[int(data.Y[t])]++
			}
		}
		for class, n := range count {
			if best < 0 || n > count[best] || n == count[best] && class < best {
				best = class
			}
		}
		classes[i] = best
	}
	return classes
}

// penalty chooses ridge's on inner folds, by the least loss.
func (t *trainer) penalty(data igbo.Data, inner []fold.Rows) (float64, error) {
	sums := make([]float64, len(t.cfg.Penalties))
	for _, rows := range inner {
		fits, err := fitRidge(recordsOf(data, rows.Train), t.cfg.Loss, t.cfg.outputs(), t.cfg.Penalties)
		if err != nil {
			return 0, err
		}
		held := recordsOf(data, rows.Test)
		for i, fit := range fits {
			e, err := fit.errors(t.cfg.Loss, held)
			if err != nil {
				return 0, err
			}
			sums[i] += e.Loss * float64(held.n())
		}
	}
	return t.cfg.Penalties[least(sums)], nil
}

// decay chooses a network's weight decay on inner folds: that with which training on the
// task alone has the least loss.
func (t *trainer) decay(data igbo.Data, inner []fold.Rows) (float64, error) {
	if len(t.cfg.Decays) == 1 {
		return t.cfg.Decays[0], nil
	}
	sums := make([]float64, len(t.cfg.Decays))
	for _, rows := range inner {
		part, held := subset(data, rows.Train), subset(data, rows.Test)
		for i, decay := range t.cfg.Decays {
			m, err := t.start(part, nil, decay)
			if err != nil {
				return 0, err
			}
			e, err := t.errorsOf(m, held)
			if err != nil {
				return 0, err
			}
			sums[i] += e.Loss * float64(recordsOf(held, nil).n())
		}
	}
	return t.cfg.Decays[least(sums)], nil
}

func least(sums []float64) int { return slices.Index(sums, slices.Min(sums)) }
