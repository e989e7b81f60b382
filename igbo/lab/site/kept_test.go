package site

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
)

// TestKept checks that cached results of a cell are part of the site, once and under the site's code digest, but not those of a quick cell
// that demonstrates computing.
func TestKept(t *testing.T) {
	inputs.Module(t)
	root := must.Of(filepath.Abs("../../..")).In(t)
	var reported []string
	m := &maker{Options{Source: root, Go: "go", Say: func(line string) { reported = append(reported, line) }}, t.TempDir(), t.TempDir()}
	k := &checkpointer{m, t.TempDir(), "code", quick, map[string]bool{}, keptIndex{Parts: map[string][3]int{}}}
	must.Do(t, os.Mkdir(filepath.Join(m.temp, "notebooks"), 0o700))
	const (
		square = "func square(n int) int {\n\treturn n * n\n}\n%%\nfmt.Println(notebook.Keep(7, square))"
		slow   = 0 // no cell is faster
	)
	shows := strings.NewReplacer("return", "fmt.Println(\"squaring\")\n\treturn").Replace(square)
	for _, c := range []struct {
		source  string
		quick   time.Duration
		parts   int
		reports string
	}{
		{square, quick, 1, ""},
		{square, quick, 1, ""},
		{"%%\nfmt.Println(workflow.Cached())", quick, 1, ""}, // it caches nothing itself
		{shows, quick, 1, ""},                                // it shows whether it computes
		{strings.Replace(shows, "squaring", "for long", 1), slow, 2, ""},
		{strings.Replace(square, "n * n", "missing", 1), quick, 2, "code cell 1 keeps nothing for the site"},
	} {
		k.quick = c.quick
		text := must.Of(json.Marshal(map[string]any{"cells": []any{map[string]any{"cell_type": "code", "source": c.source}}, "nbformat": 4})).In(t)
		n := must.Of(ipynb.Read(text)).In(t)
		reported = nil
		must.Do(t, k.notebook(t.Context(), "a.ipynb", n))
		if len(k.index.Parts) != c.parts || !strings.Contains(strings.Join(reported, "\n"), c.reports) || c.reports == "" && reported != nil {
			t.Errorf("%q: %d results, %q said, expected %d and %q", c.source, len(k.index.Parts), reported, c.parts, c.reports)
		}
	}
	if len(k.index.Packs) != 2 {
		t.Errorf("packs %v, expected two", k.index.Packs)
	}
	for name, at := range k.index.Parts {
		if pack := k.index.Packs[at[0]]; !strings.HasSuffix(name, ".study") || at[2] <= at[1] || m.read(t, pack) == "" {
			t.Errorf("%s at %v of %s", name, at, pack)
		}
	}
}

// TestKeptCancelled checks that a cancelled export returns the error of its context, and not a site without cached results.
func TestKeptCancelled(t *testing.T) {
	k := &checkpointer{&maker{Options{Source: ".", Go: "go"}, t.TempDir(), t.TempDir()}, t.TempDir(), "code", quick, map[string]bool{}, keptIndex{Parts: map[string][3]int{}}}
	n := must.Of(ipynb.Read([]byte(`{"cells": [{"cell_type": "code", "source": "func f(n int) int { return n }\n%%\nfmt.Println(notebook.Keep(7, f))"}], "nbformat": 4}`))).In(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := k.notebook(ctx, "a.ipynb", n); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, expected %v", err, context.Canceled)
	}
}
