package datasets

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// File is an embedded file: a table of text with a header, or a model.
type File struct {
	// Name is the file's name, such as penguins.csv; beside it, penguins.md says where it is from.
	Name string
	// Text is the whole file.
	Text string
}

// Reader reads the file from its beginning.
func (f File) Reader() io.Reader { return strings.NewReader(f.Text) }

// Write puts the file in a folder and returns its path.
//
// Errors: a folder that cannot be written to; a file of that name is replaced.
func (f File) Write(folder string) (string, error) {
	path := filepath.Join(folder, f.Name)
	if err := os.WriteFile(path, []byte(f.Text), 0o644); err != nil {
		return "", fmt.Errorf("datasets: %w", err)
	}
	return path, nil
}
