package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/internal/tempdir"
)

// asCommand makes the test program the command itself.
const asCommand = "IGBO_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		return
	}
	debug.SetGCPercent(400) // each of thousands of command lines allocates a tree of commands and drops it
	os.Exit(tempdir.Run(m))
}

// apart returns the command as a separate process.
func apart(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), buildCommand(t), args...)
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// exitCode returns the exit code of an ended process. For a process that a signal ended it is 128 plus the signal, as in a shell.
func exitCode(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		t.Fatal(err)
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return exit.ExitCode()
}

// modelHere writes a table, an order and a model that was trained on both into the current folder.
func modelHere(t *testing.T) {
	t.Helper()
	houses(t, "houses.csv", 40)
	must.Do(t, os.WriteFile("order.yaml", []byte("ranks:\n  - [size, noise]\n"), 0o644))
	trained(t, "--target", "price", "--out", "model").must(t)
}

// short returns short command lines of all printing commands, by command. They use the model of modelHere.
func short(t *testing.T) map[string][]string {
	out := t.TempDir()
	return map[string][]string{
		"igbo": {}, "igbo version": {"version"}, "igbo doctor": {"doctor", "--backend", "go"}, "igbo help": {"help", "dag"},
		"igbo dag": {"dag", "scores.csv"}, "igbo ops": {"ops"},
		"igbo train":     {"train", "houses.csv", "--target", "price", "--folds", "2", "--set", "repeats=1", "--set", "steps=2", "--backend", backendtest.Name(), "--json", "--quiet", "--out", filepath.Join(out, "trained")},
		"igbo predict":   {"predict", "model", "houses.csv", "--backend", backendtest.Name()},
		"igbo explain":   {"explain", "model", "houses.csv", "--backend", backendtest.Name(), "--json", "--quiet", "--out", filepath.Join(out, "explained")},
		"igbo check":     {"check", "model", "houses.csv", "--order", "order.yaml", "--backend", backendtest.Name(), "--json", "--quiet"},
		"igbo export":    {"export", "model", "--onnx", filepath.Join(out, "model.onnx")},
		"igbo reproduce": quick(filepath.Join(out, "reproduced"), "--json", "--quiet"),
		"igbo pareto":    {"pareto", "--backend", backendtest.Name(), "--seeds", "1", "--steps", "2", "--rules", "mgda", "--lambdas", "0.5", "--quiet", "--json", "--out", out},
		"igbo report":    {"report", "--results", "study", "--out", filepath.Join(out, "report.html")},
		"igbo bench":     {"bench", "--rows", "step", "--peers", "", "--rounds", "1", "--slice", "1ms"}, "igbo bench report": {"bench", "report", "--help"}, // it writes the checkout's page
		"igbo study": {"study"}, "igbo study list": {"study", "list"}, "igbo study show": {"study", "show", "study"},
		"igbo study run":  quickStudy("run", "--json", "--quiet", "--out", out),
		"igbo study plan": quickStudy("plan", "--dir", out), "igbo study task": quickStudy("task", "0/1", "--dir", filepath.Join(out, "task")),
		"igbo study gather": {"study", "gather", "--help"}, // it has nothing to gather here
		"igbo completion":   {"completion"}, "igbo completion bash": {"completion", "bash"}, "igbo completion zsh": {"completion", "zsh"},
		"igbo completion fish": {"completion", "fish"}, "igbo completion powershell": {"completion", "powershell"},
		"igbo lab": {"lab", "--help"}, "igbo lab supervise": nil, "igbo lab sandbox": nil, // they pass on the output of another process
		"igbo kernel": {"kernel"}, "igbo kernel install": {"kernel", "install", "--help"}, "igbo kernel list": {"kernel", "list"},
		"igbo kernel remove": {"kernel", "remove", "--prefix", out}, "igbo kernel check": {"kernel", "check", "--help"}, "igbo kernel run": nil,
	}
}

