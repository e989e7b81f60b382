package main

import (
	"bufio"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// soonEnough is the time in which a process must acknowledge an interrupt, even on a busy machine. A report and the drawing of a graph must
// also end in this time. An uninterrupted process runs for longer.
const soonEnough = 5 * time.Second

// interrupted describes a process that was interrupted.
type interrupted struct {
	code         int
	messages     string
	heard, ended time.Duration // from the interrupt to the acknowledgement and to the end
}

// interrupt starts a process, sends it signals after a while, and waits for its end.
func interrupt(t *testing.T, after time.Duration, signals []os.Signal, line ...string) interrupted {
	t.Helper()
	p := apart(t, line...)
	in := must.Of(p.StdinPipe()).In(t) // the input never ends
	defer in.Close()
	pipe := must.Of(p.StderrPipe()).In(t)
	p.Stdout = io.Discard
	must.Do(t, p.Start())
	heard, text, done := make(chan time.Time, 1), &strings.Builder{}, make(chan struct{})
	go func() {
		defer close(done)
		for lines := bufio.NewScanner(pipe); lines.Scan(); {
			if strings.HasPrefix(lines.Text(), "igbo: interrupted, finishing") {
				heard <- time.Now()
			}
			text.WriteString(lines.Text() + "\n")
		}
	}()
	time.Sleep(after)
	sent := time.Now()
	for i, s := range signals {
		time.Sleep(time.Duration(i) * (cli.Settle + 200*time.Millisecond))
		if err := p.Process.Signal(s); err != nil && i == 0 {
			t.Fatalf("%v ended before it was interrupted: %v", line, err)
		}
	}
	<-done
	result := interrupted{code: exitCode(t, p.Wait()), messages: text.String(), ended: time.Since(sent)}
	select {
	case at := <-heard:
		result.heard = at.Sub(sent)
	default: // the program had not started yet, so it ended at once
		result.heard = result.ended
	}
	return result
}

// long returns command lines that would run for hours.
func long(out string) [][]string {
	backend := backendtest.Name()
	return [][]string{
		{"reproduce", "--backend", backend, "--epochs", "1000000", "--out", out},
		{"reproduce", "--backend", backend, "--epochs", "1000000", "--checkpoint-every", "0", "--out", out},
		{"reproduce", "--backend", backend, "--points", strconv.Itoa(sweep.Count(2000, 20000)), "--quadrature", "gauss-legendre", "--seeds", "1", "--out", out},
		{"reproduce", "--backend", backend, "--epochs", "1", "--seeds", "2000", "--out", out},
		{"study", "run", "teacher-student", "--backend", backend, "--set", "epochs=1000000", "--out", out},
		{"pareto", "--backend", backend, "--steps", "1000000", "--out", out},
		{"dag", "-", "--out", filepath.Join(out, "dag.json")},
		{"dag", "scores.csv", "--estimator", "permutation", "--batch", "200", "--resamples", "300000", "--svg", filepath.Join(out, "dag.svg")},
		{"bench", "--rows", "step", "--peers", "", "--rounds", "100000", "--slice", "10m", "--out", out},
		{"bench", "--rows", "scaling", "--rounds", "100000", "--out", out},
		{"train", "scores.csv", "--backend", backend, "--target", "f0", "--set", "steps=10000000", "--out", filepath.Join(out, "model")},
	}
}

// TestInterruptsAreHeard interrupts every long command at a random moment. The command must acknowledge it soon, end with the
// signal's code, leave nothing half-written, and its hint about --resume must be right. In an exhaustive run one command is interrupted in
// a step that takes longer than its grace.
func TestInterruptsAreHeard(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted alone")
	}
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	lines := make(chan int, len(long("")))
	for i := range long("") {
		lines <- i
	}
	close(lines)
	var two sync.WaitGroup // two at a time, because each mostly waits
	for range 2 {
		two.Go(func() {
			for i := range lines {
				heard(t, i)
			}
		})
	}
	two.Wait()
}

// heard interrupts one of the long commands.
func heard(t *testing.T, i int) {
	signal, code := os.Signal(os.Interrupt), 130
	if i%2 == 1 {
		signal, code = syscall.SIGTERM, 143
	}
	for attempt := 1; ; attempt++ {
		out := t.TempDir()
		line := long(out)[i]
		within := sweep.Count(600, 1200) // in milliseconds
		after := time.Duration(rand.Float64() * float64(within) * float64(time.Millisecond) / float64(attempt*attempt))
		got := interrupt(t, after, []os.Signal{signal}, line...)
		t.Logf("%v after %s: heard in %s, ended in %s", line, after.Round(time.Millisecond), got.heard.Round(time.Millisecond), got.ended.Round(time.Millisecond))
		if (got.heard > soonEnough || got.ended > cli.Grace+5*time.Second || got.code == cli.ExitDone) && attempt < 4 {
			continue // a busy machine, or the command had finished before
		}
		if got.code != code || got.heard > soonEnough || got.ended > cli.Grace+5*time.Second {
			t.Errorf("%v: exit code %d, heard after %s, ended after %s; %s", line, got.code, got.heard, got.ended, got.messages)
		}
		whatIsLeft(t, out, line, got)
		return
	}
}

