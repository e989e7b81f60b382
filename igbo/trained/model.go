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

// Scope is the scope of the model's own variables.
const Scope = "model"

// Model is a function with its variables, the units of its data and the order that it was
// asked to follow. The doors of it, with what they promise, are the methods of igbo.Model.
type Model struct {
	// Config is what it was trained with.
	Config settings.Config
	// Features names the inputs; Steps is T.
	Features []string
	Steps    int
	// Normalization maps data to the model's units.
	Normalization samples.Normalization
	// DAG is the order it was trained to follow; nil for none.
	DAG *dag.DAG

	backend compute.Backend
	store   *model.Store
	f       attribution.MaskedModel
	outputs int    // K
	path    string // names the path of the attribution that was not loaded; empty for none
	second  bool   // a user's function gives the second objective itself
}

// open gives the model its function and an empty store.
func (m *Model) open(backend compute.Backend) error {
	if backend == nil {
		return errors.New("igbo: no backend, expected one such as backend.Select gives")
	}
	f, err := m.Config.Build()
	if err != nil {
		return err
	}
	m.backend, m.store, m.f = backend, model.NewStore(), f
	return m.countOutputs()
}

// Ready is an error for a model that was neither trained nor loaded.
func (m *Model) Ready() error {
	if m == nil || m.store == nil || m.f == nil || m.backend == nil {
		return errors.New("igbo: a model that was neither trained nor loaded")
	}
	return nil
}

// Backend is what the model runs on.
func (m *Model) Backend() compute.Backend { return m.backend }

// Store holds the variables.
func (m *Model) Store() *model.Store { return m.store }

// Function is the model as a function in its scope.
func (m *Model) Function() attribution.MaskedModel { return m.f }

// Outputs is K, the number of outputs at each step; 0 for a model that was neither trained
// nor loaded.
func (m *Model) Outputs() int {
	if m == nil {
		return 0
	}
	return m.outputs
}

// OwnObjective tells whether a user's function gives the second objective itself.
func (m *Model) OwnObjective() bool { return m.second }

// Scaled returns data that begin at a sample in the model's units; an error where its dtype does not hold them.
func (m *Model) Scaled(data samples.Data, sample int) (samples.Data, error) {
	dtype, err := m.Config.Precision()
	if err != nil {
		return samples.Data{}, err
	}
	data = m.Normalization.Apply(data)
	return data, data.ValidateDType(dtype, sample)
}

// Restore brings outputs into the data's units.
func (m *Model) Restore(y []float64, data samples.Data) {
	for i := range y {
		if data.Valid(i / m.outputs) {
			y[i] = m.Normalization.Restore(y[i], i%m.outputs)
		}
	}
}
