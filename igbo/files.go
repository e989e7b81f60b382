package igbo

import (
	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/trained"
)

// FormatVersion is the number of the format that Save writes and Load reads.
const FormatVersion = trained.FormatVersion

// FormatError says that a saved model has a format which this version does not read.
type FormatError = trained.FormatError

// Save writes the model into a folder, which appears whole or not at all. One
// that holds a saved model and nothing else is replaced, any other existing
// folder is an error. The same model gives the same bytes. The format, number
// 1, is
//
//	model.json           format_version, configuration, feature names, steps T, normalisation and DAG, as JSON
//	weights.safetensors  the architecture's variables by their paths, in the safetensors format
//	SHA256SUMS           the SHA-256 of each file (package durable)
//
// A user's model function and a custom loss's function are code and not saved: their
// names are, and LoadFunction takes the model's again. Nor is the attribution's path,
// of which the name is saved too: what was loaded predicts, and attributes once its
// Config.Attribution.Path is set.
//
// A save that is killed leaves the folder as it was; what it leaves beside the
// folder goes at the next save.
func (m *Model) Save(dir string) error { return m.SaveWith(dir, nil) }

// SaveWith is Save with other files beside the model's, such as how its data were read. The
// manifest has them too, Load checks them, and durable.ReadFolder returns them. Error
// besides: a name that is one of the model's own or no plain name of a file.
func (m *Model) SaveWith(dir string, beside Files) error {
	return m.own().Save(dir, trained.Files(beside))
}

// Replaceable is the error that Save would return for a folder: nil where it is free, or
// holds a saved model with what was saved beside it and nothing else.
func Replaceable(dir string) error {
	return trained.Replaceable(dir)
}

// Load reads a model that Save wrote, or a checkpoint, ready to predict and to
// attribute on the given backend.
//
// It believes no file: each must have the SHA-256 that the manifest names, and
// none may be missing or added; every number must make sense; and the
// variables must be those of the architecture, with their shapes and dtypes,
// and finite. Errors: a *durable.DamageError for changed files,
// durable.ErrNoManifest for a folder without a manifest (such as a model saved
// before formats had numbers, which must be trained and saved again), a
// *FormatError for a newer format.
//
// A model that is a function of the user's is loaded by LoadFunction.
func Load(backend compute.Backend, dir string) (*Model, error) {
	return LoadFunction(backend, dir, nil)
}

// LoadFunction is Load for a model that is a function of the user's, which is not
// saved: f must be the function that was trained. Errors besides: variables
// other than the function's by name, shape or dtype, another number of outputs,
// a function for a model that is none. A custom loss is not saved either; Evaluate
// needs it in the model's Config.Loss.Function.
func LoadFunction(backend compute.Backend, dir string, f attribution.MaskedModel) (*Model, error) {
	return door(trained.Load(backend, dir, f))
}

// door is a model of the rooms behind the door, or the error in its place.
func door(m *trained.Model, err error) (*Model, error) { return (*Model)(m), err }

// Files holds what Save writes, by the files' names, in memory and without the
// manifest: a model as plain data.
type Files map[string][]byte

// Files returns the model as plain data, with which Open makes it again.
func (m *Model) Files() (Files, error) {
	files, err := m.own().Files()
	return Files(files), err
}

// Open makes the model on a backend. It checks what Load checks, but for the
// manifest.
func (f Files) Open(backend compute.Backend) (*Model, error) { return f.OpenFunction(backend, nil) }

// OpenFunction is Open for a model that is a function of the user's, as
// LoadFunction is Load.
func (f Files) OpenFunction(backend compute.Backend, function attribution.MaskedModel) (*Model, error) {
	return door(trained.Files(f).Open(backend, function))
}
