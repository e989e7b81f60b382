package proxy

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/ipynb"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/required"
)

// declared tells where a name is declared that is not known: in a cell that ran, or, as the notebook's file says, in one
// that has not. Live tells that the newest cell lives.
func (p *proxy) declared(name string, live bool) string {
	where, ran := p.cells.Declared(name, live)
	if where != "" {
		return where
	}
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

// undefined matches what the checker, and the compiler, say of a name that they do not know.
var undefined = regexp.MustCompile(`^undefined: (\pL[\pL\d_]*)( \(did you mean .*)?$`)

// withPlace says where a name that is not known is declared.
func (p *proxy) withPlace(message string, live bool) string {
	m := undefined.FindStringSubmatch(message)
	if m == nil {
		return message
	}
	if where := p.declared(m[1], live); where != "" {
		return "undefined: " + m[1] + " (" + where + ")"
	}
	return message
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
