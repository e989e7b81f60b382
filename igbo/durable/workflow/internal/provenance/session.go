package provenance

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable/workflow/internal/source"
)

// SessionVariable is the environment variable in which the kernel passes two paths to the process of stateful
// cells, separated by the path-list separator: the path of its program, and the path of the file with the text
// of all cells. Child processes inherit the variable, so it only applies to the program with that path.
const SessionVariable = "IGBOLAB_SOURCE"

// sessionFile returns the file with the text of stateful cells, or "" in another program.
func sessionFile() string {
	parts := filepath.SplitList(os.Getenv(SessionVariable))
	if path, err := executable(); err == nil && len(parts) == 2 && parts[0] == path {
		return parts[1]
	}
	return ""
}

// versions matches the version suffix that the kernel adds to the names of recompiled functions.
var versions = regexp.MustCompile(`ᵛ[0-9]*`)

// plainName returns the name of a function as its author wrote it.
func plainName(name string) string { return versions.ReplaceAllString(name, "") }

// readSession reads the text of stateful cells. The text must contain the version of the function that the
// process runs, because an earlier version may still be running.
func readSession(path, symbol string) (*source.File, []byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("workflow: reading the source of the function: %w", err)
	}
	around, _, _ := strings.Cut(strings.TrimPrefix(symbol, "main."), ".") // the enclosing function of a literal
	if !bytes.Contains(text, []byte("\n//symbol main."+around+"\n")) {
		return nil, nil, fmt.Errorf("workflow: the source of %s is unknown: a later cell replaced the function, or cells use two packages with the same name", plainName(symbol))
	}
	file, err := source.Parse(unplaced(text))
	return file, text, err
}