// markedPartial checks that the results of an interrupted benchmark are marked as incomplete.
func markedPartial(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(strings.ToLower(string(text)), "partial") {
		t.Errorf("%s is not marked as partial: %v", file, err)
	}
}

// whatIsLeft compares the folder of an interrupted command with its message.
func whatIsLeft(t *testing.T, out string, line []string, got interrupted) {
	t.Helper()
	entries := must.Of(os.ReadDir(out)).In(t)
	forced := strings.Contains(got.messages, "by force")
	for _, e := range entries {
		if line[0] == "bench" && strings.HasPrefix(e.Name(), "bench.") {
			markedPartial(t, filepath.Join(out, e.Name()))
			continue
		}
		if e.Name() != checkpointFolder && e.Name() != partsFolder && !(forced && strings.HasPrefix(e.Name(), ".igbo")) {
			t.Errorf("%v left %s", line, e.Name())
		}
	}
	checkpoints, _ := filepath.Glob(filepath.Join(out, checkpointFolder, "unfinished", "*", "step-*"))
	parts, _ := filepath.Glob(filepath.Join(out, checkpointFolder, "*.study"))
	checkpoints = append(checkpoints, parts...)
	if reports := strings.Contains(got.messages, "--resume continues from here"); reports && len(checkpoints) == 0 && !forced {
		t.Errorf("%v: said %q with %d checkpoints", line, got.messages, len(checkpoints))
	} else if reports {
		again := interrupt(t, 500*time.Millisecond, []os.Signal{os.Interrupt}, append(line, "--resume")...)
		if strings.Contains(again.messages, "nothing to resume") || again.code != 130 {
			t.Errorf("%v --resume: exit code %d, %s", line, again.code, again.messages)
		}
	}
}

// TestSecondInterruptEndsAtOnce checks that a second interrupt ends a command at once, also during a long step.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted alone")
	}
	for attempt := 1; ; attempt++ {
		line := []string{"reproduce", "--backend", "go", "--points", "50000", "--seeds", "1", "--epochs", "1000", "--out", t.TempDir()}
		got := interrupt(t, time.Duration(attempt)*700*time.Millisecond, []os.Signal{os.Interrupt, os.Interrupt}, line...)
		t.Logf("ended in %s: %s", got.ended, got.messages)
		if got.code == 130 && got.ended <= cli.Mercy+3*time.Second {
			return
		}
		if attempt == 4 { // of a busy machine, which may have received both interrupts at once
			t.Fatalf("exit code %d after %s; %s", got.code, got.ended, got.messages)
		}
	}
}

// TestReportEndsSoon checks that the report, most of which is prepared before its page begins, ends soon after an interrupt at any time, and
// leaves no files.
func TestReportEndsSoon(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted alone")
	}
	workplace(t)
	ended := 0
	moments := []time.Duration{200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second}[:sweep.Count(3, 4)]
	for _, after := range sweep.Part(moments, 2, rand.IntN(2)) {
		out := t.TempDir()
		got := interrupt(t, after, []os.Signal{os.Interrupt}, "report", "--quiet", "--out", filepath.Join(out, "report.html"))
		for attempt := 2; got.ended > soonEnough && got.code != cli.ExitDone && attempt <= 4; attempt++ { // a busy machine
			if left := must.Of(os.ReadDir(out)).In(t); len(left) > 0 && !strings.Contains(got.messages, "by force") {
				t.Errorf("after %s: %d files left; %s", after, len(left), got.messages)
			}
			out = t.TempDir()
			got = interrupt(t, after, []os.Signal{os.Interrupt}, "report", "--quiet", "--out", filepath.Join(out, "report.html"))
		}
		left := must.Of(os.ReadDir(out)).In(t)
		if got.code == cli.ExitDone { // a fast machine
			continue
		}
		ended++
		if got.code != 130 || got.ended > soonEnough || len(left) > 0 {
			t.Errorf("after %s: exit code %d, heard after %s, ended after %s, %d files left; %s", after, got.code, got.heard, got.ended, len(left), got.messages)
		}
	}
	if ended == 0 {
		t.Skip("this machine is too fast to be interrupted")
	}
}
