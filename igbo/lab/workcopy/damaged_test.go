package workcopy

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestPathsOutside checks that a record with paths outside of the folder does not stop an update, and that these files are not changed.
func TestPathsOutside(t *testing.T) {
	root := t.TempDir()
	course, dir, victim := filepath.Join(root, "course"), filepath.Join(root, "copy"), filepath.Join(root, "victim")
	for path, text := range map[string]string{
		filepath.Join(course, "a.ipynb"): `{"cells": [], "nbformat": 4}`, victim: "theirs",
		filepath.Join(dir, ManifestFile): `{"version": 1, "files": {"../victim": {}, "/etc/x": {}, "": {}, ".": {}, "..": {}}}`,
	} {
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	}
	done := make(chan error, 1)
	go func() {
		_, err := Update(t.Context(), course, dir)
		done <- err
	}()
	select {
	case err := <-done:
		if text, gone := os.ReadFile(victim); err != nil || gone != nil || string(text) != "theirs" {
			t.Errorf("%v, %q %v", err, text, gone)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("the update does not end")
	}
}
