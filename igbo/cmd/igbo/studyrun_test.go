package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// files returns the files of a study's folder by name, without what may differ between two runs.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries := must.Of(os.ReadDir(dir)).In(t)
	found := map[string]string{}
	for _, e := range entries {
		if !e.IsDir() && e.Name() != "timings.json" {
			found[e.Name()] = string(read(t, dir, e.Name()))
		}
	}
	return found
}

// asUntouched checks that two folders have the same files.
func asUntouched(t *testing.T, got, want string) {
	t.Helper()
	a, b := files(t, got), files(t, want)
	for name := range b {
		if a[name] != b[name] {
			t.Errorf("another %s than that of an untouched run", name)
		}
	}
	if len(a) != len(b) || len(b) < 5 {
		t.Errorf("%d files, want the %d of an untouched run", len(a), len(b))
	}
}

// TestStudyInterruptAndResume interrupts a study, which must end without force and leave only its parts. Then it kills the study several times (6 in
// an exhaustive run), each time a little later. The final files must be those of an uninterrupted run.
func TestStudyInterruptAndResume(t *testing.T) {
	binary, out, whole := buildCommand(t), filepath.Join(t.TempDir(), "out"), t.TempDir()
	line := []string{"study", "run", "teacher-student", "--backend", backendtest.Name(), "--seeds", "2", "--set", "epochs=60", "--checkpoint-every", "40"}
	there := append(slices.Clone(line), "--out", out)
	p := startProcess(t, binary, there...)
	waitForSteps(t, out, 1)
	start := time.Now()
	must.Do(t, p.Process.Signal(os.Interrupt))
	<-p.ended
	var exit *exec.ExitError
	if !errors.As(p.err, &exit) || exit.ExitCode() != 130 || !strings.Contains(p.messages.String(), "no result was written; the same command continues from here") {
		t.Fatalf("ended with %v: %s", p.err, &p.messages)
	}
	if spent := time.Since(start); spent > cli.Grace+soonEnough || strings.Contains(p.messages.String(), "by force") {
		t.Errorf("took %s to end, want %s at most: %s", spent, cli.Grace+soonEnough, &p.messages)
	}
	if left, err := os.ReadDir(out); err != nil || len(left) != 1 || left[0].Name() != partsFolder {
		t.Errorf("left behind %v, %v, want the parts alone", left, err)
	}
	if a := performed("study", "show", out); a.code != cli.ExitUsage || !strings.Contains(a.stderr, "repeat its command to resume") {
		t.Errorf("show: %d, %s, want that it is unfinished", a.code, a.stderr)
	}
	for range sweep.Count(2, 6) {
		steps := checkpointedSteps(t, out)
		p := startProcess(t, binary, there...)
		waitForSteps(t, out, steps+40)
		must.Do(t, p.Process.Kill())
		if <-p.ended; p.err == nil {
			t.Fatal("the command ended before it was killed")
		}
	}
	p = startProcess(t, binary, there...)
	if <-p.ended; p.err != nil {
		t.Fatal(p.err, &p.messages)
	}
	performed(append(slices.Clone(line), "--out", whole)...).must(t)
	asUntouched(t, out, whole)
	if unfinished, _ := filepath.Glob(filepath.Join(out, partsFolder, "unfinished", "*")); len(unfinished) > 0 {
		t.Errorf("the checkpoints %v of finished cells stay", unfinished)
	}
}

// TestTwoStudiesOnOneFolder checks that one of two studies runs, and that the other reports why it does not.
func TestTwoStudiesOnOneFolder(t *testing.T) {
	binary, whole := buildCommand(t), t.TempDir()
	line := []string{"study", "run", "teacher-student", "--backend", backendtest.Name(), "--seeds", "1", "--set", "epochs=40"}
	performed(append(slices.Clone(line), "--out", whole)...).must(t)
	out := filepath.Join(t.TempDir(), "out")
	winner := startTwo(t, binary, out, append(line, "--out", out))
	if <-winner.ended; winner.err != nil {
		t.Fatalf("%v: %s", winner.err, &winner.messages)
	}
	asUntouched(t, out, whole)
}

