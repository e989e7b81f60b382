package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// patience limits how long a command may take to end on a busy machine. On an idle one each ends within two seconds.
const patience = time.Minute

// noisy writes a table of n rows and d columns x0, x1, …, of which the first determine the target y.
func noisy(t *testing.T, name string, n, d int, target func(v float64) string) {
	t.Helper()
	r, b := rand.New(rand.NewPCG(uint64(n), uint64(d))), &strings.Builder{}
	for j := range d {
		fmt.Fprintf(b, "x%d,", j)
	}
	fmt.Fprintln(b, "y")
	for range n {
		v := r.NormFloat64()
		for j := range d {
			x := r.NormFloat64()
			v += x / float64(j+1)
			fmt.Fprintf(b, "%.3f,", x)
		}
		fmt.Fprintln(b, target(v))
	}
	must.Do(t, os.WriteFile(name, []byte(b.String()), 0o666))
}

// endless returns command lines that would take minutes at least, each in another loop.
func endless(t *testing.T) [][]string {
	t.Helper()
	noisy(t, "wide.csv", 400, 300, func(v float64) string { return map[bool]string{false: "no", true: "yes"}[v > 0] })
	noisy(t, "classes.csv", 3000, 40, func(v float64) string { return fmt.Sprint("c", min(29, max(0, int(v*4+15)))) })
	noisy(t, "order.csv", 150, 60, number)
	noisy(t, "counts.csv", 150, 50, func(v float64) string { return fmt.Sprint(max(0, int(v+1))) })
	noisy(t, "series.csv", 1000, 10, number)
	names := make([]string, 50)
	for j := range names {
		names[j] = fmt.Sprint("x", j)
	}
	must.Do(t, os.WriteFile("order.yaml", []byte("intervals: polytope\nranks: [["+strings.Join(names, ", ")+"]]\ndirections: {"+strings.Join(names, ": +, ")+": +}\n"), 0o666))
	performed("train", "series.csv", "--target", "y", "--out", "model", "--backend", "go", "--folds", "2", "--set", "repeats=1", "--set", "steps=2", "--quiet").must(t)
	sleeps := "sh -c 'cat >/dev/null; sleep 1000'"
	train := func(table string, more ...string) []string {
		return append([]string{"train", table, "--target", "y", "--backend", "go", "--set", "repeats=20", "--set", "steps=1000000"}, more...)
	}
	return [][]string{
		train("wide.csv"),
		train("classes.csv"),
		train("order.csv", "--order", "order.yaml", "--set", "draws=1000000"),
		train("counts.csv", "--order", "order.yaml", "--loss", "poisson", "--set", "draws=1000000"),
		train("order.csv", "--loss", "absolute"),
		train("order.csv", "--order", "order.yaml", "--model", "mlp", "--gate"),
		train("order.csv", "--model", "mlp", "--set", "starts=4", "--set", "early_stopping=1000000"),
		{"check", "--command", sleeps, "order.csv", "--target", "y", "--order", "order.yaml"},
		{"explain", "--command", sleeps, "order.csv", "--target", "y"},
		{"explain", "model", "series.csv", "--set", "repeats=1000000"},
	}
}

// TestSignalsEndCommands checks that SIGTERM and Ctrl-C end each computing command, without force and without a result.
func TestSignalsEndCommands(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted alone")
	}
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	lines := endless(t)
	var two sync.WaitGroup
	next := make(chan int, len(lines))
	for _, i := range sweep.Part(indexes(len(lines)), 2, os.Getpid()) {
		next <- i
	}
	close(next)
	for range 2 {
		two.Go(func() {
			for i := range next {
				line, out := lines[i], fmt.Sprint("result", i)
				if line[0] != "check" {
					line = append(line, "--out", out)
				}
				endedBySignal(t, line, i%2 == 0)
				if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("%v left %s: %v", line, out, err)
				}
			}
		})
	}
	two.Wait()
}

// indexes returns 0 to n−1.
func indexes(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// endedBySignal interrupts a command line. On a busy machine it tries again.
func endedBySignal(t *testing.T, line []string, terminate bool) {
	t.Helper()
	signal, code := os.Signal(os.Interrupt), 130
	if terminate {
		signal, code = syscall.SIGTERM, 143
	}
	for attempt := 1; ; attempt++ {
		got := interrupt(t, time.Duration(attempt*attempt)*900*time.Millisecond, []os.Signal{signal}, line...)
		t.Logf("%v: ended in %s", line, got.ended.Round(time.Millisecond))
		wrong := got.code != code || got.ended > patience || strings.Contains(got.messages, "by force")
		if wrong && attempt < 4 {
			continue // a busy machine may not have started the command, or may be too slow to end it
		}
		if wrong {
			t.Errorf("%v: exit code %d after %s; %s", line, got.code, got.ended, got.messages)
		}
		return
	}
}

// TestBudgetEndsAndResumes checks that a budget that is too short for a model ends with one line about the fix, and that the same command
// resumes until there is a model, equal to that of a run without a budget.
func TestBudgetEndsAndResumes(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	noisy(t, "wide.csv", 400, 300, func(v float64) string { return map[bool]string{false: "no", true: "yes"}[v > 0] })
	a := performed("train", "wide.csv", "--target", "y", "--out", "short", "--backend", "go", "--budget", "1ns", "--quiet")
	if a.code != cli.ExitFailed || strings.Count(a.stderr, "\n") != 1 || !strings.Contains(a.stderr, "use a longer --budget") || a.took > patience {
		t.Errorf("exit code %d after %s, %s", a.code, a.took, a.stderr)
	}
	noisy(t, "small.csv", 60, 3, number)
	line := []string{"train", "small.csv", "--target", "y", "--backend", "go", "--set", "repeats=3", "--set", "steps=200", "--quiet"}
	for budget := 30 * time.Millisecond; ; budget *= 2 {
		a := performed(append(slices.Clone(line), "--out", "resumed", "--budget", budget.String())...)
		if a.code == cli.ExitDone && !strings.Contains(a.stderr, "not evaluated within the time limit") {
			break
		}
		if a.code == cli.ExitDone {
			continue // a model of only some folds
		}
		if budget > patience || strings.Count(a.stderr, "\n") != 1 || !strings.Contains(a.stderr, "longer --budget") || !strings.HasPrefix(a.stderr, "igbo: --budget ") {
			t.Fatalf("--budget %s: exit code %d, %s", budget, a.code, a.stderr)
		}
		if _, err := os.Stat("resumed"); err == nil {
			t.Errorf("--budget %s: a model is left", budget)
		}
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	performed(append(slices.Clone(line), "--out", "whole")...).must(t)
	if resumed, whole := must.Of(os.ReadFile("resumed/verdict.json")).In(t), must.Of(os.ReadFile("whole/verdict.json")).In(t); string(resumed) != string(whole) {
		t.Error("the verdict of a resumed run is another one")
	}
}
