package required

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
)

// NotebookVariable is the environment variable in which Jupyter passes the notebook's path to a kernel.
const NotebookVariable = "JPY_SESSION_NAME"

// Module matches MODULE@VERSION.
var Module = regexp.MustCompile(`^[\w~-]+(\.[\w~-]+)+(/[\w.~-]+)*@[\w.+-]+$`)

// Word matches MODULE and MODULE@VERSION.
var Word = regexp.MustCompile(`^[\w~-]+(\.[\w~-]+)+(/[\w.~-]+)*(@[\w.+-]+)?$`)

// Named reports whether the notebook's path is known. Without it Keep stores nothing, because another notebook would get it.
func Named() bool { return os.Getenv(NotebookVariable) != "" }

// place returns the file of the notebook's modules. The file is named by the notebook's path, and has one module per line.
func place() (file, notebook string, err error) {
	if !Named() {
		return "", "", errors.New("the notebook has no name")
	}
	notebook = os.Getenv(NotebookVariable)
	config, err := os.UserConfigDir()
	sum := sha256.Sum256([]byte(notebook))
	return filepath.Join(config, "igbolab", "required", hex.EncodeToString(sum[:8])), notebook, err
}

// Modules returns the modules that the notebook requires, or none if that is unknown.
func Modules() []string {
	file, notebook, err := place()
	if err != nil {
		return nil
	}
	text, err := os.ReadFile(file)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if err != nil || lines[0] != notebook {
		return nil
	}
	return slices.DeleteFunc(lines[1:], func(m string) bool { return !Module.MatchString(m) })
}

// Paths returns the modules that the notebook requires, without their versions.
func Paths() (paths []string) {
	for _, m := range Modules() {
		path, _, _ := strings.Cut(m, "@")
		paths = append(paths, path)
	}
	return paths
}

// Keep stores the modules that the notebook requires. It stores nothing for a notebook without a name. It returns an error if the file
// cannot be written.
func Keep(modules []string) error {
	if !Named() {
		return nil
	}
	file, notebook, err := place()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o700)
	}
	if err == nil {
		err = durable.WriteFile(file, []byte(strings.Join(append([]string{notebook}, modules...), "\n")+"\n"), 0o600)
	}
	if err != nil {
		return fmt.Errorf("required: %w", err)
	}
	return nil
}
