package verdict

import (
	"context"
	"path"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/internal/spool"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/verdict/parts"
	"github.com/igbolab/igbolab/igbo/verdict/ridge"
)

// trainer trains the models of one cell and reports their steps.
type trainer struct {
	ctx     context.Context
	backend compute.Backend
	cfg     Config
	groups  [][]int
	order   *dag.DAG
	done    int
	step    func(done int)
	space   *spool.Space // of the cell's data; nil is the heap
	numbers int          // of all data; 0 where these are all

	seed     uint64 // of what early stopping holds out
	clusters []int  // of the samples at hand, which it keeps together
}

// settings are those of one training, with its progress.
func (t *trainer) settings(data igbo.Data, penalty float64) igbo.Config {
	cfg, before := t.cfg.training(data.Samples(), t.groups, penalty), t.done
	cfg.OnStep = func(step int) { t.done = before + step; t.step(t.done) }
	return cfg
}

// start is where both trainings begin: ridge's weights for the linear model, and for a
// network where training on the task alone takes it.
func (t *trainer) start(data igbo.Data, fit *ridge.Model, penalty float64) (*igbo.Model, error) {
	if t.cfg.network() {
		return t.train(nil, data, nil, penalty)
	}
	return t.begin(t.settings(data, penalty), data, fit)
}

// begin is a linear model in the units of the data with ridge's weights: it is trained on a batch, as its weights are replaced.
func (t *trainer) begin(cfg igbo.Config, data igbo.Data, fit *ridge.Model) (*igbo.Model, error) {
	cfg.Epochs, cfg.OnStep = 1, nil
	begun, err := igbo.Train(t.ctx, t.backend, cfg, data.Part(0, min(data.Samples(), cfg.BatchSize)), nil)
	if err != nil {
		return nil, err
	}
	begun.Model.Normalization = samples.Standardization(data, t.cfg.Loss.ScalesTarget())
	return begun.Model, setLinear(begun.Model, fit)
}

func modelOf(r *igbo.Result) *igbo.Model {
	if r == nil {
		return nil
	}
	return r.Model
}

// setLinear gives a linear model ridge's weights.
func setLinear(m *igbo.Model, fit *ridge.Model) error {
	shapes, err := m.Shapes()
	if err != nil {
		return err
	}
	k, outputs := fit.Theta.Dims()
	all, values := fit.Theta.RawMatrix().Data, map[string]*tensors.Tensor{}
	for at, shape := range shapes {
		flat := all[:(k-1)*outputs]
		if path.Base(at) == "bias" {
			flat = all[(k-1)*outputs:]
		}
		values[at] = wide.Tensor(shape.DType, flat, shape.Dimensions...)
	}
	return m.SetVariables(values)
}

// linearOf is the weights and the bias of a linear model of one output.
func linearOf(m *igbo.Model) (theta []float64, err error) {
	values, err := m.Variables()
	if err != nil {
		return nil, err
	}
	var bias []float64
	for at, value := range values {
		flat, err := tensors.CopyFlatData[float64](value)
		if err != nil {
			return nil, err
		}
		if path.Base(at) == "bias" {
			bias = flat
		} else {
			theta = flat
		}
	}
	return append(theta, bias...), nil
}

// inner are the folds within data to train on, or fewer where there are too few samples.
func (t *trainer) inner(data igbo.Data) ([]fold.Rows, error) {
	k := min(t.cfg.InnerFolds, fold.Units(data.Samples(), t.clusters))
	var all []fold.Rows
	for rows, err := range fold.Each(data.Samples(), k, 1, uint64(t.cfg.Seed)+1, t.cfg.strata(data), t.clusters) {
		if err != nil {
			return nil, err
		}
		for _, list := range []*[]int{&rows.Train, &rows.Test} {
			if *list, err = parts.Moved(t.space, *list); err != nil {
				return nil, err
			}
		}
		all = append(all, rows)
	}
	return all, nil
}

// strata are the classes, of series that of most steps.
func (c Config) strata(data igbo.Data) []int {
	if !c.Loss.Classifies() {
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
		fits, err := ridge.Fit(t.ctx, ridge.Of(data, rows.Train), t.cfg.Loss, t.cfg.outputs(), t.cfg.Penalties)
		if err != nil {
			return 0, err
		}
		held := ridge.Of(data, rows.Test)
		for i, fit := range fits {
			e, err := t.errorsOfRidge(fit, held)
			if err != nil {
				return 0, err
			}
			sums[i] += e.Loss * float64(held.N())
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
				sums[i] += e.Loss * float64(ridge.Of(held, nil).N())
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
