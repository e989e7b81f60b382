package main

import (
	"fmt"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/study"
)

// folder is an output folder that no other process writes to until close.
// Each file is there whole or not at all.
type folder struct {
	path  string
	close func() error
}

// openFolder makes the folder, takes its lock and checks that files can be
// written there, before anything long runs.
func openFolder(path string) (folder, error) {
	if err := durable.MakeFolder(path); err != nil {
		return folder{}, fmt.Errorf("--out %s: %w", path, err)
	}
	unlock, err := durable.Lock(path)
	if err != nil {
		return folder{}, fmt.Errorf("--out %s: %w", path, err)
	}
	return folder{path, unlock}, nil
}

// write puts content into a file of the folder.
func (f folder) write(name string, content []byte) error {
	return durable.WriteFile(filepath.Join(f.path, name), content, 0o666)
}

// writeJSON puts indented JSON into a file of the folder.
func (f folder) writeJSON(name string, value any) error {
	text, err := study.MarshalJSON(value)
	if err != nil {
		return err
	}
	return f.write(name, text)
}
