package stateful

import (
	"fmt"
	"os"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// SourceVariable is the environment variable with two paths, separated by the list separator: the process's program, and the file with the
// session's text as the running cell sees it. Package igbo/durable/workflow reads both, because it caches values of functions by their
// text.
const SourceVariable = "IGBOLAB_SOURCE"

const textFile = "session.go"

// writeText writes the session's text for a cell if its code can cache values. Otherwise it removes the file.
func (s *Session) writeText(unit *cells.Unit) error {
	text, path := unit.Text("Keep", "study"), s.file(textFile)
	if text == "" {
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("stateful: %w", err)
		}
		return nil
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	return nil
}
