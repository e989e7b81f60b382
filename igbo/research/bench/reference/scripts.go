package reference

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

//go:embed scripts/*.py
var scripts embed.FS

// ErrNotInstalled is the error for a peer whose Python or package is missing.
var ErrNotInstalled = errors.New("not installed; use igbo bench --setup to install it")

// Unpack writes the peers' scripts into a folder.
func Unpack(dir string) error {
	entries, err := scripts.ReadDir("scripts")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := scripts.ReadFile("scripts/" + e.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, e.Name()), text, 0o644); err != nil {
			return fmt.Errorf("reference: writing the peers' scripts: %w", err)
		}
	}
	return nil
}
