package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/bench"
)

func TestBenchWithoutPeers(t *testing.T) {
	out := t.TempDir()
	root := newRootCommand()
	var text bytes.Buffer
	root.SetOut(&text)
	root.SetErr(&bytes.Buffer{})
	root.SetArgs([]string{"bench", "--rows", "step", "--peers", "torch", "--rounds", "1", "--slice", "5ms",
		"--python", filepath.Join(out, "none"), "--out", out})
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "not installed: igbo bench --setup") {
		t.Errorf("no hint at --setup in\n%s", &text)
	}
	saved, err := os.ReadFile(filepath.Join(out, "bench.json"))
	if err != nil {
		t.Fatal(err)
	}
	var report bench.Report
	if err := json.Unmarshal(saved, &report); err != nil || len(report.Comparisons) != 1 || !(report.Comparisons[0].Ours.Median > 0) {
		t.Errorf("bench.json holds %s (%v), expected our time of the step", saved, err)
	}
	table, err := os.ReadFile(filepath.Join(out, "bench.md"))
	if err != nil || !strings.Contains(string(table), "| IGBO step, linear") {
		t.Errorf("bench.md is %s (%v), expected the table", table, err)
	}
}

func TestBenchRejectsUnknownRows(t *testing.T) {
	root := newRootCommand()
	root.SetArgs([]string{"bench", "--rows", "nothing"})
	if err := root.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), `unknown row "nothing"`) {
		t.Errorf("error %v, expected one that names the row", err)
	}
}
