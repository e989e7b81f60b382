package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

// TestOps checks that every form has a line for every row, and that no wrong row is left.
func TestOps(t *testing.T) {
	for _, backend := range opsBackends {
		rows := derivative.Table(backend)
		if len(rows) < 150 {
			t.Fatalf("%s: %d rows, expected at least 150", backend, len(rows))
		}
		for _, r := range rows {
			for _, s := range r.Statuses() {
				if s != derivative.Right && s != derivative.Refused && s != derivative.NotBuilt || s == derivative.Refused && r.Note == "" {
					t.Errorf("%s, %s (%s): %q with the note %q", backend, r.Op, r.Setting, s, r.Note)
				}
			}
		}
		text := performed("ops", "--backend", backend).must(t).stdout
		if lines := strings.Count(text, "\n"); lines != len(rows)+1 || !strings.Contains(text, "ConvGeneral") {
			t.Errorf("%s: %d lines of text, expected %d", backend, lines, len(rows)+1)
		}
		markdown := performed("ops", "--markdown", "--backend", backend).must(t).stdout
		if lines := strings.Count(markdown, "\n"); lines != len(rows)+2 || strings.Count(markdown, "|") != 8*lines {
			t.Errorf("%s: %d lines of Markdown, expected %d of 8 bars", backend, lines, len(rows)+2)
		}
		text = performed("ops", "--json", "--backend", backend).must(t).stdout
		var decoded []derivative.Row
		if err := json.Unmarshal([]byte(text), &decoded); err != nil || len(decoded) != len(rows) {
			t.Errorf("%s: %d rows of JSON, error %v, expected %d", backend, len(decoded), err, len(rows))
		}
	}
}

func TestOpsRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"--json and --markdown together": {"--json", "--markdown"}, `unknown backend "tpu"`: {"--backend", "tpu"}, "unexpected argument": {"Sort"}, "unknown flag": {"--csv"},
	} {
		if a := performed(append([]string{"ops"}, args...)...); a.code != cli.ExitUsage || !strings.Contains(a.stderr, want) {
			t.Errorf("%v: exit code %d, %s, expected an error with %q", args, a.code, a.stderr, want)
		}
	}
}
