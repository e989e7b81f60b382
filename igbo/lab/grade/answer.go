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
	late          bool // for want of time, of which there may be more the next time: not kept
}

// text is the outcome as it is kept: the digest of what follows it.
func (o outcome) text() []byte {
	content, _ := json.Marshal(o) // texts alone
	return fmt.Appendf(nil, "%x\n%s", sha256.Sum256(content), content)
}

// outcomeOf reads it; not ok where it is damaged.
func outcomeOf(text []byte) (o outcome, ok bool) {
	sum, content, _ := bytes.Cut(text, []byte("\n"))
	ok = string(sum) == fmt.Sprintf("%x", sha256.Sum256(content)) && json.Unmarshal(content, &o) == nil
	return o, ok
}

// judge says what a program's answer is worth. Errors: the machine's, and the context's.
func (r *runner) judge(ctx context.Context, name, text string) (course.Verdict, error) {
	sum := sha256.Sum256([]byte(r.key + "\n" + text))
	at := filepath.Join(r.kept, hex.EncodeToString(sum[:16]))
	old, _ := os.ReadFile(at) // what cannot be read is run again
	said, ok := outcomeOf(old)
	if !ok {
		var err error
		if said, err = r.run(ctx, text); err != nil {
			return course.Verdict{}, err
		}
		if !said.late {
			err = durable.WriteFile(at, said.text(), 0o666)
		}
		if err != nil {
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
	if said, err := r.compile(ctx, text, dir, program); said.Fault != "" || err != nil {
		return said, err
	}
	got, err := r.box.Run(ctx, program, course.ValuesVariable+"=1", "HOME=/tmp", "XDG_CACHE_HOME=/tmp", "PATH=/")
	if err != nil {
		return outcome{}, fmt.Errorf("grade: %w", err)
	}
	said := outcome{Output: string(got.Output), late: got.Late}
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
func (r *runner) compile(ctx context.Context, text, dir, program string) (said outcome, err error) {
	file := filepath.Join(dir, "answer.go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return said, fmt.Errorf("grade: %w", err)
	}
	within, cancel := context.WithTimeout(ctx, buildTime)
	defer cancel()
	var words bytes.Buffer
	cmd := exec.CommandContext(within, "go", "build", "-ldflags=-s -w", "-o", program, file)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = r.source, &words, &words, time.Second
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-tags=noxla", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off", "GO111MODULE=on")
	if err := cmd.Start(); err != nil {
		return said, fmt.Errorf("grade: %w", err)
	}
	if err := sandbox.Bound(cmd.Process.Pid, buildMemory, buildDisk); err != nil {
		return said, errors.Join(fmt.Errorf("grade: %w", err), cmd.Process.Kill(), cmd.Wait())
	}
	var exit *exec.ExitError
	switch err := cmd.Wait(); {
	case ctx.Err() != nil:
		return said, ctx.Err()
	case within.Err() != nil:
		return outcome{Fault: fmt.Sprintf("it took more than %s to compile", buildTime), late: true}, nil
	case errors.As(err, &exit):
		return outcome{Fault: "it does not compile: " + cmp.Or(first(words.String()), err.Error())}, nil
	case err != nil:
		return said, fmt.Errorf("grade: %w", err)
	}
	return said, nil
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
