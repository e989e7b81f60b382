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

// Limits are what a program may take.
type Limits struct {
	// Time is the time on the clock.
	Time time.Duration
	// Memory is that of all its processes together, and Disk what it may write, both in bytes.
	Memory, Disk int64
	// Output is how much it may print, in bytes.
	Output int
	// Processes bounds processes and threads.
	Processes int
}

// DefaultLimits are five minutes, 2 GiB of memory, 256 MiB of files, 1 MiB of output, 256 processes and threads.
func DefaultLimits() Limits {
	return Limits{Time: 5 * time.Minute, Memory: 2 << 30, Disk: 256 << 20, Output: 1 << 20, Processes: 256}
}

// Outcome is what came of a program.
type Outcome struct {
	// Output is what it printed on both streams, at most as much as its limit.
	Output []byte
	// Ended says how it ended: empty where it ended by itself and well.
	Ended string
	// Late tells that it ran longer than it may.
	Late bool
}

// Sandbox runs programs.
type Sandbox struct {
	limits Limits
	enter  []string
	apart  bool   // namespaces can be had
	why    string // why they cannot
	turn   int
}

// order is what the entering program is told.
type order struct {
	Program, Root string
	Env           []string
	Limits        Limits
	Apart         bool
	User          int // 0 stays who it is
}

// Open finds out what can be had. Enter is the command that calls [Enter].
func Open(ctx context.Context, enter []string, limits Limits) (*Sandbox, error) {
	if len(enter) == 0 || limits.Time <= 0 || limits.Memory <= 0 || limits.Disk <= 0 || limits.Output <= 0 || limits.Processes <= 0 {
		return nil, errors.New("sandbox: expected a command that enters it, and limits above 0")
	}
	s := &Sandbox{limits: limits, enter: enter}
	s.why = s.probe(ctx)
	s.apart = s.why == ""
	return s, nil
}

// Apart tells whether programs have files, processes and a network of their own.
func (s *Sandbox) Apart() bool { return s.apart }

// String says how programs are kept apart.
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

// Run runs a program in an environment of these variables alone. Errors: it cannot be run at all, or the context
// ends; what the program does wrong is told by the outcome.
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

// stranger is the number of a user who owns nothing, another one at each turn; 0 where the caller cannot become one.
func (s *Sandbox) stranger() int {
	if os.Getuid() != 0 {
		return 0
	}
	return 60600 + (os.Getpid()+s.turn)%500 // numbers that no system gives away
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

// bounded keeps what is printed up to a limit, and ends what prints more.
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
