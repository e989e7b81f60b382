package datasets

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A File is an embedded file: a text table with a header, or a model.
type File struct {
	// Name is the name of the file, such as penguins.csv. The file penguins.md next to it describes its source.
	Name string
	// Text is the content of the file.
	Text string
}

// Reader returns a reader of the content.
func (f File) Reader() io.Reader { return strings.NewReader(f.Text) }

// Write writes the file to a folder and returns its path. It overwrites an existing file of that name. It
// returns an error if the folder is not writable.
func (f File) Write(folder string) (string, error) {
	path := filepath.Join(folder, f.Name)
	if err := os.WriteFile(path, []byte(f.Text), 0o644); err != nil {
		return "", fmt.Errorf("datasets: %w", err)
	}
	return path, nil
}
