package igbo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/named"
)

// FormatVersion is the number of the format that Save writes and Load reads.
const FormatVersion = 1

// The files of a saved model, beside its manifest. Checkpoints have all of
// them, models that Save wrote the first two.
const (
	descriptionFile = "model.json"
	weightsFile     = "weights.safetensors"
	variablesFile   = "training.safetensors"
	stateFile       = "training.gob"
)

var savedFiles = []string{descriptionFile, weightsFile, variablesFile, stateFile, durable.Manifest}

// description is what a saved model says of itself, beside its weights.
type description struct {
	FormatVersion int           `json:"format_version"`
	Config        Config        `json:"config"`
	Features      []string      `json:"features"`
	Steps         int           `json:"steps"`
	Normalization Normalization `json:"normalization"`
	DAG           *dag.DAG      `json:"dag,omitempty"`
	// Path names the attribution's path where it is not the straight one.
	Path string `json:"attribution_path,omitempty"`
}

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
	if err := m.ready(); err != nil {
		return err
	}
	for name := range beside {
		if slices.Contains(savedFiles, name) || name != filepath.Base(name) || !filepath.IsLocal(name) {
			return fmt.Errorf("igbo: saving: a file %q beside the model, expected a plain name other than %s", name, strings.Join(savedFiles, ", "))
		}
	}
	if err := Replaceable(dir); err != nil {
		return err
	}
	write := func(draft string) error { return m.write(draft, beside) }
	if err := durable.WriteFolder(dir, write); err != nil {
		return fmt.Errorf("igbo: saving: %w", named.Once("igbo", err))
	}
	return nil
}

// Replaceable is the error that Save would return for a folder: nil where it is free, or
// holds a saved model with what was saved beside it and nothing else.
func Replaceable(dir string) error {
	if whole, err := durable.ReadFolder(dir); err == nil && whole[descriptionFile] != nil {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("igbo: saving: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, descriptionFile)); err != nil {
		return fmt.Errorf("igbo: saving: %s exists and holds no saved model, expected a new folder or one to replace", dir)
	}
	for _, e := range entries {
		if e.IsDir() || !slices.Contains(savedFiles, e.Name()) {
			return fmt.Errorf("igbo: saving: %s holds %s, which is no part of a saved model; expected a new folder or one with a saved model alone", dir, e.Name())
		}
	}
	return nil
}

// write puts the model's files and others into a folder.
func (m *Model) write(dir string, beside Files) error {
	files, err := m.files()
	if err != nil {
		return err
	}
	maps.Copy(files, beside)
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Files holds what Save writes, by the files' names, in memory and without the
// manifest: a model as plain data.
type Files map[string][]byte

// Files returns the model as plain data, with which Open makes it again.
func (m *Model) Files() (Files, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	files, err := m.files()
	if err != nil {
		return nil, fmt.Errorf("igbo: saving: %w", err)
	}
	return files, nil
}

func (m *Model) files() (Files, error) {
	d := description{FormatVersion, m.Config, m.Features, m.Steps, m.Normalization, m.DAG, m.pathName()}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return nil, err
	}
	weights, err := encodeVariables(m.store, isWeight)
	return Files{descriptionFile: append(text, '\n'), weightsFile: weights}, err
}

// pathName names the path that the model was trained along; empty for the straight one.
func (m *Model) pathName() string {
	if m.Config.Attribution.Path == nil {
		return m.path
	}
	return attribution.PathName(m.Config.Attribution.Path)
}

// checkPath is an error for a loaded model whose path was not saved, and not given again.
func (m *Model) checkPath() error {
	if m.path == "" || m.Config.Attribution.Path != nil {
		return nil
	}
	return fmt.Errorf("igbo: the model was trained with attributions along the path %q, which is not saved; expected it, or attribution.Straight{}, in Config.Attribution.Path", m.path)
}

// Open makes the model on a backend. It checks what Load checks, but for the
// manifest.
func (f Files) Open(backend compute.Backend) (*Model, error) { return f.OpenFunction(backend, nil) }

// OpenFunction is Open for a model that is a function of the user's, as
// LoadFunction is Load.
func (f Files) OpenFunction(backend compute.Backend, function attribution.MaskedModel) (*Model, error) {
	m, err := decode(backend, f, function)
	if err != nil {
		return nil, fmt.Errorf("igbo: loading: %w", named.Once("igbo", err))
	}
	return m, nil
}

// isWeight tells the architecture's variables from those of the training.
func isWeight(path string) bool { return strings.HasPrefix(path, "/"+modelScope+"/") }
