package trained

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/named"
)

// Files holds what Save writes, by the files' names, in memory and without the
// manifest: a model as plain data.
type Files map[string][]byte

// Files returns the model as plain data, with which Open makes it again.
func (m *Model) Files() (Files, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	files, err := m.files()
	if err != nil {
		return nil, fmt.Errorf("igbo: saving: %w", err)
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

// PathName names the path that the model was trained along; empty for the straight one.
func (m *Model) PathName() string {
	if m.Config.Attribution.Path == nil {
		return m.path
	}
	return attribution.PathName(m.Config.Attribution.Path)
}

// CheckPath is an error for a loaded model whose path was not saved, and not given again.
func (m *Model) CheckPath() error {
	if m.path == "" || m.Config.Attribution.Path != nil {
		return nil
	}
	return fmt.Errorf("igbo: the model was trained with attributions along the path %q, which is not saved; expected it, or attribution.Straight{}, in Config.Attribution.Path", m.path)
}

// Open makes the model of the files on a backend, with the user's function where it is one.
func (f Files) Open(backend compute.Backend, function attribution.MaskedModel) (*Model, error) {
	m, err := decode(backend, f, function)
	if err != nil {
		return nil, fmt.Errorf("igbo: loading: %w", named.Once("igbo", err))
	}
	return m, nil
}

// Write puts the model's files and others into a folder.
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
