package trained

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/named"
)

// Save writes the model into a folder, with other files beside the model's: igbo.Model.SaveWith.
func (m *Model) Save(dir string, beside Files) error {
	if err := m.Ready(); err != nil {
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
	write := func(draft string) error { return m.Write(draft, beside) }
	if err := durable.WriteFolder(dir, write); err != nil {
		return fmt.Errorf("igbo: saving: %w", named.Once("igbo", err))
	}
	return nil
}

// Replaceable is the error that Save would return for a folder: nil where it is free, or
// holds a saved model with what was saved beside it and nothing else.
func Replaceable(dir string) error {
	if whole, err := durable.ReadFolder(dir); err == nil && whole[DescriptionFile] != nil {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("igbo: saving: %w", err)
	}
	_, err = os.Stat(filepath.Join(dir, DescriptionFile))
	_, unlisted := os.Stat(filepath.Join(dir, durable.Manifest)) // other programs write a model.json too
	if err := errors.Join(err, unlisted); err != nil {
		return fmt.Errorf("igbo: saving: %s exists and holds no saved model, expected a new folder or one to replace", dir)
	}
	for _, e := range entries {
		if e.IsDir() || !slices.Contains(savedFiles, e.Name()) {
			return fmt.Errorf("igbo: saving: %s holds %s, which is no part of a saved model; expected a new folder or one with a saved model alone", dir, e.Name())
		}
	}
	return nil
}
