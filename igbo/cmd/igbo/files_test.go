package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// buildCommand returns the path of a program that works as the command during the test: the test's own program.
func buildCommand(t *testing.T) string {
	t.Helper()
	self := must.Of(os.Executable()).In(t)
	t.Setenv(asCommand, "1")
	return self
}

// process is a running command.
type process struct {
	*exec.Cmd
	messages bytes.Buffer
	ended    chan struct{}
	err      error
}

func startProcess(t *testing.T, binary string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(binary, args...), ended: make(chan struct{})}
	p.Stdout, p.Stderr = &p.messages, &p.messages
	must.Do(t, p.Start())
	go func() { p.err = p.Wait(); close(p.ended) }()
	return p
}

// startTwo starts two processes on one folder concurrently. It returns the one that got the folder, after the other has ended with one line
// that names it.
func startTwo(t *testing.T, binary, out string, args []string) *process {
	t.Helper()
	winner, loser := startProcess(t, binary, args...), startProcess(t, binary, args...)
	select {
	case <-winner.ended:
		winner, loser = loser, winner
	case <-loser.ended:
	}
	want := fmt.Sprintf("igbo: --out %s: another igbo (process %d) is writing to %s; wait until it has ended, or name another folder\n", out, winner.Process.Pid, out)
	if loser.ProcessState.ExitCode() != 1 || loser.messages.String() != want {
		t.Fatalf("the second process ended with %v and\n%swant\n%s", loser.err, &loser.messages, want)
	}
	return winner
}

// TestTwoProcessesOnOneFolder repeatedly checks that one process works and the other reports why it does not. It does the same with
// --resume, and kills the working one each time.
func TestTwoProcessesOnOneFolder(t *testing.T) {
	binary, whole := buildCommand(t), t.TempDir()
	flags := []string{"reproduce", "--backend", backendtest.Name(), "--seeds", "1", "--epochs", "40", "--checkpoint-every", "40"}
	performed(append(flags, "--out", whole)...).must(t)
	rounds := sweep.Count(1, 3)
	for _, resume := range []bool{false, true} {
		out := filepath.Join(t.TempDir(), "out")
		args := append(append([]string{}, flags...), "--out", out)
		if resume {
			args = append(args, "--resume")
			for range rounds {
				steps := checkpointedSteps(t, out)
				winner := startTwo(t, binary, out, args)
				waitForSteps(t, out, steps+40)
				must.Do(t, winner.Process.Kill())
				<-winner.ended
			}
		}
		for range rounds {
			winner := startTwo(t, binary, out, args)
			if <-winner.ended; winner.err != nil {
				t.Fatalf("%v: %s", winner.err, &winner.messages)
			}
			if !bytes.Equal(read(t, out, "result.json"), read(t, whole, "result.json")) {
				t.Error("another result.json than that of a lone run")
			}
		}
		entries := must.Of(os.ReadDir(out)).In(t)
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") || e.Name() == checkpointFolder {
				t.Errorf("left behind: %s", e.Name())
			}
		}
	}
}

// TestBrokenCheckpointIsTold checks that a run with a damaged checkpoint resumes from the one before, reports it, and ends with the same
// result.
func TestBrokenCheckpointIsTold(t *testing.T) {
	binary, out, whole := buildCommand(t), filepath.Join(t.TempDir(), "out"), t.TempDir()
	flags := []string{"reproduce", "--backend", backendtest.Name(), "--seeds", "1", "--epochs", "40", "--checkpoint-every", "40"}
	performed(append(flags, "--out", whole)...).must(t)
	p := startProcess(t, binary, append(flags, "--out", out)...)
	waitForSteps(t, out, 200)
	must.Do(t, p.Process.Kill())
	<-p.ended
	newest := map[string]string{} // newest checkpoint of each training
	found := must.Of(filepath.Glob(filepath.Join(out, checkpointFolder, "unfinished", "*", "step-*"))).In(t)
	for _, folder := range found { // sorted
		newest[filepath.Dir(folder)] = folder
	}
	broken := 0
	for training, folder := range newest {
		if all, _ := filepath.Glob(filepath.Join(training, "step-*")); len(all) < 2 {
			continue
		}
		must.Do(t, os.Truncate(filepath.Join(folder, "training.gob"), 100))
		broken++
	}
	a := performed(append(flags, "--out", out, "--resume", "--quiet")...).must(t)
	if broken == 0 || strings.Count(a.stderr, "taking an older checkpoint: ") != broken || !strings.Contains(a.stderr, "is damaged: training.gob") {
		t.Errorf("%d broken, told\n%s", broken, a.stderr)
	}
	if !bytes.Equal(read(t, out, "result.json"), read(t, whole, "result.json")) {
		t.Error("another result.json than that of a whole run")
	}
}
