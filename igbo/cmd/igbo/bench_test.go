package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/bench"
	"github.com/igbolab/igbolab/igbo/bench/outcome"
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

// TestBenchReport: the page is written of the runs given, which are kept; a run
// that cannot be read changes nothing.
func TestBenchReport(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "results")
	if err := os.CopyFS(kept, os.DirFS("../../bench/results")); err != nil {
		t.Fatal(err)
	}
	run := bench.Report{Target: outcome.CUDA, Machine: outcome.Machine{CPU: "a processor of this test"}}
	text, err := json.Marshal(run)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(dir, "RESULTS.md")
	if err := reportBench(page, []string{out}); err == nil {
		t.Error("a folder without a run is reported")
	}
	if err := os.WriteFile(filepath.Join(out, "bench.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := reportBench(page, []string{out}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time of the runs that are kept
		written, err := os.ReadFile(page)
		if err != nil || !strings.Contains(string(written), "a processor of this test") {
			t.Errorf("%s (%v), expected the run's machine", written, err)
		}
		if err := reportBench(page, nil); err != nil {
			t.Fatal(err)
		}
	}
}
