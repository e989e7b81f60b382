package grade

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/course"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/lab/sandbox"
)

// What compiling an answer may take: time, and in bytes each compiler's addresses and each file.
const (
	buildTime              = 5 * time.Minute
	buildMemory, buildDisk = 6 << 30, 1 << 30
)

// runner compiles programs and runs them.
type runner struct {
	source string // of the module whose packages they may import
	kept   string // folder of what programs printed
	box    *sandbox.Sandbox
	key    string // what the outcome depends on, beside the text
}

// outcome is what came of a program, as it is kept.
type outcome struct {
	Output, Fault string
}

// judge says what a program's answer is worth. Errors: the machine's, and the context's.
func (r *runner) judge(ctx context.Context, name, text string) (course.Verdict, error) {
	sum := sha256.Sum256([]byte(r.key + "\n" + text))
	at := filepath.Join(r.kept, hex.EncodeToString(sum[:16])+".json")
	var said outcome
	if old, err := os.ReadFile(at); err != nil || json.Unmarshal(old, &said) != nil {
		if said, err = r.run(ctx, text); err != nil {
			return course.Verdict{}, err
		}
		line, _ := json.Marshal(said) // texts alone
		if err := durable.WriteFile(at, append(line, '\n'), 0o666); err != nil {
			return course.Verdict{}, fmt.Errorf("grade: %w", err)
		}
	}
	values, fault, found := course.Printed(name, said.Output)
	switch {
	case said.Fault != "":
		fault = said.Fault
	case !found:
		fault = "the program ended before its answer was asked for"
	}
	if fault != "" {
		return course.Verdict{Name: name, Answered: true, Said: fault + "."}, nil
	}
	return course.Judge(name, values), nil
}

// run compiles a program and runs it in the sandbox.
func (r *runner) run(ctx context.Context, text string) (outcome, error) {
	dir, err := os.MkdirTemp("", "igbolab-grade-")
	if err != nil {
		return outcome{}, fmt.Errorf("grade: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	program := filepath.Join(dir, "program")
	if fault, err := r.compile(ctx, text, dir, program); fault != "" || err != nil {
		return outcome{Fault: fault}, err
	}
	got, err := r.box.Run(ctx, program, course.ValuesVariable+"=1", "HOME=/tmp", "XDG_CACHE_HOME=/tmp", "PATH=/")
	if err != nil {
		return outcome{}, fmt.Errorf("grade: %w", err)
	}
	said := outcome{Output: string(got.Output)}
	if got.Ended != "" {
		said.Fault = "the program " + got.Ended + panicked(said.Output)
	}
	return said, nil
}

// panicked is the line in which a program says why it panics.
func panicked(output string) string {
	if m := regexp.MustCompile(`(?m)^(panic|fatal error): .{1,200}`).FindString(output); m != "" {
		return ": " + m
	}
	return ""
}

// compile builds a program that needs nothing of the machine on which it runs. A fault is the program's own.
func (r *runner) compile(ctx context.Context, text, dir, program string) (fault string, err error) {
	file := filepath.Join(dir, "answer.go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", fmt.Errorf("grade: %w", err)
	}
	within, cancel := context.WithTimeout(ctx, buildTime)
	defer cancel()
	var said bytes.Buffer
	cmd := exec.CommandContext(within, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, file)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = r.source, &said, &said, time.Second
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-tags=noxla", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off", "GO111MODULE=on")
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("grade: %w", err)
	}
	if err := sandbox.Bound(cmd.Process.Pid, buildMemory, buildDisk); err != nil {
		return "", errors.Join(fmt.Errorf("grade: %w", err), cmd.Process.Kill(), cmd.Wait())
	}
	var exit *exec.ExitError
	switch err := cmd.Wait(); {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case within.Err() != nil:
		return fmt.Sprintf("it took more than %s to compile", buildTime), nil
	case errors.As(err, &exit):
		return "it does not compile: " + cmp.Or(first(said.String()), err.Error()), nil
	case err != nil:
		return "", fmt.Errorf("grade: %w", err)
	}
	return "", nil
}

// compilers is the place that a line of the compiler begins with.
var compilers = regexp.MustCompile(`^\S*answer\.go:\d+(:\d+)?: `)

// first is the first line of what the compiler says that is about the program, without its place there.
func first(said string) string {
	for line := range strings.Lines(said) {
		if compilers.MatchString(line) {
			line = strings.TrimSpace(compilers.ReplaceAllString(line, ""))
			return strings.ToValidUTF8(line[:min(len(line), 200)], "")
		}
	}
	return strings.TrimSpace(said[:min(len(said), 200)])
}
