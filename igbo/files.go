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
//   - Error() string: names the version of the file and the supported version.
type FormatError = trained.FormatError

// Save writes the model into a folder atomically. It replaces the folder if it contains only a
// saved model; for any other existing folder, it returns an error. The same model always produces
// the same bytes. The format, number 1, is
//
//	model.json           format_version, configuration, feature names, steps T, normalisation and DAG, as JSON
//	weights.safetensors  the architecture's variables by their paths, in the safetensors format
//	SHA256SUMS           the SHA-256 of each file (package durable)
//
// Custom model functions, loss functions and attribution paths are code, so Save stores only their
// names. Pass the model function to LoadFunction. A loaded model predicts immediately; to compute
// attributions, first set Config.Attribution.Path.
//
// If the process is killed during a save, the folder keeps its previous content, and the next save
// removes the temporary files.
func (m *Model) Save(dir string) error { return m.SaveWith(dir, nil) }

// SaveWith works as Save does and adds other files to the folder, for example a description of how
// the data were read. The manifest lists them, Load checks them, and durable.ReadFolder returns
// them. It is an error if a name is used by the model itself or is not a plain file name.
func (m *Model) SaveWith(dir string, beside Files) error {
	return m.own().Save(dir, trained.Files(beside))
}

// Replaceable returns the error that Save would return for a folder. It returns nil if the folder does not exist, or holds only a saved
// model with the files that were saved with it.
func Replaceable(dir string) error {
	return trained.Replaceable(dir)
}

// Load reads a model or a checkpoint that Save or a training wrote. The model predicts and
// attributes on the given backend.
//
// Load first verifies the files. Each file must have the SHA-256 in the manifest, and no file may
// be missing or added. All numbers must be valid. The variables must be finite and have the names,
// shapes and dtypes of the architecture. Load returns a *durable.DamageError for changed files,
// durable.ErrNoManifest for a folder without a manifest, and a *FormatError for a newer format.
//
// If the model is a user's function, use LoadFunction.
func Load(backend compute.Backend, dir string) (*Model, error) {
	return LoadFunction(backend, dir, nil)
}

// LoadFunction works as Load does for a model that is a user's function. The function is not saved,
// so f must be the function that was trained. LoadFunction also returns an error if the variables
// differ from those of f by name, shape or dtype, if the number of outputs differs, or if the model
// is not a function. A custom loss is not saved either; set Config.Loss.Function of the model
// before you call Evaluate.
func LoadFunction(backend compute.Backend, dir string, f attribution.MaskedModel) (*Model, error) {
	return wrap(trained.Load(backend, dir, f))
}

// wrap converts a model of package trained, and passes on its error.
func wrap(m *trained.Model, err error) (*Model, error) { return (*Model)(m), err }

// Files holds a model as plain data: the content of the files that Save writes, by name and without
// the manifest.
type Files map[string][]byte

// Files returns the model as plain data. Open restores it.
func (m *Model) Files() (Files, error) {
	files, err := m.own().Files()
	return Files(files), err
}

// Open restores the model on a backend. It runs the checks of Load, except those of the manifest.
func (f Files) Open(backend compute.Backend) (*Model, error) { return f.OpenFunction(backend, nil) }

// OpenFunction works as Open does for a model that is a user's function; see LoadFunction.
func (f Files) OpenFunction(backend compute.Backend, function attribution.MaskedModel) (*Model, error) {
	return wrap(trained.Files(f).Open(backend, function))
}
