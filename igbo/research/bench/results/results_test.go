package results

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/bench"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
)

// TestPageIsThatOfTheRuns checks that RESULTS.md is the result of the committed runs, the template and the profiles.
func TestPageIsThatOfTheRuns(t *testing.T) {
	want := must.Of(Render(".")).In(t)
	got := must.Of(os.ReadFile("../RESULTS.md")).In(t)
	if string(got) != string(want) {
		g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
		for i := range min(len(g), len(w)) {
			if g[i] != w[i] {
				t.Fatalf("line %d of RESULTS.md is\n%s\nand `igbo bench report` writes\n%s", i+1, g[i], w[i])
			}
		}
		t.Fatalf("RESULTS.md has %d lines and `igbo bench report` writes %d", len(g), len(w))
	}
}

// TestFiguresAreThoseOfTheRuns compares the committed figures with those that `igbo bench report` writes.
func TestFiguresAreThoseOfTheRuns(t *testing.T) {
	dir := t.TempDir()
	for _, path := range must.Of(filepath.Glob("*.json")).In(t) {
		must.Do(t, os.WriteFile(filepath.Join(dir, path), must.Of(os.ReadFile(path)).In(t), 0o644))
	}
	must.Do(t, SaveFigures(dir))
	figures := must.Of(filepath.Glob("*.svg")).In(t)
	if len(figures) != len(quantities) {
		t.Errorf("%d figures, want %d", len(figures), len(quantities))
	}
	for _, path := range figures {
		if want := must.Of(os.ReadFile(filepath.Join(dir, path))).In(t); string(want) != string(must.Of(os.ReadFile(path)).In(t)) {
			t.Errorf("%s is not the figure of the runs: run igbo bench report", path)
		}
	}
}

// measured is a number that only a measurement gives.
var measured = regexp.MustCompile(`\d[\d.,]*\s?(µs|ms|s|min|MB|GB|×|x|%)(\W|$)`)

// TestNoNumberIsTyped checks that the text of the template has no measured number, and that every note on a profile has a date.
func TestNoNumberIsTyped(t *testing.T) {
	text := must.Of(os.ReadFile(templateName)).In(t)
	prose := regexp.MustCompile(`(?s)\{\{.*?\}\}`).ReplaceAllString(string(text), "")
	for i, line := range strings.Split(prose, "\n") {
		if m := measured.FindString(line); m != "" {
			t.Errorf("line %d of %s types %q: take it from a run", i+1, templateName, m)
		}
	}
	notes := must.Of(os.ReadFile(profilesName)).In(t)
	for _, line := range strings.Split(string(notes), "\n") {
		if strings.HasPrefix(line, "- ") && !regexp.MustCompile(`\(20\d\d-\d\d-\d\d\)`).MatchString(line) {
			t.Errorf("%s has a note without its day: %s", profilesName, line)
		}
	}
	for typed, want := range map[string]bool{"took 3.2 s": true, "4× as fast": true, "200 MB": true, "71 % of": true, "M^0.6a": false, "within 1e-4": false, "D = 8": false} {
		if got := measured.MatchString(typed); got != want {
			t.Errorf("%q is taken for a measured number: %t, want %t", typed, got, want)
		}
	}
}

// sample returns a run with one row, with only the times of igbo.
func sample(target outcome.Target, row string, median float64) *bench.Report {
	ours := race.Timing{Name: "igbo", First: 1, Median: median, Min: median, Rounds: []float64{median}}
	return &bench.Report{Target: target, Comparisons: []outcome.Comparison{{Row: row, Title: "work of " + row, Ours: ours}}}
}

// TestSectionMerges checks that rows are in the order of the table and that a later run replaces an earlier one.
func TestSectionMerges(t *testing.T) {
	runs := []*bench.Report{
		sample(outcome.Embedded, "gru", 3), sample(outcome.Embedded, "step", 2), sample(outcome.XLACPU, "mlp", 5), sample(outcome.Embedded, "step", 14e-6),
	}
	s := NewSection(outcome.Embedded, runs)
	if len(s.Rows) != 2 || s.Rows[0].Row != "step" || s.Rows[0].Ours.Median != 14e-6 || s.Rows[1].Row != "gru" {
		t.Errorf("rows %+v, want the later step, then gru", s.Rows)
	}
	goals := s.Table("Goals")
	if !strings.Contains(goals, "| work of step | ≤ 16 µs | 14 µs | met |\n") || !strings.Contains(goals, "| work of gru | ≥ 3× jax |  | jax was not run |\n") {
		t.Errorf("goals\n%s\nwant those of both rows", goals)
	}
	if NewSection(outcome.CUDA, runs).Measured() || NewSection(outcome.CUDA, runs).Table("Times") != absent {
		t.Error("a target without runs counts as measured")
	}
}

// TestStoreReplacesTheTargets checks that runs of other targets remain.
func TestStoreReplacesTheTargets(t *testing.T) {
	dir := t.TempDir()
	step := func(target outcome.Target) *bench.Report { return sample(target, "step", 1) }
	must.Do(t, Store(dir, []*bench.Report{step(outcome.Embedded), step(outcome.Embedded), step(outcome.XLACPU), step(outcome.AVX2)}))
	must.Do(t, Store(dir, []*bench.Report{step(outcome.CUDA), sample(outcome.Embedded, "gru", 2)}))
	entries := must.Of(os.ReadDir(dir)).In(t)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), "embedded-1.json embedded-avx2-1.json xla-cpu-1.json xla-cuda-1.json"; got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	runs, err := Load(dir)
	if err != nil || len(runs) != 4 || runs[0].Comparisons[0].Row != "gru" {
		t.Errorf("runs %+v (%v), want the later one of the embedded backend", runs, err)
	}
}

func TestReadFaults(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"none.json": "", "empty.json": "{}", "list.json": "[1]"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		if _, err := Read(filepath.Join(dir, name)); err == nil || !strings.HasPrefix(err.Error(), "results: ") {
			t.Errorf("%s: error %v, want one that names the package", name, err)
		}
	}
	if _, err := Read(dir); err == nil {
		t.Error("a folder without bench.json is read")
	}
}
