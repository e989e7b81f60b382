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
	"strconv"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/course"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/group"
	"github.com/igbolab/igbolab/igbo/lab/sandbox"
)

// Limits for compiling an answer: time, and in bytes each compiler's address space and each file.
const (
	buildTime              = 5 * time.Minute
	buildMemory, buildDisk = 6 << 30, 1 << 30
)

// runner compiles programs and runs them.
type runner struct {
	source string // of the module whose packages they may import
	kept   string // folder of cached outputs
	box    *sandbox.Sandbox
	key    string // digest of inputs other than the text
}

// outcome is the result of a program, as it is cached.
type outcome struct {
	Output, Fault string
	late          bool // it exceeded the time limit and may succeed next time, so it is not cached
}

// text returns the outcome as it is cached: a digest and the content.
func (o outcome) text() []byte {
	content, _ := json.Marshal(o) // only texts, which always encode
	return fmt.Appendf(nil, "%x\n%s", sha256.Sum256(content), content)
}

// outcomeOf reads an outcome; it returns false if the text is damaged.
func outcomeOf(text []byte) (o outcome, ok bool) {
	sum, content, _ := bytes.Cut(text, []byte("\n"))
	ok = string(sum) == fmt.Sprintf("%x", sha256.Sum256(content)) && json.Unmarshal(content, &o) == nil
	return o, ok
}

// judge returns the mark for the answer of a program. It returns an error if the machine fails or ctx ends.
func (r *runner) judge(ctx context.Context, name, text string) (course.Result, error) {
	sum := sha256.Sum256([]byte(r.key + "\n" + text))
	at := filepath.Join(r.kept, hex.EncodeToString(sum[:16]))
	old, _ := os.ReadFile(at) // unreadable outcomes are computed again
	reported, ok := outcomeOf(old)
	if !ok {
		var err error
		if reported, err = r.run(ctx, text); err != nil {
			return course.Result{}, err
		}
		if !reported.late {
			err = durable.WriteFile(at, reported.text(), 0o666)
		}
		if err != nil {
			return course.Result{}, fmt.Errorf("grade: %w", err)
		}
	}
	values, fault, found := course.Printed(name, reported.Output)
	switch {
	case reported.Fault != "":
		fault = reported.Fault
	case !found:
		fault = "the program ended before its answer was asked for"
	}
	if fault != "" {
		return course.Result{Name: name, Answered: true, Message: fault + "."}, nil
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
	if reported, err := r.compile(ctx, text, dir, program); reported.Fault != "" || err != nil {
		return reported, err
	}
	got, err := r.box.Run(ctx, program, course.ValuesVariable+"=1", "HOME=/tmp", "XDG_CACHE_HOME=/tmp", "PATH=/")
	if err != nil {
		return outcome{}, fmt.Errorf("grade: %w", err)
	}
	reported := outcome{Output: string(got.Output), late: got.Late}
	if got.Ended != "" {
		reported.Fault = "the program " + got.Ended + panicked(reported.Output)
	}
	return reported, nil
}

// panicked returns the line in which a program prints its panic.
func panicked(output string) string {
	if m := regexp.MustCompile(`(?m)^(panic|fatal error): .{1,200}`).FindString(output); m != "" {
		return ": " + m
	}
	return ""
}

// compile builds a statically linked program. Compiler errors are faults of the program.
func (r *runner) compile(ctx context.Context, text, dir, program string) (reported outcome, err error) {
	file := filepath.Join(dir, "answer.go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return reported, fmt.Errorf("grade: %w", err)
	}
	within, cancel := context.WithTimeout(ctx, buildTime)
	defer cancel()
	var words bytes.Buffer
	cmd := exec.CommandContext(within, "go", "build", "-ldflags=-s -w", "-o", program, file)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = r.source, &words, &words, time.Second
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-tags=noxla,igbograded", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off", "GO111MODULE=on")
	group.Lead(cmd)
	if err := cmd.Start(); err != nil {
		return reported, fmt.Errorf("grade: %w", err)
	}
	if err := sandbox.Bound(cmd.Process.Pid, buildMemory, buildDisk); err != nil {
		return reported, errors.Join(fmt.Errorf("grade: %w", err), cmd.Process.Kill(), cmd.Wait())
	}
	var exit *exec.ExitError
	switch err := cmd.Wait(); {
	case ctx.Err() != nil:
		return reported, ctx.Err()
	case within.Err() != nil:
		return outcome{Fault: fmt.Sprintf("it took more than %s to compile", buildTime), late: true}, nil
	case errors.As(err, &exit):
		return outcome{Fault: "it does not compile: " + cmp.Or(first(words.String(), text), err.Error())}, nil
	case err != nil:
		return reported, fmt.Errorf("grade: %w", err)
	}
	return reported, nil
}

// compilers matches the position at the beginning of a compiler message.
var compilers = regexp.MustCompile(`^\S*answer\.go:(\d+)(:\d+)?: `)

// first returns the first compiler message about the program, and the line of the program at that position.
func first(reported, program string) string {
	for line := range strings.Lines(reported) {
		m := compilers.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		said := strings.TrimSpace(line[len(m[0]):])
		at, _ := strconv.Atoi(m[1])
		if lines := strings.Split(program, "\n"); at >= 1 && at <= len(lines) && strings.TrimSpace(lines[at-1]) != "" {
			said += ", in the line " + strings.TrimSpace(lines[at-1])
		}
		return strings.ToValidUTF8(said[:min(len(said), 300)], "")
	}
	return strings.TrimSpace(reported[:min(len(reported), 200)])
}
