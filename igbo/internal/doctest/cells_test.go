package doctest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

var (
	entry       = regexp.MustCompile(`(?m)^func main\(\)`)
	cellImports = regexp.MustCompile(`(?ms)^import (?:\(.*?^\)|"[^"]*"|\w+ "[^"]*")\n`)
)

// program returns a notebook's code as one program, as GoNB combines it: the declarations of all cells, and the statements below each line
// %% (or %main) as a function. It omits shell and kernel lines.
func program(all []cell) string {
	var head, body strings.Builder
	head.WriteString("package main\n")
	for i, c := range all {
		if c.Type != "code" || slices.Contains(c.Metadata.Tags, "stateful") { // needs values of other cells
			continue
		}
		code, _ := cells.NewSession(nil).Program(strings.TrimRight(c.text(), "\n"), false)
		var declared, run strings.Builder
		to := &declared
		for line := range strings.Lines(strings.TrimRight(code, "\n") + "\n") {
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

// TestCells checks that the code of every notebook compiles with this module, and that its imports are in the kernel's table.
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