// TestStudyAgain checks that repeating a study computes no part and gives the same files, that a larger study only computes new parts, that
// a truncated part is computed again, and that another study refuses the folder.
func TestStudyAgain(t *testing.T) {
	out, whole := t.TempDir(), t.TempDir()
	line := quickStudy("run", "--out", out)
	first := performed(line...).must(t).stdout
	before, made := content(t, out), parts(t, out)
	if len(made) == 0 {
		t.Fatal("no parts are kept")
	}
	if again := performed(line...).must(t).stdout; again != first || !slices.Equal(parts(t, out), made) || content(t, out) != before {
		t.Errorf("again: parts %v, want %v and the same table", parts(t, out), made)
	}
	must.Do(t, os.Truncate(filepath.Join(out, partsFolder, made[0]), 100))
	if a := performed(line...).must(t); a.stdout != first || content(t, out) != before {
		t.Errorf("with a part that was cut: %s, want the part and the table as they were", a.stderr)
	}
	more := slices.Clone(line)
	more[slices.Index(more, "--seeds")+1] = "2"
	performed(more...).must(t)
	if n := len(parts(t, out)); n != 2*len(made) {
		t.Errorf("two seeds: %d parts, want %d", n, 2*len(made))
	}
	performed(quickStudy("run", "--out", whole, "--seeds", "2")...).must(t)
	asUntouched(t, out, whole)
	before = content(t, out)
	a := performed("study", "run", "noise", "--set", "draws=1000", "--out", out)
	if a.code != cli.ExitUsage || !strings.Contains(a.stderr, "contains the result of recurrence") || content(t, out) != before {
		t.Errorf("another study on the folder: %d, %s", a.code, a.stderr)
	}
}

// parts returns the names of the parts in a study's folder.
func parts(t *testing.T, out string) (names []string) {
	t.Helper()
	paths := must.Of(filepath.Glob(filepath.Join(out, partsFolder, "*.study"))).In(t)
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	return names
}

// content returns the content of a study's result and parts.
func content(t *testing.T, out string) string {
	t.Helper()
	return fmt.Sprint(files(t, filepath.Join(out, partsFolder)), files(t, out)["result.json"]) // maps are printed in order
}

// TestStudyWithoutBackend checks that a study without training runs and can be gathered if no backend opens, and that a study with training
// reports the missing backend.
func TestStudyWithoutBackend(t *testing.T) {
	noise := []string{"noise", "--set", "draws=1000"}
	for _, wrong := range []string{"nonsense", "xla:" + filepath.Join(t.TempDir(), "none.so")} {
		t.Setenv("GOMLX_BACKEND", wrong)
		out, dir := t.TempDir(), t.TempDir()
		for _, line := range [][]string{{"study", "run", "--out", out}, {"study", "task", "0/1", "--dir", dir}, {"study", "gather", "--dir", dir}} {
			if a := performed(append(line, noise...)...); a.code != cli.ExitDone {
				t.Errorf("%v with the backend %s: %d, %s", line, wrong, a.code, a.stderr)
			}
		}
		asUntouched(t, dir, out)
		if a := performed("study", "run", "recurrence", "--out", t.TempDir()); a.code == cli.ExitDone || strings.Contains(a.stderr, "internal error") {
			t.Errorf("a study that trains, with the backend %s: %d, %s", wrong, a.code, a.stderr)
		}
	}
}

// TestMoreTasksThanCells checks that tasks beyond the number of cells do nothing, and are not reported as missing.
func TestMoreTasksThanCells(t *testing.T) {
	dir, noise := t.TempDir(), []string{"noise", "--set", "draws=1000", "--set", "sigmas=0.5,0.25,0.125", "--dir"}
	const many = "9223372036854775807"
	for _, k := range []string{"0", "1", "9223372036854775806"} {
		if a := performed(append([]string{"study", "task", k + "/" + many}, append(noise, dir)...)...); a.code != cli.ExitDone || strings.Contains(a.stdout, ": 1 runs") != (len(k) == 1) {
			t.Errorf("task %s: exit code %d, %s%s", k, a.code, a.stdout, a.stderr)
		}
	}
	a := performed(append([]string{"study", "gather", "--tasks", many}, append(noise, dir)...)...)
	if a.code != cli.ExitFailed || !strings.Contains(a.stderr, "10 of 12 parts are missing") || !strings.Contains(a.stderr, "2,3,4") && !strings.Contains(a.stderr, "2-11") {
		t.Errorf("gather: exit code %d, %s", a.code, a.stderr)
	}
}
