package bench

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// soon bounds how long a run may go on after its context has ended: one
// repetition of the longest work, and the compilation of its graph.
const soon = 30 * time.Second

// interruptAfter runs and cancels, and returns how long the end took.
func interruptAfter(t *testing.T, cfg Config, delay func(ctx context.Context)) time.Duration {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := Run(ctx, backendtest.Open(t), cfg)
		ended <- err
	}()
	delay(ctx)
	cancel()
	start := time.Now()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, expected that of the context", err)
		}
	case <-time.After(soon):
		t.Fatalf("%v goes on %s after the interrupt", cfg.Rows, soon)
	}
	return time.Since(start)
}

// TestInterruptEndsEveryRow: rounds that would last for weeks end with the context.
func TestInterruptEndsEveryRow(t *testing.T) {
	for _, row := range Rows() {
		if row == "mlp" || row == "ig-mlp" { // run as step and ig-gru do, and take seconds to build
			continue
		}
		cfg := small()
		cfg.Rows, cfg.Peers, cfg.Rounds, cfg.Slice = []string{row}, nil, MaxRounds, MaxSlice
		took := interruptAfter(t, cfg, func(context.Context) { time.Sleep(200 * time.Millisecond) })
		t.Logf("%s ended after %s", row, took.Round(time.Millisecond))
	}
}

// TestInterruptEndsPeersAndTheirHelpers: a peer that hangs, and the process it
// started, are gone with the context.
func TestInterruptEndsPeersAndTheirHelpers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for a peer is a shell script")
	}
	text, err := json.Marshal(map[string]any{"outputs": stepOutputs(t)})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	python, helper := filepath.Join(dir, "python"), filepath.Join(dir, "helper")
	answer := `{"id": 1, ` + string(text[1:])
	script := "#!/bin/sh\nread -r line\ncat <<'END'\n" + answer + "\nEND\nread -r line\nsleep 600 &\necho $! > " + helper + ".new\nmv " + helper + ".new " + helper + "\nwait\n"
	if err := os.WriteFile(python, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	cfg := small()
	cfg.Python = python
	took := interruptAfter(t, cfg, func(ctx context.Context) {
		for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(helper); err == nil {
				return
			}
			if time.Since(start) > soon {
				t.Fatal("the peer was never asked for a time")
			}
		}
	})
	if took > 5*time.Second {
		t.Errorf("took %s to end beside a peer that hangs", took)
	}
	number, err := os.ReadFile(helper)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(number)))
	if err != nil {
		t.Fatal(err)
	}
	for start := time.Now(); alive(pid); time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > 5*time.Second {
			t.Fatalf("process %d of the peer lives on", pid)
		}
	}
}

// TestConfigBounds: counts beyond sense are refused before anything runs.
func TestConfigBounds(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"rounds, expected at least 1 and at most 100000": func(c *Config) { c.Rounds = MaxRounds + 1 },
		"expected a positive time up to 1h0m0s":          func(c *Config) { c.Slice = MaxSlice + 1 },
		"threads, expected at least 1 and at most 4096":  func(c *Config) { c.Threads = MaxThreads + 1 },
	} {
		cfg := small()
		change(&cfg)
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected one with %q", err, want)
		}
	}
}
