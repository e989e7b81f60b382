package proxy

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/required"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// notRun returns the cell of the notebook's file that declares a name, if it has not run.
func notRun(name string, ran map[string]bool) string {
	text, err := os.ReadFile(os.Getenv(required.NotebookVariable))
	if err != nil {
		return ""
	}
	notebook, err := ipynb.Read(text)
	if err != nil {
		return ""
	}
	for i, code := range notebook.Code() {
		if !ran[strings.TrimSpace(code)] && slices.Contains(cells.Declares(code), name) {
			return fmt.Sprintf("declared in code cell %d of the notebook, which has not run", i+1)
		}
	}
	return ""
}

// program reads the program that the engine generated for the cell.
func (p *proxy) program(name string) []string {
	found, _ := filepath.Glob(filepath.Join(p.session.Temp, "gonb_*", name))
	if len(found) != 1 {
		return nil
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		return nil
	}
	return strings.Split(string(text), "\n")
}
