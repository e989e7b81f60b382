package workcopy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
)

// ManifestFile is the hidden file in a working copy that records the copies.
const ManifestFile = ".igbolab.json"

// manifest records the copies, by path with slashes.
type manifest struct {
	Version int               `json:"version"`
	Files   map[string]record `json:"files"`
}

// record describes a file as it was copied.
type record struct {
	// Bytes is the SHA-256 of the whole file, and Text that of the text that a person writes.
	Bytes string `json:"bytes"`
	Text  string `json:"text"`
}

// version is the version of the manifest's format.
const version = 1

// readManifest reads the record of a folder. An unreadable record counts as missing.
func readManifest(dir string) (m manifest, damaged bool, err error) {
	none := manifest{Version: version, Files: map[string]record{}}
	text, err := os.ReadFile(filepath.Join(dir, ManifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return none, false, nil
	}
	if err != nil {
		return none, false, fmt.Errorf("workcopy: %w", err)
	}
	if json.Unmarshal(text, &m) != nil || m.Version != version || m.Files == nil {
		return none, true, nil
	}
	return m, false, nil
}

func (m manifest) write(dir string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("workcopy: %w", err)
	}
	path := filepath.Join(dir, ManifestFile)
	if was, err := os.ReadFile(path); err == nil && string(was) == string(text)+"\n" {
		return nil
	}
	if err := durable.WriteFile(path, append(text, '\n'), 0o666); err != nil {
		return fmt.Errorf("workcopy: %w", err)
	}
	return nil
}

// describe returns the record of a file's content.
func describe(name string, content []byte) record {
	whole := digest(content)
	if text, ok := written(name, content); ok {
		return record{Bytes: whole, Text: digest(text)}
	}
	return record{Bytes: whole, Text: whole}
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// cell holds the text that a person writes in a cell.
type cell struct {
	Type        string          `json:"cell_type"`
	Source      json.RawMessage `json:"source"`
	Attachments json.RawMessage `json:"attachments,omitempty"`
	Metadata    struct {
		Tags      []string        `json:"tags,omitempty"`
		Slideshow json.RawMessage `json:"slideshow,omitempty"`
	} `json:"metadata"`
}

// written returns a notebook without what running and saving changes: outputs, counts, and the metadata of front end and kernel.
func written(name string, content []byte) (text []byte, ok bool) {
	var notebook struct {
		Cells []cell `json:"cells"`
	}
	if !strings.HasSuffix(name, ".ipynb") || json.Unmarshal(content, &notebook) != nil || notebook.Cells == nil {
		return nil, false
	}
	for i, c := range notebook.Cells {
		notebook.Cells[i].Source = oneString(c.Source)
	}
	text, err := json.Marshal(notebook)
	return text, err == nil
}

// oneString is a source that Jupyter writes as one string or as a list of strings.
func oneString(source json.RawMessage) json.RawMessage {
	var many []string
	if json.Unmarshal(source, &many) != nil {
		return source
	}
	one, err := json.Marshal(strings.Join(many, ""))
	if err != nil {
		return source
	}
	return one
}
