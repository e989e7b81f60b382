package igbo

import (
	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/trained"
)

// FormatVersion is the number of the format that Save writes and Load reads.
const FormatVersion = trained.FormatVersion

// FormatError reports a saved model whose format this version cannot read.
//
// Fields:
//   - Version int: the format_version of the model.
//
// Methods:
//   - Error() string: returns a text with both formats, and which igbolab reads the file.
type FormatError = trained.FormatError

// Save writes the model into a folder atomically. It replaces a folder that holds a saved model and nothing else; any other existing folder
// is an error. The same model gives the same bytes. The format, number 1, is
//
//	model.json           format_version, configuration, feature names, steps T, normalisation and DAG, as JSON
//	weights.safetensors  the architecture's variables by their paths, in the safetensors format
//	SHA256SUMS           the SHA-256 of each file (package durable)
//
// Save stores only the names of a custom model function, a custom loss function and a custom attribution path, because they are code. Pass
// the model function to LoadFunction. A loaded model predicts at once, and attributes after you set Config.Attribution.Path.
//
// If the process is killed during a save, the folder keeps its previous content; the next save removes the temporary files.
func (m *Model) Save(dir string) error { return m.SaveWith(dir, nil) }

// SaveWith works as Save does and adds other files to the folder, for example a description of how the data were read. The manifest lists
// them, Load checks them, and durable.ReadFolder returns them. A name that the model itself uses, or that is not a plain file name, is an
// error.
func (m *Model) SaveWith(dir string, beside Files) error {
	return m.own().Save(dir, trained.Files(beside))
}

// Replaceable returns the error that Save would return for a folder. It returns nil if the folder does not exist, or holds only a saved
// model with the files that were saved with it.
func Replaceable(dir string) error {
	return trained.Replaceable(dir)
}

// Load reads a model or a checkpoint that Save or a training wrote. The model predicts and attributes on the given backend.
//
// Load verifies the files first: each must have the SHA-256 that the manifest names, and none may be missing or added; every number must be
// valid; and the variables must be finite and those of the architecture, with their shapes and dtypes. Errors: a *durable.DamageError for
// changed files, durable.ErrNoManifest for a folder without a manifest, a *FormatError for a newer format.
//
// For a model that is a user's function, call LoadFunction.
func Load(backend compute.Backend, dir string) (*Model, error) {
	return LoadFunction(backend, dir, nil)
}

// LoadFunction works as Load does for a model that is a user's function, which is not saved: f must be the function that was trained.
// Further errors: variables that differ from the function's by name, shape or dtype, a different number of outputs, and a model that is not
// a function. A custom loss is not saved either; Evaluate needs it in the model's Config.Loss.Function.
func LoadFunction(backend compute.Backend, dir string, f attribution.MaskedModel) (*Model, error) {
	return wrap(trained.Load(backend, dir, f))
}

// wrap converts a model of package trained, and passes on its error.
func wrap(m *trained.Model, err error) (*Model, error) { return (*Model)(m), err }

// Files holds the content of the files that Save writes, by name and without the manifest: a model as plain data.
type Files map[string][]byte

// Files returns the model as plain data. Open restores it.
func (m *Model) Files() (Files, error) {
	files, err := m.own().Files()
	return Files(files), err
}

// Open restores the model on a backend. It makes the checks of Load, except those of the manifest.
func (f Files) Open(backend compute.Backend) (*Model, error) { return f.OpenFunction(backend, nil) }

// OpenFunction works as Open does for a model that is a user's function; see LoadFunction.
func (f Files) OpenFunction(backend compute.Backend, function attribution.MaskedModel) (*Model, error) {
	return wrap(trained.Files(f).Open(backend, function))
}
