package igbo

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
)

// modelScope is the scope of the model's own variables.
const modelScope = "model"

// Model is a trained model with everything needed to use it.
type Model struct {
	// Config is what it was trained with.
	Config Config
	// Features names the inputs; Steps is T.
	Features []string
	Steps    int
	// Normalization maps data to the model's units.
	Normalization Normalization
	// DAG is the order it was trained to follow; nil for none.
	DAG *dag.DAG

	backend compute.Backend
	store   *model.Store
	f       attribution.MaskedModel
	outputs int    // K
	path    string // names the path of the attribution that was not loaded; empty for none
	second  bool   // a user's function gives the second objective itself
}

// newModel prepares a training on data in memory.
func newModel(backend compute.Backend, cfg Config, data Data, d *dag.DAG) (*Model, error) {
	if err := data.Validate(); err != nil {
		return nil, err
	}
	if err := cfg.Validate(len(data.Features)); err != nil {
		return nil, err
	}
	if err := cfg.validateFor(data); err != nil {
		return nil, err
	}
	m := &Model{Config: cfg, Features: slices.Clone(data.Features), Steps: data.Steps, DAG: d}
	if cfg.Standardize {
		m.Normalization = standardization(data, cfg.Loss.ScalesTarget())
	}
	if err := m.begin(backend, data.outputs()); err != nil {
		return nil, err
	}
	return m, m.checkTargets(data)
}

// begin opens the model for a training with so many targets a step, and checks
// what does not depend on the training data.
func (m *Model) begin(backend compute.Backend, targets int) error {
	if err := m.checkDAG(m.DAG); err != nil {
		return err
	}
	if err := m.Config.Loss.Ready(); err != nil {
		return fmt.Errorf("igbo: %w", err)
	}
	if err := m.open(backend); err != nil {
		return err
	}
	if err := m.Config.Loss.CheckOutputs(m.outputs, targets); err != nil {
		return fmt.Errorf("igbo: %w", err)
	}
	if m.second && m.constrained() {
		return fmt.Errorf("igbo: the model %q gives a second objective (train.SetSecondLoss) beside a DAG that has constraints, expected one of them", m.Config.Model.Name)
	}
	if m.DAG != nil {
		if err := m.checkOutput(); err != nil {
			return err
		}
	}
	if err := m.checkWatched(); err != nil {
		return err
	}
	if err := m.store.SetRNGStateFromSeed(m.Config.Seed); err != nil {
		return fmt.Errorf("igbo: seed: %w", err)
	}
	return nil
}

// constrained tells whether there is a DAG that has a constraint.
func (m *Model) constrained() bool {
	return m.DAG != nil && len(m.DAG.Edges)+len(m.DAG.Bounds)+len(m.DAG.Ties) > 0
}

// scaled returns data that begin at a sample in the model's units; an error where its dtype does not hold them.
func (m *Model) scaled(data Data, sample int) (Data, error) {
	dtype, err := m.Config.dtype()
	if err != nil {
		return Data{}, err
	}
	data = m.Normalization.apply(data)
	return data, data.validateDType(dtype, sample)
}

// open gives the model its function and an empty store.
func (m *Model) open(backend compute.Backend) error {
	if backend == nil {
		return errors.New("igbo: no backend, expected one such as backend.Select gives")
	}
	f, err := m.Config.function()
	if err != nil {
		return err
	}
	m.backend, m.store, m.f = backend, model.NewStore(), f
	return m.countOutputs()
}

// ready is an error for a model that was neither trained nor loaded.
func (m *Model) ready() error {
	if m == nil || m.store == nil || m.f == nil || m.backend == nil {
		return errors.New("igbo: a model that was neither trained nor loaded")
	}
	return nil
}

// checkDAG checks that a DAG (nil for none) is over the features, in their
// order, or over as many as there are groups.
func (m *Model) checkDAG(d *dag.DAG) error {
	if d == nil {
		return nil
	}
	want := len(m.Features)
	if groups := len(m.Config.Attribution.Groups); groups > 0 {
		want = groups
	} else if !slices.Equal(d.Features, m.Features) {
		return fmt.Errorf("igbo: the DAG is over the features %v, the data has %v", d.Features, m.Features)
	}
	if len(d.Features) != want {
		return fmt.Errorf("igbo: the DAG is over %d features, expected %d", len(d.Features), want)
	}
	return d.Validate()
}

// Predict returns the model's K outputs for each sample and step, in the data's
// units: N·T·K numbers, 0 at masked steps. The targets of data are not used.
// Under the losses logistic, softmax and poisson they are logits and logarithms
// of rates, of which Response makes probabilities and rates.
func (m *Model) Predict(data Data) ([]float64, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	y, err := m.evaluate(data, m.f)
	if err == nil {
		m.restore(y, data)
	}
	return y, err
}

// restore brings outputs into the data's units.
func (m *Model) restore(y []float64, data Data) {
	for i := range y {
		if data.valid(i / m.outputs) {
			y[i] = m.Normalization.restore(y[i], i%m.outputs)
		}
	}
}

// Response returns what the model says of the targets, N·T·K numbers, 0 at
// masked steps: probabilities under the losses logistic and softmax, rates under
// poisson, Predict's numbers under the others.
func (m *Model) Response(data Data) ([]float64, error) {
	y, err := m.Predict(data)
	if err != nil {
		return nil, err
	}
	m.Config.Loss.Response(y, m.outputs)
	for i := range y {
		if !data.valid(i / m.outputs) {
			y[i] = 0
		}
	}
	return y, nil
}
