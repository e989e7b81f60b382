package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/bench"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
)

func TestBenchWithoutPeers(t *testing.T) {
	out := t.TempDir()
	a := performed("bench", "--rows", "step", "--peers", "torch", "--rounds", "1", "--slice", "5ms", "--python", filepath.Join(out, "none"), "--out", out).must(t)
	if !strings.Contains(a.stdout, "not installed; use igbo bench --setup") {
		t.Errorf("no hint at --setup in\n%s", a.stdout)
	}
	saved := read(t, out, "bench.json")
	var report bench.Report
	if err := json.Unmarshal(saved, &report); err != nil || len(report.Comparisons) != 1 || !(report.Comparisons[0].Ours.Median > 0) {
		t.Errorf("bench.json holds %s (%v), expected our time of the step", saved, err)
	}
	if table := read(t, out, "bench.md"); !strings.Contains(string(table), "| IGBO step, linear") {
		t.Errorf("bench.md is %s, expected the table", table)
	}
}

func TestBenchRejectsUnknownRows(t *testing.T) {
	if a := performed("bench", "--rows", "nothing"); a.code != cli.ExitUsage || !strings.Contains(a.stderr, `row "nothing" not found`) {
		t.Errorf("exit code %d, %s, expected an error that names the row", a.code, a.stderr)
	}
}

// TestBenchReport checks that the page is written from the given runs, which are stored, and that an unreadable run changes nothing.
func TestBenchReport(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "results")
	must.Do(t, os.CopyFS(kept, os.DirFS("../../research/bench/results")))
	run := bench.Report{Target: outcome.CUDA, Machine: outcome.Machine{CPU: "a processor of this test"}}
	text := must.Of(json.Marshal(run)).In(t)
	out := filepath.Join(dir, "out")
	must.Do(t, os.Mkdir(out, 0o755))
	page := filepath.Join(dir, "RESULTS.md")
	if err := reportBench(page, []string{out}); err == nil {
		t.Error("a folder without a run is reported")
	}
	must.Do(t, os.WriteFile(filepath.Join(out, "bench.json"), text, 0o644))
	must.Do(t, reportBench(page, []string{out}))
	for range 2 { // the second time from the stored runs
		if written := read(t, page); !strings.Contains(string(written), "a processor of this test") {
			t.Errorf("%s, expected the run's machine", written)
		}
		must.Do(t, reportBench(page, nil))
	}
}

// TestBenchPage checks that the page that `igbo bench report` writes is the committed one.
func TestBenchPage(t *testing.T) {
	if _, err := os.Stat(must.Of(benchPage(".")).In(t)); err != nil {
		t.Error(err)
	}
}
