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

// A Model holds a function with its variables, the units of its data, and the DAG that it was trained with.
// igbo.Model exports and documents its methods.
type Model struct {
	// Config holds the training settings.
	Config settings.Config
	// Features names the D inputs.
	Features []string
	// Steps is T.
	Steps int
	// Normalization converts data to the model's units.
	Normalization samples.Normalization
	// DAG is the order that the model was trained with, or nil.
	DAG *dag.DAG

	backend compute.Backend
	store   *model.Store
	f       attribution.MaskedModel
	outputs int    // K
	path    string // name of the attribution path that was not loaded, or ""
	second  bool   // whether a user-defined function sets the second objective
}

// open installs gradients that GoMLX lacks, and sets the model's function and an empty store.
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

// Ready returns an error if the model was neither trained nor loaded.
func (m *Model) Ready() error {
	if m == nil || m.store == nil || m.f == nil || m.backend == nil {
		return errors.New("trained: the model was neither trained nor loaded (use Train, New or Load)")
	}
	return nil
}

// Backend returns the backend of the model.
func (m *Model) Backend() compute.Backend { return m.backend }

// Store returns the store with the model's variables.
func (m *Model) Store() *model.Store { return m.store }

// Function returns the model as a function of scope, x and mask.
func (m *Model) Function() attribution.MaskedModel { return m.f }

// Outputs returns K, the number of outputs per step, or 0 if the model was neither trained nor loaded.
func (m *Model) Outputs() int {
	if m == nil {
		return 0
	}
	return m.outputs
}

// OwnObjective reports whether a user-defined function sets the second objective.
func (m *Model) OwnObjective() bool { return m.second }

// Scaled returns data in the model's units. It returns an error if the dtype cannot represent a number; sample
// is the number of the first sample in the error.
func (m *Model) Scaled(data samples.Data, sample int) (samples.Data, error) {
	dtype, err := m.Config.Precision()
	if err != nil {
		return samples.Data{}, err
	}
	data = m.Normalization.Apply(data)
	return data, data.ValidateDType(dtype, sample)
}

// Restore converts outputs to the data's units in place.
func (m *Model) Restore(y []float64, data samples.Data) {
	for i := range y {
		if data.Valid(i / m.outputs) {
			y[i] = m.Normalization.Restore(y[i], i%m.outputs)
		}
	}
}
