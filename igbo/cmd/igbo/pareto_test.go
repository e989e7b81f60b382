package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/research/study/pareto"
)

// TestParetoWritesItsFiles checks the table, the JSON, one CSV line per point, and both figures.
func TestParetoWritesItsFiles(t *testing.T) {
	out := filepath.Join(t.TempDir(), "deep", "pareto")
	flags := []string{"pareto", "--backend", backendtest.Name(), "--seeds", "1", "--steps", "20", "--rules", "weighted-sum,mgda", "--lambdas", "0.8,0.2", "--out", out}
	a := performed(flags...).must(t)
	if !strings.Contains(a.stdout, "weighted-sum") || !strings.Contains(a.stdout, "of 2") || !strings.Contains(a.stderr, "100%") {
		t.Errorf("printed %q and %q", a.stdout, a.stderr)
	}
	var result pareto.Result
	if err := json.Unmarshal(read(t, out, "pareto.json"), &result); err != nil || len(result.Rows) != 2 || len(result.Seeds[0].Sweeps[1].Points) != 2 {
		t.Errorf("pareto.json: %v, %+v", err, result.Rows)
	}
	lines, err := csv.NewReader(bytes.NewReader(read(t, out, "pareto.csv"))).ReadAll()
	if err != nil || len(lines) != 1+2+4 {
		t.Errorf("pareto.csv has %d lines, %v, want a header, two references and four points", len(lines), err)
	}
	if png, svg := read(t, out, "pareto.png"), read(t, out, "pareto.svg"); len(png) < 1000 || !bytes.Contains(svg, []byte("<svg")) {
		t.Errorf("figures of %d and %d bytes", len(png), len(svg))
	}
	for flags, want := range map[string]string{"--rules luck": "paper", "--lambdas 1": "in (0, 1)", "--steps 0": "at least 1", "--seeds 0": "at least 1"} {
		if a := performed(append([]string{"pareto", "--out", out}, strings.Fields(flags)...)...); a.code == cli.ExitDone || !strings.Contains(a.stderr, want) {
			t.Errorf("%s: exit code %d, %s, want one with %q", flags, a.code, a.stderr, want)
		}
	}
}
