package cli

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// Folder is an output folder that no other process writes to until Close. Its files are written atomically.
type Folder struct {
	Path  string
	Close func() error
}

// OpenFolder creates and locks the folder, and checks that files can be written there, before any long work.
func OpenFolder(path string) (Folder, error) {
	if err := durable.MakeFolder(path); err != nil {
		return Folder{}, fmt.Errorf("--out %s: %w", path, err)
	}
	unlock, err := durable.Lock(path)
	if err != nil {
		return Folder{}, fmt.Errorf("--out %s: %w", path, err)
	}
	return Folder{path, unlock}, nil
}

// WriteJSON writes indented JSON into a file of the folder.
func (f Folder) WriteJSON(name string, value any) error {
	text, err := study.MarshalJSON(value)
	if err != nil {
		return err
	}
	var file Contents
	file.Add(name, text, nil)
	return file.WriteTo(f)
}
