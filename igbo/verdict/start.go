package verdict

import (
	"context"
	"path"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
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
}

// settings are those of one training, with its progress.
func (t *trainer) settings(data igbo.Data, penalty float64) igbo.Config {
	cfg, before := t.cfg.training(data.Samples(), t.groups, penalty), t.done
	cfg.OnStep = func(step int) { t.done = before + step; t.step(t.done) }
	return cfg
}

// start is where both trainings begin: ridge's weights for the linear model, and for a
// network where training on the task alone takes it.
func (t *trainer) start(data igbo.Data, fit *ridge, penalty float64) (*igbo.Model, error) {
	cfg := t.settings(data, penalty)
	if !t.cfg.network() {
		cfg.Epochs, cfg.BatchSize, cfg.OnStep = 1, data.Samples(), nil // its weights are replaced
	}
	trained, err := igbo.Train(t.ctx, t.backend, cfg, data, nil)
	if err != nil || t.cfg.network() {
		return modelOf(trained), err
	}
	return trained.Model, setLinear(trained.Model, fit)
}

func modelOf(r *igbo.Result) *igbo.Model {
	if r == nil {
		return nil
	}
	return r.Model
}

// setLinear gives a linear model ridge's weights.
func setLinear(m *igbo.Model, fit *ridge) error {
	shapes, err := m.Shapes()
	if err != nil {
		return err
	}
	k, outputs := fit.theta.Dims()
	all, values := fit.theta.RawMatrix().Data, map[string]*tensors.Tensor{}
	for at, shape := range shapes {
		flat := all[:(k-1)*outputs]
		if path.Base(at) == "bias" {
			flat = all[(k-1)*outputs:]
		}
		if shape.DType == dtypes.Float64 {
			values[at] = tensors.FromFlatDataAndDimensions(flat, shape.Dimensions...)
			continue
		}
		narrow := make([]float32, len(flat))
		for i, v := range flat {
			narrow[i] = float32(v)
		}
		values[at] = tensors.FromFlatDataAndDimensions(narrow, shape.Dimensions...)
	}
	return m.SetVariables(values)
}

// pair is a start and the two models that are trained from it by the same steps.
type pair struct{ start, without, with *igbo.Model }

// pair trains both.
func (t *trainer) pair(data igbo.Data, fit *ridge, penalty float64) (p pair, err error) {
	if p.start, err = t.start(data, fit, penalty); err != nil {
		return p, err
	}
	for _, arm := range []struct {
		order *dag.DAG
		model **igbo.Model
	}{{nil, &p.without}, {t.order, &p.with}} {
		trained, err := igbo.TrainFrom(t.ctx, p.start, t.settings(data, penalty), data, arm.order)
		if err != nil {
			return p, err
		}
		*arm.model = trained.Model
	}
	return p, nil
}
