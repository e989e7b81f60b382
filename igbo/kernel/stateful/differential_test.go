package stateful

import (
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// notebooksVariable is the environment variable with the number of notebooks of TestEditedCells, cellsVariable that of cells in each, and
// seedVariable that of the first seed. TestDifferential runs a tenth of the notebooks, because each has a separate program.
const (
	notebooksVariable = "LIVE_NOTEBOOKS"
	cellsVariable     = "LIVE_CELLS"
	seedVariable      = "LIVE_SEED"
)

// helpers is the first cell: functions that random cells call.
//
//go:embed testdata/helpers.txt
var helpers string

// volume returns many with LIVE_TESTS=1, and few otherwise, that is, among other tests or on another release of Go.
func volume(few, many int) int {
	if os.Getenv("LIVE_TESTS") != "1" {
		return few
	}
	return many
}

func setting(name string, standard int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return standard
}

// TestDifferential runs random notebooks and compares the output of their cells with one ordinary program each. In the program each cell is
// a function, and each new version of a declaration has another name.
func TestDifferential(t *testing.T) {
	seed := setting(seedVariable, 1)
	for i := range max(1, setting(notebooksVariable, sweep.Count(10, 120))/10) {
		t.Run(fmt.Sprint(seed+i), func(t *testing.T) { differ(t, uint64(seed+i), setting(cellsVariable, 30)) })
	}
}

func differ(t *testing.T, seed uint64, n int) {
	g := newRandomNotebook(seed)
	var all []string
	for range n {
		all = append(all, g.cell())
	}
	want := ordinary(t, g)
	nb := open(t, severe...)
	nb.run(helpers)
	for i, code := range all {
		if got := lived(t, nb, code); got != want[i] {
			if dir := os.Getenv("LIVE_KEEP"); dir != "" {
				_ = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.cells", seed)), []byte(strings.Join(all[:i+1], "\n=====\n")), 0o600)
			}
			t.Fatalf("cell %d says\n%s\nthe program\n%s\n%s", i+1, got, want[i], code)
		}
	}
	t.Logf("%d cells say the same as the program", n)
}

// lived returns the output of a stateful cell, and the first line of its panic.
func lived(t *testing.T, nb *notebook, code string) string {
	t.Helper()
	nb.begin()
	nb.cells++
	ctx, cancel := context.WithTimeout(t.Context(), programLimit)
	defer cancel()
	stop := time.AfterFunc(programLimit, nb.Kill)
	defer stop.Stop()
	r, err := nb.Run(ctx, nb.cells, code)
	out := nb.text()
	if err != nil {
		return out + "! " + err.Error()
	}
	if r.End != "done" {
		first, _, _ := strings.Cut(r.Text, "\n")
		out += "! " + cells.Plain(first) + "\n"
	}
	return out
}

// ordinary returns the output of the program's functions for the cells.
func ordinary(t *testing.T, g *randomNotebook) []string {
	t.Helper()
	const apart = "\x00cell\n"
	var calls strings.Builder
	for i := range g.cells {
		fmt.Fprintf(&calls, "\tcell_%d()\n\tfmt.Print(%q)\n", i+1, apart)
	}
	text := "package main\n\n" + imports() + helpers + "\nfunc ended() {\n\tif r := recover(); r != nil {\n\t\tfmt.Printf(\"! panic: %v\\n\", r)\n\t}\n}\n\n" + g.globals.String() + "\n" + g.functions.String() + "func main() {\n" + calls.String() + "}\n"
	file := filepath.Join(t.TempDir(), "main.go")
	if dir := os.Getenv("LIVE_KEEP"); dir != "" {
		file = filepath.Join(dir, "main.go")
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), programLimit)
	defer cancel()
	out, err := exec.CommandContext(ctx, "go", "run", file).CombinedOutput()
	if err != nil {
		t.Fatalf("the program: %v\n%.3000s", err, out)
	}
	return strings.Split(string(out), apart)
}

// imports returns import lines for the packages that the helpers and cells use.
func imports() string {
	var b strings.Builder
	for _, path := range []string{"errors", "fmt", "iter", "os", "reflect", "runtime", "slices", "strconv", "strings", "sync"} {
		fmt.Fprintf(&b, "import %q\n", path)
	}
	return b.String() + "var _ = []any{errors.New, os.ErrNotExist, reflect.TypeOf, runtime.GC, slices.Sort[[]int], strconv.Itoa, strings.ToUpper, &sync.Mutex{}, iter.Seq[int](nil)}\n"
}

// TestRandomCellsOfSelftest writes the random cells of the self-test, with the output of an ordinary program, if LIVE_UPDATE is set.
func TestRandomCellsOfSelftest(t *testing.T) {
	if os.Getenv("LIVE_UPDATE") == "" {
		t.Skip("the cells are kept; LIVE_UPDATE=1 makes them anew")
	}
	var b strings.Builder
	for seed := range uint64(3) {
		g := newRandomNotebook(9000 + seed)
		g.calm = true
		var all []string
		for range 40 {
			all = append(all, g.cell())
		}
		want := ordinary(t, g)
		b.WriteString("-- notebook\n-- cell\n" + helpers + "\n-- want\n")
		for i, code := range all {
			b.WriteString("-- cell\n" + code + "\n-- want\n" + want[i])
		}
	}
	f, err := os.Create("testdata/random.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err == nil {
		_, err = z.Write([]byte(b.String()))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
}
