package trained

import (
	"errors"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
)

// Scope is the scope of the model's variables.
const Scope = "model"

// Model holds a function with its variables, the units of its data and the order of its training. igbo.Model exports and documents its
// methods.
type Model struct {
	// Config holds the settings of its training.
	Config settings.Config
	// Features names the D inputs.
	Features []string
	// Steps is T.
	Steps int
	// Normalization maps data to the model's units.
	Normalization samples.Normalization
	// DAG is the order of its training; nil for none.
	DAG *dag.DAG

	backend compute.Backend
	store   *model.Store
	f       attribution.MaskedModel
	outputs int    // K
	path    string // the name of the attribution path that was not loaded; empty for none
	second  bool   // whether a user's function sets the second objective itself
}

// open installs the gradients that GoMLX lacks, and gives the model its function and an empty store.
func (m *Model) open(backend compute.Backend) error {
	if backend == nil {
		return errors.New("the backend is nil (use one such as backend.Select returns)")
	}
	if err := attribution.Install(); err != nil {
		return err
	}
	f, err := m.Config.Build()
	if err != nil {
		return err
	}
	m.backend, m.store, m.f = backend, model.NewStore(), f
	return m.countOutputs()
}

// Ready returns an error for a model that was neither trained nor loaded.
func (m *Model) Ready() error {
	if m == nil || m.store == nil || m.f == nil || m.backend == nil {
		return errors.New("trained: the model was neither trained nor loaded (use Train, New or Load)")
	}
	return nil
}

// Backend returns the backend of the model.
func (m *Model) Backend() compute.Backend { return m.backend }

// Store returns the store of the variables.
func (m *Model) Store() *model.Store { return m.store }

// Function returns the model as a function in its scope.
func (m *Model) Function() attribution.MaskedModel { return m.f }

// Outputs returns K, the number of outputs at each step; 0 for a model that was neither trained nor loaded.
func (m *Model) Outputs() int {
	if m == nil {
		return 0
	}
	return m.outputs
}

// OwnObjective reports whether a user's function sets the second objective itself.
func (m *Model) OwnObjective() bool { return m.second }

// Scaled returns data in the model's units; the first sample has the given number in errors. It returns an error if the dtype cannot hold a
// number.
func (m *Model) Scaled(data samples.Data, sample int) (samples.Data, error) {
	dtype, err := m.Config.Precision()
	if err != nil {
		return samples.Data{}, err
	}
	data = m.Normalization.Apply(data)
	return data, data.ValidateDType(dtype, sample)
}

// Restore converts outputs to the data's units, in place.
func (m *Model) Restore(y []float64, data samples.Data) {
	for i := range y {
		if data.Valid(i / m.outputs) {
			y[i] = m.Normalization.Restore(y[i], i%m.outputs)
		}
	}
}
