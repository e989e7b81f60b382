package doctest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
)

var (
	entry       = regexp.MustCompile(`(?m)^func main\(\)`)
	cellImports = regexp.MustCompile(`(?ms)^import (?:\(.*?^\)|"[^"]*"|\w+ "[^"]*")\n`)
)

// program is a notebook's code as one program: GoNB joins the declarations of all cells,
// and runs what stands below a cell's line %% (or %main) as its function main. Lines for
// the shell and for the kernel are left out.
func program(cells []cell) string {
	var head, body strings.Builder
	head.WriteString("package main\n")
	for i, c := range cells {
		if c.Type != "code" {
			continue
		}
		var declared, run strings.Builder
		to := &declared
		for line := range strings.Lines(strings.TrimRight(c.text(), "\n") + "\n") {
			switch {
			case strings.HasPrefix(line, "%%"), strings.HasPrefix(line, "%main"):
				to = &run
			case !strings.HasPrefix(line, "%") && !strings.HasPrefix(line, "!"):
				to.WriteString(line)
			}
		}
		text := declared.String()
		head.WriteString(strings.Join(cellImports.FindAllString(text, -1), ""))
		text = cellImports.ReplaceAllString(text, "")
		body.WriteString(entry.ReplaceAllString(text, fmt.Sprintf("func cell%d()", i)))
		if to == &run {
			fmt.Fprintf(&body, "func main%d() {\n%s}\n", i, run.String())
		}
	}
	return head.String() + body.String() + "func main() {}\n"
}

// TestCells: the code of every notebook compiles with this module as it is, its
// imports those that the kernel declares: none is looked for elsewhere.
func TestCells(t *testing.T) {
	programs := map[string]string{}
	for path, b := range books(t) {
		code, elsewhere, err := prelude.Rewrite(path, []byte(program(b.Cells)), nil)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if elsewhere {
			t.Errorf("%s uses a package that the kernel does not declare", path)
		}
		programs[strings.NewReplacer("/", "_", ".ipynb", "").Replace(path)] = string(code)
	}
	compile(t, programs)
}