// quickStudy returns a command line for a study that takes a second.
func quickStudy(verb string, args ...string) []string {
	line := append([]string{"study", verb}, args...)
	if !slices.Contains(args, "--seeds") {
		line = append(line, "--seeds", "1")
	}
	return append(line, "recurrence", "--set", "base.epochs=1", "--set", "base.attribution.points=2", "--set", "alphas=0.5,0.7", "--backend", backendtest.Name())
}

// TestFullOutputFails checks that every command fails with a message if nothing can be written to standard output.
func TestFullOutputFails(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("needs a device that is always full:", err)
	}
	defer full.Close()
	everyCommand(t, 0, func(line []string) {
		p, messages := apart(t, line...), &bytes.Buffer{}
		p.Stdout, p.Stderr = full, messages
		code := exitCode(t, p.Run())
		if code != cli.ExitFailed || !strings.Contains(messages.String(), "igbo: standard output is incomplete") || !strings.Contains(messages.String(), "no space left") {
			t.Errorf("%v: exit code %d and %q on a full output", line, code, messages)
		}
	})
}

// TestClosedOutputFails checks that every command that prints fails with a message if standard output is closed, as by the shell's >&-.
// Commands that print nothing, and output to the null device, succeed.
func TestClosedOutputFails(t *testing.T) {
	if !reportedClosed {
		t.Skip("this build cannot tell a closed output")
	}
	shell := func(line []string, redirect string) (int, string) {
		p, messages := apart(t), &bytes.Buffer{}
		p.Path, p.Args, p.Stderr = "/bin/sh", slices.Concat([]string{"sh", "-c", `exec "$0" "$@" ` + redirect, p.Path}, line), messages
		return exitCode(t, p.Run()), messages.String()
	}
	everyCommand(t, 1, func(line []string) {
		code, messages := shell(line, ">&-")
		if code != cli.ExitFailed || !strings.Contains(messages, "igbo: standard output is incomplete: it is closed") {
			t.Errorf("%v: exit code %d and %q on a closed output", line, code, messages)
		}
	})
	for redirect, line := range map[string][]string{">&-": {"dag", "scores.csv", "--out", "dag.txt"}, ">/dev/null": {"version"}, "1<>/dev/null": {"version"}} {
		if code, messages := shell(line, redirect); code != cli.ExitDone {
			t.Errorf("%v %s: exit code %d and %q", line, redirect, code, messages)
		}
	}
}

// everyCommand calls f with a short command line of every printing command in an exhaustive run. Otherwise it uses every second one, and
// turns 0 and 1 cover all.
func everyCommand(t *testing.T, turn int, f func(line []string)) {
	workplace(t)
	modelHere(t)
	lines, root := short(t), newRootCommand()
	root.InitDefaultCompletionCmd()
	var printing [][]string
	cli.Each(root, func(cmd *cobra.Command) {
		line, found := lines[cmd.CommandPath()]
		if !found {
			t.Errorf("no line for %s", cmd.CommandPath())
		}
		if line != nil {
			printing = append(printing, line)
		}
	})
	for _, line := range sweep.Part(printing, 2, turn) {
		f(line)
	}
}

// TestBrokenPipeEndsQuietly checks commands whose reader ends first, as in `igbo completion bash | head -1`.
func TestBrokenPipeEndsQuietly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGPIPE")
	}
	for _, line := range [][]string{{"completion", "bash"}, {"version"}, {"--help"}} {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		reader.Close()
		p, messages := apart(t, line...), &bytes.Buffer{}
		p.Stdout, p.Stderr = writer, messages
		code := exitCode(t, p.Run())
		writer.Close()
		if code != cli.ExitPipe || messages.Len() > 0 {
			t.Errorf("%v: exit code %d and %q, want %d and nothing", line, code, messages, cli.ExitPipe)
		}
	}
}

// TestLibrariesDoNotPrint checks that standard output contains only the result, although libraries print (the embedded backend prints its
// parallelism).
func TestLibrariesDoNotPrint(t *testing.T) {
	p := apart(t, quick(t.TempDir(), "--json", "--quiet", "--backend", "go:parallelism=1")...)
	text, err := p.Output()
	if err != nil || !bytes.HasPrefix(text, []byte("{")) {
		t.Errorf("%v: standard output begins with %.60q, want JSON alone", err, text)
	}
}
