package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution/forward"
)

func runOps(args ...string) (string, error) {
	var out bytes.Buffer
	cmd := newRootCommand()
	cmd.SetArgs(append([]string{"ops"}, args...))
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	err := cmd.Execute()
	return out.String(), err
}

// TestOps: every form has a line for every row, and no row is left wrong.
func TestOps(t *testing.T) {
	for _, backend := range opsBackends {
		rows := forward.Table(backend)
		if len(rows) < 150 {
			t.Fatalf("%s: %d rows, expected at least 150", backend, len(rows))
		}
		for _, r := range rows {
			for _, s := range r.Statuses() {
				if s != forward.Right && s != forward.Refused && s != forward.NotBuilt || s == forward.Refused && r.Note == "" {
					t.Errorf("%s, %s (%s): %q with the note %q", backend, r.Op, r.Setting, s, r.Note)
				}
			}
		}
		text, err := runOps("--backend", backend)
		if lines := strings.Count(text, "\n"); err != nil || lines != len(rows)+1 || !strings.Contains(text, "ConvGeneral") {
			t.Errorf("%s: %d lines of text, error %v, expected %d", backend, lines, err, len(rows)+1)
		}
		markdown, err := runOps("--markdown", "--backend", backend)
		if lines := strings.Count(markdown, "\n"); err != nil || lines != len(rows)+2 || strings.Count(markdown, "|") != 8*lines {
			t.Errorf("%s: %d lines of Markdown, error %v, expected %d of 8 bars", backend, lines, err, len(rows)+2)
		}
		text, err = runOps("--json", "--backend", backend)
		var decoded []forward.Row
		if err := errors.Join(err, json.Unmarshal([]byte(text), &decoded)); err != nil || len(decoded) != len(rows) {
			t.Errorf("%s: %d rows of JSON, error %v, expected %d", backend, len(decoded), err, len(rows))
		}
	}
}

func TestOpsRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"--json and --markdown together": {"--json", "--markdown"}, `unknown backend "tpu"`: {"--backend", "tpu"}, "expected none": {"Sort"}, "unknown flag": {"--csv"},
	} {
		if out, err := runOps(args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v (%s), expected one with %q", args, err, out, want)
		}
	}
}
