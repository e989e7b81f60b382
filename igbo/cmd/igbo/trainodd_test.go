package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestTrainOddTables checks columns without information and classes without rows. Models that can be trained can also be explained;
// otherwise the command prints one line and leaves no files.
func TestTrainOddTables(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	rng := rand.New(rand.NewPCG(7, 7))
	rows := func(n int, row func(i int) string) string {
		b := &strings.Builder{}
		for i := range n {
			fmt.Fprintln(b, row(i))
		}
		return b.String()
	}
	for _, c := range []struct{ name, text, reports string }{
		{"constant columns", "a,b,c,y\n" + rows(20, func(int) string { return fmt.Sprintf("%g,7,x,%g", rng.NormFloat64(), rng.NormFloat64()) }), ""},
		{"nothing but constants", "b,c,y\n" + rows(20, func(int) string { return fmt.Sprintf("7,x,%g", rng.NormFloat64()) }), ""},
		{"one class", "a,y\n" + rows(20, func(i int) string { return fmt.Sprintf("%d,yes", i) }), `the target "y" is the same in all 20 training rows`},
		{"a class in one row", "a,y\n" + rows(20, func(i int) string { return fmt.Sprintf("%d,%s", i, []string{"p", "q", "rare"}[max(i%2, i/19*2)]) }), `has no training row of the class "rare"`},
		{"two rows", "a,y\n1,2\n3,4\n", "in the training part of fold 1 of 2"},
		{"large targets", "a,y\n" + rows(20, func(i int) string { return fmt.Sprintf("%d,%de140", i, i) }), "use a larger unit"},
		{"no weight", "a,w,y\n" + rows(20, func(i int) string { return fmt.Sprintf("%d,0,%d", i, i) }), "igbo: samples: every sample has weight 0"},
		{"many columns", many("c%d", "y") + "\n" + rows(8, func(i int) string { return many("%d", strconv.Itoa(i)) }), "choose columns"},
	} {
		must.Do(t, os.WriteFile("odd.csv", []byte(c.text), 0o666))
		line := []string{"train", "odd.csv", "--target", "y", "--folds", "2", "--set", "repeats=1", "--set", "steps=3", "--backend", backendtest.Name(), "--out", "odd", "--quiet"}
		if c.name == "no weight" {
			line = append(line, "--weight", "w")
		}
		a := performed(line...)
		if c.reports == "" {
			a.must(t)
			performed("explain", "odd", "odd.csv", "--out", "explained", "--quiet").must(t)
			must.Do(t, os.RemoveAll("odd"))
			continue
		}
		if a.code != cli.ExitFailed || !strings.Contains(a.stderr, c.reports) || strings.Count(a.stderr, "\n") != 1 || strings.HasPrefix(a.stderr, "igbo: igbo:") {
			t.Errorf("%s: exit code %d, %s", c.name, a.code, a.stderr)
		}
		if _, err := os.Stat("odd"); err == nil {
			t.Errorf("%s: a model is left", c.name)
		}
	}
	houses(t, "houses.csv", 30)
	trained(t, "--target", "price", "--out", "model", "--quiet").must(t)
	for _, line := range [][]string{{"predict", "model", "odd.csv"}, {"explain", "model", "odd.csv"}} {
		if a := performed(line...); a.code != cli.ExitFailed || !strings.Contains(a.stderr, `no column "size"`) || a.stdout != "" {
			t.Errorf("%v on another table: exit code %d, %q, %s", line, a.code, a.stdout, a.stderr)
		}
	}
}

// many returns a line of 4001 cells: formatted numbers, and the last cell.
func many(format, last string) string {
	b := &strings.Builder{}
	for i := range 4001 {
		fmt.Fprintf(b, format+",", i)
	}
	return b.String() + last
}
