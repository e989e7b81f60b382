package igbo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model/checkpoint"

	"github.com/igbolab/igbolab/igbo/dag"
)

const (
	descriptionFile = "model.json"
	weightsFolder   = "weights"
)

// description is what a saved model says of itself, beside its weights.
type description struct {
	Config        Config        `json:"config"`
	Features      []string      `json:"features"`
	Steps         int           `json:"steps"`
	Normalization Normalization `json:"normalization"`
	DAG           *dag.DAG      `json:"dag,omitempty"`
}

// Save writes the model into a folder: its description in model.json and its
// weights as a GoMLX checkpoint. The folder appears whole or not at all; one
// that holds a saved model is replaced, any other existing folder is an error.
func (m *Model) Save(dir string) error {
	if err := m.ready(); err != nil {
		return err
	}
	if err := replaceable(dir); err != nil {
		return err
	}
	if err := replaceFolder(dir, m.write); err != nil {
		return fmt.Errorf("igbo: saving: %w", err)
	}
	return nil
}

// replaceable tells whether dir is free or holds a saved model.
func replaceable(dir string) error {
	_, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("igbo: saving: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, descriptionFile)); err != nil {
		return fmt.Errorf("igbo: saving: %s exists and holds no saved model, expected a new folder or one to replace", dir)
	}
	return nil
}

func (m *Model) write(dir string) error {
	text, err := json.MarshalIndent(description{m.Config, m.Features, m.Steps, m.Normalization, m.DAG}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, descriptionFile), text, 0o644); err != nil {
		return err
	}
	defer m.store.SetLoader(m.store.Loader()) // a handler stays with its store as a loader
	handler, err := checkpoint.Build(m.store).Dir(filepath.Join(dir, weightsFolder)).Keep(1).Done()
	if err != nil {
		return err
	}
	return handler.Save()
}

// Load reads a model that Save wrote, ready to predict and to attribute on
// the given backend.
func Load(backend compute.Backend, dir string) (*Model, error) {
	text, err := os.ReadFile(filepath.Join(dir, descriptionFile))
	if err != nil {
		return nil, fmt.Errorf("igbo: loading: %w", err)
	}
	var d description
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("igbo: loading %s: %w", filepath.Join(dir, descriptionFile), err)
	}
	m := &Model{Config: d.Config, Features: d.Features, Steps: d.Steps, Normalization: d.Normalization, DAG: d.DAG}
	if err := m.Config.Validate(len(m.Features)); err != nil {
		return nil, fmt.Errorf("igbo: loading: %w", err)
	}
	if err := m.open(backend); err != nil {
		return nil, err
	}
	if _, err := checkpoint.Load(m.store).Dir(filepath.Join(dir, weightsFolder)).Immediate().Done(); err != nil {
		return nil, fmt.Errorf("igbo: loading the weights: %w", err)
	}
	return m, nil
}

// draftPattern is how unfinished folders are named.
const draftPattern = ".igbo-*.tmp"

// replaceFolder writes a folder in a draft beside it and then puts it in the place.
func replaceFolder(dir string, write func(draft string) error) error {
	draft, err := os.MkdirTemp(filepath.Dir(filepath.Clean(dir)), draftPattern)
	if err != nil {
		return err
	}
	defer os.RemoveAll(draft)
	if err := write(draft); err != nil {
		return err
	}
	if err := os.Chmod(draft, 0o755); err != nil {
		return err
	}
	old := draft + ".old"
	err = os.Rename(dir, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(draft, dir); err != nil {
		return errors.Join(err, os.Rename(old, dir))
	}
	return os.RemoveAll(old)
}
