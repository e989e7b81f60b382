package igbo

import (
	"context"
	"fmt"
	"math"
	"path/filepath"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/trained"
)

// Ensemble combines several networks of one architecture that were each trained under the order; it
// predicts their mean. Use it for networks. For linear models, package posterior averages over a
// posterior instead.
//
// [TrainEnsemble] trains the members from separate starts. The mean of models that satisfy an order
// does not necessarily satisfy it; check its scores with [Model.Evaluate].
type Ensemble struct{ members []*trained.Model }

// NewEnsemble returns the ensemble of models that were trained on the same data. It returns an
// error for fewer than two models, for linear models, user functions and ensemble means, and for
// models that differ in architecture, features, steps, units, loss or dtype.
func NewEnsemble(members ...*Model) (*Ensemble, error) {
	e := &Ensemble{}
	for _, m := range members {
		e.members = append(e.members, m.own())
	}
	if _, err := e.Model(); err != nil {
		return nil, err
	}
	return e, nil
}

// TrainEnsemble calls Train once per start, with the seeds Config.Seed, Config.Seed+1, …. Each
// start trains for the epochs of the configuration. OnStep counts the steps of all starts. The
// checkpoints of the starts are in the folders member_0, member_1, … of Checkpoints.Dir, and a
// resume continues with the interrupted start.
//
// TrainEnsemble returns the errors of Train, with the number of the start, and those of
// NewEnsemble.
func TrainEnsemble(ctx context.Context, backend compute.Backend, cfg Config, data Data, d *dag.DAG, starts int) (*Ensemble, error) {
	if starts < 2 || starts > MaxStarts {
		return nil, fmt.Errorf("igbo: training an ensemble: the number of starts is %d, want 2 to %d", starts, MaxStarts)
	}
	if cfg.Model.Kind == models.KindLinear || cfg.Model.Kind == models.KindCustom {
		return nil, fmt.Errorf("igbo: training an ensemble: unsupported model %q (want a built-in network; for linear models use package posterior)", cfg.Model.Kind)
	}
	var members []*Model
	steps := 0
	for i := range starts {
		own, before := cfg, steps
		own.Seed += int64(i)
		own.OnStep = func(step int) {
			if steps = before + step; cfg.OnStep != nil {
				cfg.OnStep(steps)
			}
		}
		if dir := cfg.Checkpoints.Dir; dir != "" {
			own.Checkpoints.Dir = filepath.Join(dir, models.MemberScope(i))
		}
		r, err := Train(ctx, backend, own, data, d)
		if err != nil {
			return nil, fmt.Errorf("%w (start %d of %d)", err, i+1, starts)
		}
		members = append(members, r.Model)
	}
	return NewEnsemble(members...)
}

// MaxStarts is the largest number of starts of an ensemble.
const MaxStarts = 256

// Model returns the mean as one model, which predicts, attributes, and can be saved, loaded and
// exported like any other model. With the losses logistic and softmax, it averages probabilities;
// otherwise, it averages outputs. It has copies of the members' variables.
func (e *Ensemble) Model() (*Model, error) {
	return wrap(trained.Average(e.own()))
}

// Members returns the models. Each one can be used separately.
func (e *Ensemble) Members() (list []*Model) {
	for _, m := range e.own() {
		list = append(list, (*Model)(m))
	}
	return list
}

// Ensemble returns the ensemble whose mean is the model, for example after Load. It returns an
// error if the model is not the mean of an ensemble.
func (m *Model) Ensemble() (*Ensemble, error) {
	members, err := m.own().Members()
	if err != nil {
		return nil, err
	}
	return &Ensemble{members}, nil
}

func (e *Ensemble) own() []*trained.Model {
	if e == nil {
		return nil
	}
	return e.members
}

// Response returns the mean and standard deviation of Model.Response over the members, N·T·K
// numbers each. The standard deviation measures the disagreement between models that fit the data
// about equally well. It does not include the noise of the targets or errors that all members
// share.
func (e *Ensemble) Response(data Data) (mean, spread []float64, err error) {
	return e.over(func(m *Model) ([]float64, error) { return m.Response(data) })
}

// Scores returns the mean and standard deviation of the scores H [N,D] over the members. If members
// disagree, the scores of the mean model (see Model) differ from this mean, because effects that
// cancel in the mean model still count in each member.
func (e *Ensemble) Scores(data Data) (mean, spread *mat.Dense, err error) {
	var rows, columns int
	center, around, err := e.over(func(m *Model) ([]float64, error) {
		h, err := m.Scores(data)
		if err != nil {
			return nil, err
		}
		rows, columns = h.Dims()
		return h.RawMatrix().Data, nil
	})
	if err != nil {
		return nil, nil, err
	}
	return mat.NewDense(rows, columns, center), mat.NewDense(rows, columns, around), nil
}

// over returns the mean and standard deviation over the members, by Welford's algorithm.
func (e *Ensemble) over(of func(m *Model) ([]float64, error)) (mean, spread []float64, err error) {
	members := e.Members()
	if len(members) < 2 {
		return nil, nil, fmt.Errorf("igbo: evaluating an ensemble: the number of members is %d, want at least 2 (use NewEnsemble)", len(members))
	}
	for i, m := range members {
		values, err := of(m)
		if err != nil {
			return nil, nil, err
		}
		if i == 0 {
			mean, spread = make([]float64, len(values)), make([]float64, len(values))
		}
		for j, v := range values {
			off := v - mean[j]
			mean[j] += off / float64(i+1)
			spread[j] += off * (v - mean[j])
		}
	}
	for j := range spread {
		spread[j] = math.Sqrt(spread[j] / float64(len(members)-1))
	}
	return mean, spread, nil
}
