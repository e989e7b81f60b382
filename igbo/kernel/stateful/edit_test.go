package stateful

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// batchSize is the number of notebooks in one program.
const batchSize = 30

// TestEditedCells runs random notebooks in which cells are written, edited and run again. It compares their output with one ordinary
// program, which the oracle writes.
func TestEditedCells(t *testing.T) {
	seed, all := setting(seedVariable, 1), setting(notebooksVariable, volume(2, 60))
	m := making(t)
	text, err := os.ReadFile(m.file(packagesFile))
	if err != nil {
		t.Fatal(err)
	}
	packages := cells.NewSession(cells.Exports(text))
	for from := 0; from < all; from += batchSize {
		var batch []*editedNotebook
		for i := from; i < min(from+batchSize, all); i++ {
			batch = append(batch, newEditedNotebook(uint64(seed+i), packages, setting(cellsVariable, 40)))
		}
		wants := runOrdinary(t, batch)
		for i, nb := range batch {
			t.Run(fmt.Sprint(nb.seed), func(t *testing.T) { nb.compare(t, wants[i]) })
		}
	}
}

// compare runs the cells in a session.
func (b *editedNotebook) compare(t *testing.T, want []string) {
	nb := open(t)
	faults := 0
	for i, c := range b.history {
		reported := outcome(t, nb, c.id, c.text())
		got := plainly(reported)
		expected := "! fault\n"
		if b.faulty[i] {
			faults++
		} else {
			expected = plainly(want[i])
		}
		if strings.HasPrefix(got, "! fault") {
			got = "! fault\n"
		}
		if got != expected {
			b.keep(i)
			t.Fatalf("cell %d prints\n%s\nthe program\n%s\n%s\n%s", i+1, reported, expected, b.whys[i], c.text())
		}
		if strings.Contains(want[i], "! panic") { // the oracle does not specify what a failed cell has set
			t.Logf("ends with the panic of cell %d: %s", i+1, want[i])
			return
		}
	}
	t.Logf("%d cells, %d with a fault", len(b.history), faults)
}

// keep writes the cells up to a differing one to the folder LIVE_KEEP.
func (b *editedNotebook) keep(last int) {
	dir := os.Getenv("LIVE_KEEP")
	if dir == "" {
		return
	}
	var text strings.Builder
	for i, c := range b.history[:last+1] {
		fmt.Fprintf(&text, "===== cell %d (%s), fault %v %s\n%s\n", i+1, c.id, b.faulty[i], b.whys[i], c.text())
	}
	_ = os.WriteFile(filepath.Join(dir, fmt.Sprintf("edited%d.cells", b.seed)), []byte(text.String()), 0o600)
}

var versionSuffix = regexp.MustCompile(`_v\d+\b|ᵛ\d+\b|\bnb\d+\.|\bmain\.`)

// plainly removes versions and packages from names.
func plainly(text string) string { return versionSuffix.ReplaceAllString(text, "") }

// outcome runs a cell and returns its output and how it ended.
func outcome(t *testing.T, nb *notebook, id, code string) string {
	t.Helper()
	nb.begin()
	nb.cells++
	ctx, cancel := context.WithTimeout(t.Context(), programLimit)
	defer cancel()
	stop := time.AfterFunc(programLimit, nb.Kill)
	defer stop.Stop()
	r, err := nb.RunCell(ctx, id, nb.cells, code)
	out := nb.text()
	var faults cells.Faults
	switch {
	case errors.As(err, &faults):
		out += "! fault\n" + err.Error()
	case err != nil:
		out += "! error " + err.Error()
	case r.End != "done":
		first, _, _ := strings.Cut(r.Text, "\n")
		out += "! " + cells.Plain(first) + "\n"
	}
	return out
}

// runOrdinary builds one program of several notebooks, and returns the output of their cells.
func runOrdinary(t *testing.T, batch []*editedNotebook) (wants [][]string) {
	t.Helper()
	const nextCell, nextNotebook = "\x00cell\n", "\x00notebook\n"
	dir := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(dir, name)
		_ = os.MkdirAll(filepath.Dir(file), 0o700)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module ordinary\n\ngo 1.26\n")
	var imports, calls strings.Builder
	for _, b := range batch {
		name := fmt.Sprintf("nb%d", b.seed)
		fmt.Fprintf(&imports, "import %q\n", "ordinary/"+name)
		fmt.Fprintf(&calls, "\t%s.Run()\n\tfmt.Print(%q)\n", name, nextNotebook)
		write(name+"/cells.go", b.ordinary(name, nextCell))
	}
	write("main.go", "package main\n\nimport \"fmt\"\n"+imports.String()+"\nfunc main() {\n"+calls.String()+"}\n")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", "ordinary", "-gcflags=-e", ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		if keep := os.Getenv("LIVE_KEEP"); keep != "" {
			_ = os.RemoveAll(filepath.Join(keep, "ordinary"))
			_ = os.CopyFS(filepath.Join(keep, "ordinary"), os.DirFS(dir))
		}
		t.Fatalf("the ordinary program: %v\n%.3000s", err, out)
	}
	var out bytes.Buffer
	run := exec.CommandContext(t.Context(), filepath.Join(dir, "ordinary"))
	run.Stdout, run.Stderr = &out, &out
	if err := run.Run(); err != nil {
		t.Fatalf("the ordinary program: %v\n%.3000s", err, out.String()[max(0, out.Len()-3000):])
	}
	for text := range strings.SplitSeq(out.String(), nextNotebook) {
		wants = append(wants, strings.Split(text, nextCell))
	}
	return wants
}

// ordinary returns the notebook's package of the program.
func (b *editedNotebook) ordinary(name, apart string) string {
	var head, run strings.Builder
	text := b.program.String()
	for _, path := range b.packages() {
		if strings.Contains(text, mangled(path)+".") {
			fmt.Fprintf(&head, "import %s %q\n", mangled(path), path)
		}
	}
	head.WriteString("import \"fmt\"\nimport \"unsafe\"\n\nvar _ unsafe.Pointer\n\nfunc ended() {\n\tif r := recover(); r != nil {\n\t\tfmt.Printf(\"! panic: %v\\n\", r)\n\t}\n}\n\n")
	for i := range b.history {
		if !b.faulty[i] {
			fmt.Fprintf(&run, "\tcell_%d()\n", i+1)
		}
		fmt.Fprintf(&run, "\tfmt.Print(%q)\n", apart)
	}
	return "package " + name + "\n\n" + head.String() + text + "\nfunc Run() {\n" + run.String() + "}\n"
}
