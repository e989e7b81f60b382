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

// Ensemble is several networks of one architecture that predict by their mean, each of which obeys: what an order asks of
// one, averaged over what it leaves open. It is the way for networks, as the mean of a posterior (package posterior) is for
// linear models.
//
// Members come from starts of their own, as that won against snapshots of one training and against Langevin steps at the same
// number of gradient steps: with eight members, 32 samples and a right order of all features, errors of the mean over one
// network's that takes all 2 400 steps, over 16 draws, and the share of the order that its scores keep,
//
//	              MLP, monotone truth   MLP, mixed truth    GRU, series
//	starts         .54 ± .05  .75        .81 ± .04  .71      .42 ± .03  .94
//	snapshots      .98 ± .04  .70       1.00 ± .03  .71     1.02 ± .04  .94
//	Langevin       .80 ± .04  .63        .93 ± .05  .62      .46 ± .03  .94
//	one network   1           .70       1           .67     1           .92
//
// (TestEnsembleOfStarts, which says how to run it again.) It is not so of every law: study credit has 1.18 for eight starts under the order and a mixed truth. Its noise is a sixth of the targets' deviation, here it is half of it,
// and its truth waves faster. Networks of as many steps each agree there, so that their mean has the error of one, and steps are worth more than starts; with the noise of here its eight starts have .96 (credit's doc). A mean of models that obey need not obey
// itself; check says how far it does.
type Ensemble struct{ members []*trained.Model }

// NewEnsemble makes one of models that were trained on the same data. Errors: fewer than two; models that are linear, functions
// of the user's or means themselves; models that differ in architecture, features, steps, units, loss or dtype.
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

// TrainEnsemble is Train from so many starts, of the seeds Config.Seed, Config.Seed+1, …; each takes the epochs of
// the configuration. OnStep counts the steps of all. Checkpoints are kept for each start, in folders member_0, … of
// their Dir, and a resume goes on at the start that was under way.
//
// Errors: those of Train, with the start's number, and those of NewEnsemble.
func TrainEnsemble(ctx context.Context, backend compute.Backend, cfg Config, data Data, d *dag.DAG, starts int) (*Ensemble, error) {
	if starts < 2 || starts > MaxStarts {
		return nil, fmt.Errorf("igbo: an ensemble of %d starts, expected 2 to %d", starts, MaxStarts)
	}
	if cfg.Model.Kind == models.KindLinear || cfg.Model.Kind == models.KindCustom {
		return nil, fmt.Errorf("igbo: an ensemble of %s models, expected networks by name: linear models have a posterior", cfg.Model.Kind)
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

// MaxStarts bounds the starts of an ensemble.
const MaxStarts = 256

// Model is the mean as one model, which predicts, attributes, is saved, loaded and exported like any other: the mean of
// probabilities under the losses logistic and softmax, else of outputs. It has copies of the members' variables.
func (e *Ensemble) Model() (*Model, error) {
	return door(trained.Average(e.own()))
}

// Members are the models, each of which can be used alone.
func (e *Ensemble) Members() (list []*Model) {
	for _, m := range e.own() {
		list = append(list, (*Model)(m))
	}
	return list
}

// Ensemble is the ensemble of which the model is the mean, such as one that Load read. Error: a model that is none.
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

// Response returns what the members say of the targets, as Model.Response has it: mean and standard deviation over the
// members, N·T·K numbers of each. The spread is that of models that fit alike; it leaves out the noise of the
// targets, and what all members have in common.
func (e *Ensemble) Response(data Data) (mean, spread []float64, err error) {
	return e.over(func(m *Model) ([]float64, error) { return m.Response(data) })
}

// Scores returns mean and standard deviation over the members of their scores H [N,D]. The scores of the mean model
// (Model) are others where members disagree, as what they cancel counts in none of them.
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

// over is the mean and the standard deviation over the members, by Welford's sums.
func (e *Ensemble) over(of func(m *Model) ([]float64, error)) (mean, spread []float64, err error) {
	members := e.Members()
	if len(members) < 2 {
		return nil, nil, fmt.Errorf("igbo: an ensemble of %d models, expected one that NewEnsemble made", len(members))
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
