package bench

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
)

// soon is the time limit for a run after its context has ended.
const soon = 30 * time.Second

// interruptAfter runs a benchmark, cancels it, and returns its report.
func interruptAfter(t *testing.T, cfg Config, delay func()) *Report {
	t.Helper()
	t.Cleanup(underWay.Wait) // running work would slow down the following tests
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	type result struct {
		report *Report
		err    error
	}
	ended := make(chan result, 1)
	go func() {
		report, err := Run(ctx, backendtest.Open(t), cfg)
		ended <- result{report, err}
	}()
	delay()
	cancel()
	start := time.Now()
	select {
	case r := <-ended:
		if !errors.Is(r.err, context.Canceled) || r.report == nil || r.report.Partial != Interrupted {
			t.Errorf("%v: error %v and report %+v, want the context's error and a partial report", cfg.Rows, r.err, r.report)
		}
		t.Logf("%v ended after %s", cfg.Rows, time.Since(start).Round(time.Millisecond))
		return r.report
	case <-time.After(soon):
		t.Fatalf("%v goes on %s after the interrupt", cfg.Rows, soon)
	}
	return nil
}

// TestInterruptEndsEveryRow checks that rounds that would last for weeks, set-ups and studies end with the context. A full
// sweep tests every row; otherwise the test uses a third of the rows that are made in different ways.
func TestInterruptEndsEveryRow(t *testing.T) {
	alike := []string{"step-queued", "steps-8", "steps-32", "gru", "gru-256", "gru-1024", "ig-mlp"} // made like other rows
	if !sweep.Whole() {
		alike = append(alike, "mlp-1024", string(models.KindAttention), string(models.KindConv)) // also made like other rows, and slow to make
	}
	apart := slices.DeleteFunc(Rows(), func(row string) bool { return slices.Contains(alike, row) })
	for _, row := range sweep.Part(apart, 3, rand.IntN(3)) {
		cfg := small()
		cfg.Rows, cfg.References, cfg.Rounds, cfg.Slice = []string{row}, nil, MaxRounds, MaxSlice
		begun := func() { time.Sleep(200 * time.Millisecond) }
		if row == "cache" { // five calls without rounds, which can finish within that time on a fast machine
			named := make(chan struct{})
			cfg.Progress, begun = onWrite(sync.OnceFunc(func() { close(named) })), func() { <-named }
		}
		interruptAfter(t, cfg, begun)
	}
}

// onWrite is a writer that only calls the function.
type onWrite func()

// Write implements io.Writer.
func (f onWrite) Write(text []byte) (int, error) {
	f()
	return len(text), nil
}

// TestInterruptDoesNotWaitForCompilation checks that a run does not wait for a compilation that cannot be stopped.
func TestInterruptDoesNotWaitForCompilation(t *testing.T) {
	t.Cleanup(underWay.Wait)
	ctx, cancel := context.WithCancel(t.Context())
	compiled := make(chan struct{})
	defer close(compiled)
	time.AfterFunc(50*time.Millisecond, cancel)
	start := time.Now()
	_, err := unlessCancelled(ctx, func() (*outcome.Comparison, error) {
		<-compiled
		return &outcome.Comparison{}, nil
	})
	if took := time.Since(start); !errors.Is(err, context.Canceled) || took > soon {
		t.Errorf("error %v after %s, want that of the context at once", err, took)
	}
}

// TestInterruptKeepsRounds checks that the report has the rounds that all contenders completed before the interruption.
func TestInterruptKeepsRounds(t *testing.T) {
	text := must.Of(json.Marshal(map[string]any{"outputs": stepOutputs(t)})).In(t)
	asked := filepath.Join(t.TempDir(), "asked")
	cfg := small()
	cfg.Rounds, cfg.Python = MaxRounds, fake(t, string(text), `!echo >>`+asked+`; echo "{\"id\": $id, \"took\": {\"wall\": 1, \"cpu\": 2}}"`)
	r := interruptAfter(t, cfg, func() { // the warm-up and two rounds
		for start := time.Now(); time.Since(start) < 6*soon; time.Sleep(10 * time.Millisecond) {
			if lines, err := os.ReadFile(asked); err == nil && len(lines) >= 3 {
				return
			}
		}
	})
	if len(r.Comparisons) != 1 || len(r.Comparisons[0].Ours.Rounds) < 1 || r.Comparisons[0].References[0].Ratio == nil {
		t.Fatalf("comparisons %+v, want the rounds until the interrupt", r.Comparisons)
	}
	if c := r.Comparisons[0]; !strings.HasPrefix(c.Note, "interrupted after ") || !strings.HasPrefix(r.Text(), "partial: interrupted\n") {
		t.Errorf("note %q of\n%s\nexpected both to say that it is partial", c.Note, r.Text())
	}
}

// TestInterruptEndsReferencesThatStart checks that an interruption ends a peer that is still loading.
func TestInterruptEndsReferencesThatStart(t *testing.T) {
	t.Parallel() // it waits
	cfg := small()
	cfg.Python, cfg.Patience = fake(t, "!sleep 600", ""), time.Hour
	interruptAfter(t, cfg, func() { time.Sleep(time.Second) })
}

// TestInterruptEndsReferencesAndTheirHelpers checks that a hanging peer and the process that it started end with the context.
func TestInterruptEndsReferencesAndTheirHelpers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for a peer is a shell script")
	}
	text := must.Of(json.Marshal(map[string]any{"outputs": stepOutputs(t)})).In(t)
	dir := t.TempDir()
	python, helper := filepath.Join(dir, "python"), filepath.Join(dir, "helper")
	answer := `{"id": 1, ` + string(text[1:])
	script := "#!/bin/sh\nread -r line\ncat <<'END'\n" + answer + "\nEND\nread -r line\nsleep 600 &\necho $! > " + helper + ".new\nmv " + helper + ".new " + helper + "\nwait\n"
	must.Do(t, os.WriteFile(python, []byte(script), 0o755))
	cfg := small()
	cfg.Python, cfg.Patience = python, time.Hour
	interruptAfter(t, cfg, func() {
		for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(helper); err == nil {
				return
			}
			if time.Since(start) > 6*soon {
				t.Fatal("the peer was never asked for a time")
			}
		}
	})
	number := must.Of(os.ReadFile(helper)).In(t)
	pid := must.Of(strconv.Atoi(strings.TrimSpace(string(number)))).In(t)
	for start := time.Now(); alive(pid); time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > soon {
			t.Fatalf("process %d of the peer lives on", pid)
		}
	}
}

// TestConfigBounds checks that excessive counts are rejected before anything runs.
func TestConfigBounds(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"rounds must be from 1 to 100000":          func(c *Config) { c.Rounds = MaxRounds + 1 },
		"slice must be above 0 and at most 1h0m0s": func(c *Config) { c.Slice = MaxSlice + 1 },
		"threads must be from 1 to 4096":           func(c *Config) { c.Threads = MaxThreads + 1 },
	} {
		cfg := small()
		change(&cfg)
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
