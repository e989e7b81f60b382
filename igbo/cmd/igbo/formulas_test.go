package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sheet"
)

// TestNoFormulas checks that names, keys and classes of a user's data are not formulas in any CSV that a command writes, and that igbo dag
// restores the names.
func TestNoFormulas(t *testing.T) {
	workplace(t)
	houses(t, "houses.csv", 40)
	text := must.Of(os.ReadFile("houses.csv")).In(t)
	changed := strings.NewReplacer("number,size", "=number,@size", "\nh", "\n=cmd|h", "dear", "=dear", "cheap", "+cheap").Replace(string(text))
	must.Do(t, os.WriteFile("houses.csv", []byte(changed), 0o644))
	performed("train", "houses.csv", "--key", "=number", "--target", "kind", "--drop", "price,place,colour", "--folds", "2", "--set", "repeats=1", "--set", "steps=2", "--set", "inner_folds=2",
		"--backend", backendtest.Name(), "--out", "model", "--quiet").must(t)
	performed("predict", "model", "houses.csv", "--out", "predicted.csv", "--backend", backendtest.Name()).must(t)
	performed("explain", "model", "houses.csv", "--set", "repeats=0", "--backend", backendtest.Name(), "--quiet").must(t)
	for file, want := range map[string][]string{"predicted.csv": {"'=number", "'=cmd|h0", "'=cmd|h39"}, "explained/scores.csv": {"'@size"}} {
		written := must.Of(os.ReadFile(file)).In(t)
		records := must.Of(csv.NewReader(strings.NewReader(string(written))).ReadAll()).In(t)
		all := slices.Concat(records...)
		for _, cell := range all {
			if sheet.Cell(cell) != cell && !strings.HasPrefix(cell, "'") {
				t.Errorf("%s holds %q", file, cell)
			}
		}
		for _, w := range want {
			if !slices.Contains(all, w) {
				t.Errorf("no %s in %s:\n%.300s", w, file, written)
			}
		}
	}
	var graph struct{ Features []string }
	if err := json.Unmarshal([]byte(performed("dag", "explained/scores.csv", "--format", "json", "--batch", "5").must(t).stdout), &graph); err != nil || !slices.Contains(graph.Features, "@size") {
		t.Errorf("features %q, %v, want @size as it was", graph.Features, err)
	}
}
