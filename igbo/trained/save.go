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
)

// Save writes the model to a folder, with additional files; see igbo.Model.SaveWith.
func (m *Model) Save(dir string, beside Files) error {
	if err := m.Ready(); err != nil {
		return err
	}
	for name := range beside {
		if slices.Contains(savedFiles, name) || name != filepath.Base(name) || !filepath.IsLocal(name) {
			return fmt.Errorf("trained: saving: unsupported name %q of an additional file (want a plain file name other than %s)", name, strings.Join(savedFiles, ", "))
		}
	}
	if err := Replaceable(dir); err != nil {
		return err
	}
	write := func(temp string) error { return m.Write(temp, beside) }
	if err := durable.WriteFolder(dir, write); err != nil {
		return fmt.Errorf("trained: saving: %w", err)
	}
	return nil
}

// Replaceable returns the error that Save would return for a folder. It returns nil if the folder does not
// exist or contains only a saved model with its additional files.
func Replaceable(dir string) error {
	if whole, err := durable.ReadFolder(dir); err == nil && whole[DescriptionFile] != nil {
		return nil
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("trained: saving: %w", err)
	}
	_, err = os.Stat(filepath.Join(dir, DescriptionFile))
	_, unlisted := os.Stat(filepath.Join(dir, durable.Manifest)) // other programs write a model.json too
	if err := errors.Join(err, unlisted); err != nil {
		return fmt.Errorf("trained: saving: %s exists and contains no saved model (use a new folder or one with a saved model)", dir)
	}
	for _, e := range entries {
		if e.IsDir() || !slices.Contains(savedFiles, e.Name()) {
			return fmt.Errorf("trained: saving: %s contains %s, which does not belong to a saved model (use a new folder or one with only a saved model)", dir, e.Name())
		}
	}
	return nil
}
