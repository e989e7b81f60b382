package compare

import (
	"context"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// trainer trains the models of one cell and reports their progress.
type trainer struct {
	ctx     context.Context
	backend compute.Backend
	cfg     Config
	groups  [][]int
	order   *dag.DAG
	done    int
	step    func(done int)
	space   *spool.Space // for the cell's data; nil is the heap
	numbers int          // values in all data; 0 if this is all data

	seed     uint64 // selects the rows that early stopping holds out
	clusters []int  // clusters of the current samples, which early stopping does not split
}

// settings returns the settings of one training, with its progress.
func (t *trainer) settings(data igbo.Data, penalty float64) igbo.Config {
	cfg, before := t.cfg.training(data.Samples(), t.groups, penalty), t.done
	cfg.OnStep = func(step int) { t.done = before + step; t.step(t.done) }
	return cfg
}

// start returns the model from which both trainings start: a linear model with the weights of ridge
// regression, or a network that was trained on the task alone.
func (t *trainer) start(data igbo.Data, fit *linear.Model, penalty float64) (*igbo.Model, error) {
	if t.cfg.network() {
		return t.train(nil, data, nil, penalty)
	}
	return t.begin(t.settings(data, penalty), data, fit)
}

// begin returns a linear model with ridge's weights in the units of the data. A training on one batch initialises it before its weights are
// replaced.
func (t *trainer) begin(cfg igbo.Config, data igbo.Data, fit *linear.Model) (*igbo.Model, error) {
	cfg.Epochs, cfg.OnStep = 1, nil
	begun, err := igbo.Train(t.ctx, t.backend, cfg, data.Part(0, min(data.Samples(), cfg.BatchSize)), nil)
	if err != nil {
		return nil, err
	}
	begun.Model.Normalization = samples.Standardization(data.View(nil), t.cfg.Loss.ScalesTarget())
	return begun.Model, models.SetLinear(begun.Model, fit.Theta, len(fit.Theta)/(len(data.Features)+1))
}

func modelOf(r *igbo.Result) *igbo.Model {
	if r == nil {
		return nil
	}
	return r.Model
}

// inner returns the inner folds of training data, or fewer if there are too few samples.
func (t *trainer) inner(data igbo.Data) ([]fold.Rows, error) {
	k := min(t.cfg.InnerFolds, fold.Units(data.Samples(), t.clusters))
	var all []fold.Rows
	space := t.space.Like()
	defer space.Close()
	for rows, err := range fold.EachIn(t.space, data.Samples(), k, 1, uint64(t.cfg.Seed)+1, t.cfg.strata(space, data), t.clusters) {
		if err != nil {
			return nil, err
		}
		all = append(all, rows)
	}
	return all, nil
}

// strata returns the classes, for series the most frequent class, in a space; nil is the heap.
func (c Config) strata(space *spool.Space, data igbo.Data) []int {
	if !c.Loss.Classifies() {
		return nil
	}
	classes := spool.Scratch[int](space, data.Samples())
	for i := range classes {
		if data.Steps == 1 && data.Mask == nil {
			classes[i] = int(data.Y[i])
			continue
		}
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

// penalty chooses the penalty of ridge with the lowest loss on inner folds.
func (t *trainer) penalty(data igbo.Data, inner []fold.Rows) (float64, error) {
	sums := make([]float64, len(t.cfg.Penalties))
	for _, rows := range inner {
		fits, err := linear.Path(t.ctx, data.View(rows.Train), t.cfg.Loss, t.cfg.outputs(), t.cfg.Penalties)
		if err != nil {
			return 0, err
		}
		held := data.View(rows.Test)
		for i, fit := range fits {
			e, err := t.errorsOfRidge(fit, held)
			if err != nil {
				return 0, err
			}
			sums[i] += e.Loss * float64(held.Rows())
		}
	}
	return t.cfg.Penalties[least(sums)], nil
}

// decay chooses the weight decay of a network on inner folds. It takes the one with which training on the task alone has the lowest loss.
func (t *trainer) decay(data igbo.Data, inner []fold.Rows) (float64, error) {
	if len(t.cfg.Decays) == 1 {
		return t.cfg.Decays[0], nil
	}
	sums := make([]float64, len(t.cfg.Decays))
	for _, rows := range inner {
		err := t.within(data, rows, func(part, held igbo.Data) error {
			for i, decay := range t.cfg.Decays {
				m, err := t.start(part, nil, decay)
				if err != nil {
					return err
				}
				e, err := t.errorsOf(m, held)
				if err != nil {
					return err
				}
				sums[i] += e.Loss * float64(held.View(nil).Rows())
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	return t.cfg.Decays[least(sums)], nil
}

func least(sums []float64) int { return slices.Index(sums, slices.Min(sums)) }
