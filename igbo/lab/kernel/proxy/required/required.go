package required

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
)

// NotebookVariable is the environment variable in which Jupyter tells a kernel the path of its notebook.
const NotebookVariable = "JPY_SESSION_NAME"

// Module matches MODULE@VERSION.
var Module = regexp.MustCompile(`^[\w~-]+(\.[\w~-]+)+(/[\w.~-]+)*@[\w.+-]+$`)

// place is the file of the modules that the notebook requires: a line each, below the notebook's path. Where Jupyter
// does not tell that, the folder stands for it.
func place() (file, notebook string, err error) {
	notebook = os.Getenv(NotebookVariable)
	if notebook == "" {
		if notebook, err = os.Getwd(); err != nil {
			return "", "", err
		}
	}
	config, err := os.UserConfigDir()
	sum := sha256.Sum256([]byte(notebook))
	return filepath.Join(config, "igbolab", "required", hex.EncodeToString(sum[:8])), notebook, err
}

// Modules are those that the notebook requires; none where that is not known.
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

// Keep writes what the notebook requires. Errors: no folder for it, and those of its writing.
func Keep(modules []string) error {
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
