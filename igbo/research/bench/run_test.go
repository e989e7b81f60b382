package bench

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// fake writes a shell script that replaces Python. It answers each input line according to the kind of request. An answer that
// begins with { gets the number of the request; one that begins with ! is a command.
func fake(t *testing.T, load, times string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for a peer is a shell script")
	}
	path := filepath.Join(t.TempDir(), "python")
	say := func(answer string) string {
		switch {
		case strings.HasPrefix(answer, "!"):
			return answer[1:] + ";;\n"
		case strings.HasPrefix(answer, "{"):
			answer = `{"id": $id, ` + strings.ReplaceAll(answer[1:], "`", "")
		}
		return "cat <<END\n" + answer + "\nEND\n;;\n"
	}
	script := "#!/bin/sh\nwhile read -r line; do\nid=${line#*:}; id=${id%%,*}\ncase $line in\n" +
		"*'\"do\":\"load\"'*) " + say(load) + "*'\"do\":\"time\"'*) " + say(times) +
		"*'\"do\":\"memory\"'*) " + say(`{"bytes": 4096}`) + "esac\ndone\n"
	writeProgram(t, path, []byte(script))
	return path
}

// writeProgram writes an executable file. No process may start meanwhile: it would inherit the open file, and a file that is open for
// writing cannot be executed.
func writeProgram(t *testing.T, path string, text []byte) {
	t.Helper()
	syscall.ForkLock.RLock()
	err := os.WriteFile(path, text, 0o755)
	syscall.ForkLock.RUnlock()
	must.Do(t, err)
}

func small() Config {
	cfg := DefaultConfig()
	cfg.Rows, cfg.References, cfg.Rounds, cfg.Slice, cfg.Progress = []string{"step"}, []string{"torch"}, 2, 5*time.Millisecond, io.Discard
	cfg.Patience, cfg.pause = 5*time.Minute, 0
	return cfg
}

// stepOutputs are our outputs of the small step.
func stepOutputs(t *testing.T) reference.Outputs {
	t.Helper()
	c, _, err := rows(outcome.Embedded)[0].make(t.Context(), backendtest.Open(t))
	if err != nil {
		t.Fatal(err)
	}
	return c.Outputs()
}

func runWith(t *testing.T, python string) outcome.ReferenceResult {
	t.Helper()
	return runWithin(t, small().Patience, python)
}

// runWithin is like runWith, with a time limit for each answer of the peer.
func runWithin(t *testing.T, patience time.Duration, python string) outcome.ReferenceResult {
	t.Helper()
	cfg := small()
	cfg.Python, cfg.Patience = python, patience
	report := must.Of(Run(t.Context(), backendtest.Open(t), cfg)).In(t)
	if len(report.Comparisons) != 1 || len(report.Comparisons[0].References) != 1 || !(report.Comparisons[0].Ours.Median > 0) {
		t.Fatalf("comparisons %+v, want the step with one peer", report.Comparisons)
	}
	return report.Comparisons[0].References[0]
}

func TestReferenceThatAgrees(t *testing.T) {
	text := must.Of(json.Marshal(map[string]any{"outputs": stepOutputs(t), "first": map[string]float64{"wall": 0.25, "cpu": 0.5}, "graph": 12, "version": "fake 1"})).In(t)
	p := runWith(t, fake(t, string(text), `{"took": {"wall": 1, "cpu": 2}}`))
	if p.Ratio == nil || !(*p.Ratio > 0) || p.Note != "" || p.Version != "fake 1" || *p.Disagreement != 0 {
		t.Errorf("peer %+v, want a ratio and no disagreement", p)
	}
	if p.First != 0.25 || p.FirstCPU != 0.5 || p.Graph != 12 || p.Memory != 4096 || p.RatioCPU == nil {
		t.Errorf("peer %+v, want both clocks, graph and memory", p)
	}
}

func TestReferenceThatDisagreesGetsNoRatio(t *testing.T) {
	outputs := stepOutputs(t)
	outputs["gradient"][0]++
	text := must.Of(json.Marshal(map[string]any{"outputs": outputs})).In(t)
	p := runWith(t, fake(t, string(text), `{"took": {"wall": 1, "cpu": 2}}`))
	if p.Ratio != nil || !strings.HasPrefix(p.Note, "disagrees by ") || !strings.HasSuffix(p.Note, " in gradient") || !(*p.Disagreement > 1e-4) {
		t.Errorf("peer %+v, want a disagreement in the gradient and no ratio", p)
	}
}

func TestReferenceThatIsNotThere(t *testing.T) {
	for name, python := range map[string]string{
		"no Python":  filepath.Join(t.TempDir(), "python"),
		"no package": fake(t, `{"missing": "torch"}`, ""),
	} {
		p := runWith(t, python)
		if p.Ratio != nil || p.Note != reference.ErrNotInstalled.Error() {
			t.Errorf("%s: peer %+v, want the note %q", name, p, reference.ErrNotInstalled)
		}
	}
}

func TestConfigFaults(t *testing.T) {
	for want, change := range map[string]func(*Config){
		`row "steps" not found`:    func(c *Config) { c.Rows = []string{"steps"} },
		`peer "matlab" not found`:  func(c *Config) { c.References = []string{"matlab"} },
		"rounds must be from 1":    func(c *Config) { c.Rounds = 0 },
		"at least one row":         func(c *Config) { c.Rows = nil },
		"threads must be from 1":   func(c *Config) { c.Threads = 0 },
		"patience must be above 0": func(c *Config) { c.Patience = 0 },
	} {
		cfg := small()
		change(&cfg)
		if _, err := Run(t.Context(), backendtest.Open(t), cfg); err == nil || !strings.HasPrefix(err.Error(), "bench: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one on %s", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, backendtest.Open(t), small()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
