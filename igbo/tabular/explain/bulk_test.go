package explain

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/floatjson"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// pieceRows is the number of rows that package explainer reads at once.
const pieceRows = 1 << 15

// bulky writes a table of five columns with some missing cells and more rows than a piece.
func bulky(t *testing.T) string {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	text.WriteString("a,b,c,d,e,y\n")
	for i := range pieceRows + 700 {
		for range 4 {
			fmt.Fprintf(&text, "%.3f,", r.NormFloat64())
		}
		if i%50 != 7 {
			fmt.Fprintf(&text, "%.3f", r.NormFloat64())
		}
		fmt.Fprintf(&text, ",%.3f\n", r.NormFloat64())
	}
	path := filepath.Join(t.TempDir(), "bulky.csv")
	must.Do(t, os.WriteFile(path, []byte(text.String()), 0o666))
	return path
}

// openHolding opens a network and a table with the given value of Options.Held.
func openHolding(t *testing.T, bytes int64, path string) *Explainer {
	t.Helper()
	return mustOpen(t, exported("sklearn_mlp"), path, Options{Target: "y", Missing: encode.DropRow, Held: bytes})
}

// TestBulkIsTheSame checks that a table read in pieces gives the same explanation, files and
// answers as one in memory.
func TestBulkIsTheSame(t *testing.T) {
	path := bulky(t)
	order := &dag.DAG{Features: []string{"a", "b", "c", "d", "e"}, Edges: []dag.Edge{{U: 0, V: 1, Epsilon: 0.001, Delta: 1}, {U: 2, V: 3, Epsilon: 0.001, Delta: 1}}}
	cfg := DefaultConfig()
	cfg.Repeats, cfg.Attribution.Points, cfg.PermutedRows = 1, 2, 500
	var texts [2][]string
	for i, held := range []int64{1 << 40, 1} {
		s := openHolding(t, held, path)
		if s.Piecewise() != (i == 1) {
			t.Fatal("the table is not read as it was asked for")
		}
		e := must.Of(s.Explain(context.Background(), cfg, nil)).In(t)
		var scores bytes.Buffer
		must.Do(t, e.WriteScores(&scores))
		if e.Close(); i == 1 && e.Scores != nil {
			t.Error("the scores of a large table are held")
		}
		found := must.Of(floatjson.Marshal(e)).In(t)
		k := must.Of(s.Check(context.Background(), cfg, order, nil)).In(t)
		answers := must.Of(floatjson.Marshal(k)).In(t)
		texts[i] = []string{withoutColumns(string(found)), scores.String(), withoutColumns(string(answers)), fmt.Sprint(s.LeftOut, s.Rows, s.HasTarget, s.Means())}
	}
	for i, want := range texts[0] {
		if got := texts[1][i]; got != want {
			t.Errorf("piece by piece:\n%.2000s\nheld:\n%.2000s", got, want)
		}
	}
}

// withoutColumns removes the description of the columns, which contains numbers only for a table in
// memory.
func withoutColumns(text string) string {
	from := strings.Index(text, `"columns"`)
	to := strings.Index(text, `"rows"`)
	return text[:from] + text[to:]
}

// TestBulkThatChanges checks that it is an error if a file loses rows between two passes.
func TestBulkThatChanges(t *testing.T) {
	path := bulky(t)
	s := openHolding(t, 1, path)
	text := must.Of(os.ReadFile(path)).In(t)
	must.Do(t, os.WriteFile(path, text[:1+bytes.LastIndexByte(text[:len(text)/2], '\n')], 0o666))
	if _, err := s.Explain(context.Background(), DefaultConfig(), nil); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("error %v, expected one that says that the file has changed", err)
	}
}
