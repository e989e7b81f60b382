package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// folder is an output folder. Files are written under a temporary name and
// renamed, so that each is there whole or not at all.
type folder string

// openFolder makes the folder and checks that files can be written there,
// before anything long runs.
func openFolder(path string) (folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return "", fmt.Errorf("--out %s: %w", path, err)
	}
	probe, err := os.CreateTemp(path, ".igbo-*.tmp")
	if err != nil {
		return "", fmt.Errorf("--out %s: %w", path, err)
	}
	return folder(path), discard(probe)
}

func discard(f *os.File) error {
	name := f.Name()
	if err := f.Close(); err != nil {
		return err
	}
	return os.Remove(name)
}

// write puts content into a file of the folder.
func (f folder) write(name string, content []byte) error {
	draft, err := os.CreateTemp(string(f), ".igbo-*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	if _, err := draft.Write(content); err != nil {
		draft.Close()
		return err
	}
	if err := draft.Chmod(0o644); err != nil {
		draft.Close()
		return err
	}
	if err := draft.Close(); err != nil {
		return err
	}
	return os.Rename(draft.Name(), filepath.Join(string(f), name))
}

// writeJSON puts indented JSON into a file of the folder.
func (f folder) writeJSON(name string, value any) error {
	text, err := indented(value)
	if err != nil {
		return err
	}
	return f.write(name, text)
}

func indented(value any) ([]byte, error) {
	text, err := json.MarshalIndent(value, "", "  ")
	return append(text, '\n'), err
}
