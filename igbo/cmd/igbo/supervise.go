package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// The exit codes. An interrupt ends with 128 and the number of the signal.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
	exitPipe   = 128 + int(syscall.SIGPIPE)
)

// exitCodes says so in the help.
const exitCodes = `Exit codes: 0 done; 1 failed; 2 wrong flags or arguments, nothing was begun;
130 interrupted, 143 terminated; 141 the reader of standard output went away.`

// grace is how long an interrupted command has to end by itself, unless it asks
// for another time by extend, and mercy how long it has after a second interrupt.
const (
	grace = 10 * time.Second
	mercy = time.Second
)

// graceKey is the context's key of the grace, an *atomic.Int64.
type graceKey struct{}

// extend gives the command of the context another grace.
func extend(ctx context.Context, d time.Duration) {
	if ctx == nil {
		return
	}
	if patience, ok := ctx.Value(graceKey{}).(*atomic.Int64); ok {
		patience.Store(int64(d))
	}
}

// bareKey marks commands in their annotations that are not supervised.
const bareKey = "bare"

// bare tells whether the arguments name a command that is not supervised.
func bare(root *cobra.Command, args []string) bool {
	cmd, _, err := root.Find(args)
	return err == nil && cmd.Annotations[bareKey] != ""
}

// supervise runs the command in a goroutine and returns the exit code. The
// first signal is acknowledged at once and cancels the command's context; a
// second one, or the end of the command's grace, ends it by force.
func supervise(root *cobra.Command, args []string, out *output, messages io.Writer, signals <-chan os.Signal) int {
	patience := &atomic.Int64{}
	patience.Store(int64(grace))
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), graceKey{}, patience))
	defer cancel()
	root.SetOut(out)
	root.SetErr(messages)
	root.SetArgs(args)
	root.InitDefaultCompletionCmd() // it keeps the output of this moment
	each(child(root, "completion"), strict)
	ended := make(chan error, 1)
	go func() { ended <- execute(ctx, root) }()
	select {
	case err := <-ended:
		return finish(err, out, messages)
	case s := <-signals:
		fmt.Fprintln(messages, "igbo: interrupted, finishing; a second interrupt ends at once")
		cancel()
		return await(ended, out, messages, s, signals, time.Duration(patience.Load()))
	}
}

// second passes on a signal that comes later than settle after the first.
func second(signals <-chan os.Signal) <-chan os.Signal {
	start, again := time.Now(), make(chan os.Signal, 1)
	go func() {
		for s := range signals {
			if time.Since(start) > settle {
				again <- s
				return
			}
		}
	}()
	return again
}

// await gives an interrupted command its grace.
func await(ended <-chan error, out *output, messages io.Writer, first os.Signal, signals <-chan os.Signal, patience time.Duration) int {
	why, again := "after a second interrupt", second(signals)
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			return finish(err, out, messages)
		}
		leaves := &interruption{}
		if errors.As(err, &leaves) {
			fmt.Fprintln(messages, "igbo: interrupted;", leaves.leaves)
		} else {
			fmt.Fprintln(messages, "igbo: interrupted")
		}
		return exitOf(first)
	case <-again:
		select {
		case err := <-ended:
			fmt.Fprintln(messages, "igbo: ended by a second interrupt")
			if err != nil && !errors.Is(err, context.Canceled) {
				fmt.Fprintln(messages, "igbo:", err)
			}
			return exitOf(first)
		case <-time.After(mercy):
		}
	case <-time.After(patience):
		why = fmt.Sprintf("%s after the interrupt", patience)
	}
	fmt.Fprintf(messages, "igbo: ended by force %s; files are whole or not there, but hidden .igbo-* files beside them and igbo-* folders in %s may be left\n", why, os.TempDir())
	return exitOf(first)
}

// exitOf is 128 and the number of the signal.
func exitOf(s os.Signal) int {
	if number, ok := s.(syscall.Signal); ok {
		return 128 + int(number)
	}
	return 128 + int(syscall.SIGINT)
}

// finish closes the output, says what went wrong and returns the exit code.
func finish(err error, out *output, messages io.Writer) int {
	fault := out.close()
	var wrong *usageError
	switch {
	case brokenPipe(fault):
		return exitPipe
	case fault != nil:
		fmt.Fprintln(messages, "igbo: standard output is incomplete:", fault)
		return exitFailed
	case errors.As(err, &wrong):
		fmt.Fprintln(messages, "igbo:", wrong)
		return exitUsage
	case err != nil:
		fmt.Fprintln(messages, "igbo:", err)
		return exitFailed
	}
	return exitDone
}

// interruption is an interrupt that says what the command leaves behind.
type interruption struct{ leaves string }

func (i *interruption) Error() string { return "interrupted; " + i.leaves }

// Unwrap makes it a cancelled context.
func (i *interruption) Unwrap() error { return context.Canceled }

// leaving says, where err is a cancelled context, what is left behind.
func leaving(err error, leaves string) error {
	if errors.Is(err, context.Canceled) {
		return &interruption{leaves}
	}
	return err
}

// execute runs the command. A panic is a fault of this program, and becomes an
// error as the last resort.
func execute(ctx context.Context, root *cobra.Command) (err error) {
	return guarded(func() error { return root.ExecuteContext(ctx) })
}

// guarded turns a panic of f into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = newBug(r, debug.Stack())
		}
	}()
	return f()
}

// unlessCancelled runs f beside, and gives up on it when the command is
// interrupted: f is of a kind that leaves nothing half-done.
func unlessCancelled(cmd *cobra.Command, f func(ctx context.Context) error) error {
	ctx, done := cmd.Context(), make(chan error, 1)
	if ctx == nil {
		ctx = context.Background()
	}
	go func() { done <- guarded(func() error { return f(ctx) }) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// traceVariable, where set, shows the stack of a panic.
const traceVariable = "IGBO_TRACE"

// newBug is the error for a panic.
func newBug(panicked any, stack []byte) error {
	var elsewhere interface{ Stack() []byte } // of another goroutine
	if e, ok := panicked.(error); ok && errors.As(e, &elsewhere) {
		stack = elsewhere.Stack()
	}
	if os.Getenv(traceVariable) != "" {
		return fmt.Errorf("a fault of igbo itself: %v\n%s", panicked, stack)
	}
	return fmt.Errorf("a fault of igbo itself, please report it with the command line: %s (%s=1 shows the stack)", firstLine(fmt.Sprint(panicked)), traceVariable)
}
