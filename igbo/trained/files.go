package trained

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
)

// Files holds the contents of the files that Save writes, by name and without the manifest.
type Files map[string][]byte

// Files returns the model as plain data. [Files.Open] restores it.
func (m *Model) Files() (Files, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	files, err := m.files()
	if err != nil {
		return nil, fmt.Errorf("trained: saving: %w", err)
	}
	return files, nil
}

func (m *Model) files() (Files, error) {
	d := Description{FormatVersion, m.Config, m.Features, m.Steps, m.Normalization, m.DAG, m.PathName()}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return nil, err
	}
	weights, err := EncodeVariables(m.store, IsWeight)
	return Files{DescriptionFile: append(text, '\n'), WeightsFile: weights}, err
}

// PathName returns the name of the attribution path, or "" for the straight path.
func (m *Model) PathName() string {
	if m.Config.Attribution.Path == nil {
		return m.path
	}
	return attribution.PathName(m.Config.Attribution.Path)
}

// CheckPath returns an error if the model was loaded and its custom path has not been set again.
func (m *Model) CheckPath() error {
	if m.path == "" || m.Config.Attribution.Path != nil {
		return nil
	}
	return fmt.Errorf("trained: the path %q of the model's attributions was not saved (set Config.Attribution.Path to it, or to attribution.Straight{})", m.path)
}

// Open restores the model on a backend. function is the user-defined function if the model has one, else nil.
func (f Files) Open(backend compute.Backend, function attribution.MaskedModel) (*Model, error) {
	m, err := decode(backend, f, function)
	if err != nil {
		return nil, fmt.Errorf("trained: loading: %w", err)
	}
	return m, nil
}

// Write writes the model's files and the additional files beside to a folder.
func (m *Model) Write(dir string, beside Files) error {
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
