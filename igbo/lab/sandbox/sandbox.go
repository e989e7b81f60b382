package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// Limits limits the resources of a program.
type Limits struct {
	// Time is the maximum wall-clock time.
	Time time.Duration
	// Memory is the maximum of all its processes together, and Disk that of written files, both in bytes.
	Memory, Disk int64
	// Output is the maximum size of its output, in bytes.
	Output int
	// Processes is the maximum number of processes and threads.
	Processes int
}

// DefaultLimits returns five minutes, 2 GiB of memory, 256 MiB of files, 1 MiB of output, and 256 processes and threads.
func DefaultLimits() Limits {
	return Limits{Time: 5 * time.Minute, Memory: 2 << 30, Disk: 256 << 20, Output: 1 << 20, Processes: 256}
}

// Outcome is the result of a program.
type Outcome struct {
	// Output is what it printed on both streams, up to the limit.
	Output []byte
	// Ended describes how it failed, or is "" if it succeeded.
	Ended string
	// Late reports whether it exceeded the time limit.
	Late bool
}

// Sandbox runs programs.
type Sandbox struct {
	limits Limits
	enter  []string
	apart  bool   // whether namespaces are available
	why    string // why they are not
	turn   int
}

// order is the input of the entering program.
type order struct {
	Program, Root string
	Env           []string
	Limits        Limits
	Apart         bool
	User          int // 0 keeps the current user
}

// Open returns a sandbox with the isolation that this machine supports. The parameter enter is the command that calls [Enter].
func Open(ctx context.Context, enter []string, limits Limits) (*Sandbox, error) {
	if len(enter) == 0 {
		return nil, errors.New("sandbox: the command that enters the sandbox is empty")
	}
	if limits.Time <= 0 || limits.Memory <= 0 || limits.Disk <= 0 || limits.Output <= 0 || limits.Processes <= 0 {
		return nil, fmt.Errorf("sandbox: all limits must be above 0, got %+v", limits)
	}
	s := &Sandbox{limits: limits, enter: enter}
	s.why = s.probe(ctx)
	s.apart = s.why == ""
	return s, nil
}

// Apart reports whether programs have separate files, processes and network.
func (s *Sandbox) Apart() bool { return s.apart }

// String describes how programs are isolated.
func (s *Sandbox) String() string {
	switch {
	case s.apart && os.Getuid() == 0:
		return "programs run as a user who owns nothing, and see no other file, process or network"
	case s.apart:
		return "programs see no other file, process or network"
	case os.Getuid() == 0:
		return "programs run as a user who owns nothing, but see what all users see: " + s.why
	}
	return "programs run as you and see your files, within limits alone: " + s.why
}

// Run runs a program with only these environment variables. It returns an error if the program cannot run at all, or if the
// context ends; failures of the program are in the outcome.
func (s *Sandbox) Run(ctx context.Context, program string, env ...string) (Outcome, error) {
	root, err := os.MkdirTemp("", "igbolab-sandbox-")
	if err != nil {
		return Outcome{}, fmt.Errorf("sandbox: %w", err)
	}
	defer func() { _ = os.RemoveAll(root) }()
	if program != "" {
		if program, err = filepath.Abs(program); err != nil {
			return Outcome{}, fmt.Errorf("sandbox: %w", err)
		}
	}
	s.turn++
	o := order{Program: program, Root: root, Env: env, Limits: s.limits, Apart: s.apart, User: s.stranger()}
	return s.start(ctx, o)
}

// stranger returns the ID of a user who owns nothing, a different one each time, or 0 if the caller cannot change its user.
func (s *Sandbox) stranger() int {
	if os.Getuid() != 0 {
		return 0
	}
	return 60600 + (os.Getpid()+s.turn)%500 // systems do not assign these IDs
}

// start runs the entering program and waits.
func (s *Sandbox) start(ctx context.Context, o order) (Outcome, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return Outcome{}, fmt.Errorf("sandbox: %w", err)
	}
	within, cancel := context.WithTimeout(ctx, s.limits.Time)
	defer cancel()
	out := &bounded{left: s.limits.Output, full: cancel}
	cmd := exec.CommandContext(within, s.enter[0], s.enter[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), out, out
	cmd.Env, cmd.Dir = o.Env, o.Root
	cmd.WaitDelay = time.Second
	prepare(cmd, o)
	err = launch(cmd, func() (release func()) {
		return s.watch(cmd.Process.Pid, func() { out.end("took more memory than it may"); cancel() })
	})
	o2 := Outcome{Output: out.bytes(), Ended: out.ended()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return o2, ctx.Err()
	case o2.Ended != "":
	case within.Err() != nil:
		o2.Late, o2.Ended = true, fmt.Sprintf("ran longer than %s", s.limits.Time)
	case errors.As(err, &exit):
		o2.Ended = "ended with " + exit.Error()
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return o2, fmt.Errorf("sandbox: %w", err)
	}
	return o2, nil
}

// bounded stores output up to a limit, and ends a program that prints more.
type bounded struct {
	mutex sync.Mutex
	text  bytes.Buffer
	left  int
	full  func()
	why   string
}

func (b *bounded) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	n := min(len(p), b.left)
	b.text.Write(p[:n])
	b.left -= n
	if n < len(p) {
		if b.why == "" {
			b.why = "printed more than it may"
		}
		b.full()
		return n, io.ErrShortWrite
	}
	return n, nil
}

func (b *bounded) end(why string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.why == "" {
		b.why = why
	}
}

func (b *bounded) ended() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.why
}

func (b *bounded) bytes() []byte {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return bytes.Clone(b.text.Bytes())
}
