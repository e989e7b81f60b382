package live

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
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
)

// notebooksVariable is how many random notebooks TestDifferential runs, each of so many cells, and seedVariable the first one's seed.
const (
	notebooksVariable = "LIVE_NOTEBOOKS"
	cellsVariable     = "LIVE_CELLS"
	seedVariable      = "LIVE_SEED"
)

// helpers are functions that random cells call: the first cell.
//
//go:embed testdata/helpers.txt
var helpers string

func setting(name string, standard int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return standard
}

// TestDifferential runs random notebooks, and compares what their cells print with one ordinary program each, in which
// each cell is a function, and what is declared again has another name.
func TestDifferential(t *testing.T) {
	seed := setting(seedVariable, 1)
	for i := range setting(notebooksVariable, sweep.Count(1, 12)) {
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

// lived is what a living cell says, and the first line of what it panics with.
func lived(t *testing.T, nb *notebook, code string) string {
	t.Helper()
	nb.begin()
	nb.cells++
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	stop := time.AfterFunc(time.Minute, nb.Kill)
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

// ordinary is what the program's functions for the cells say.
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
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "go", "run", file).CombinedOutput()
	if err != nil {
		t.Fatalf("the program: %v\n%.3000s", err, out)
	}
	return strings.Split(string(out), apart)
}

// imports are lines for the packages that the helpers and cells name.
func imports() string {
	var b strings.Builder
	for _, path := range []string{"errors", "fmt", "iter", "os", "reflect", "runtime", "slices", "strconv", "strings", "sync"} {
		fmt.Fprintf(&b, "import %q\n", path)
	}
	return b.String() + "var _ = []any{errors.New, os.ErrNotExist, reflect.TypeOf, runtime.GC, slices.Sort[[]int], strconv.Itoa, strings.ToUpper, &sync.Mutex{}, iter.Seq[int](nil)}\n"
}

// TestRandomCellsOfSelftest makes the random cells of the self-test, with what an ordinary program prints, where LIVE_UPDATE is set.
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
