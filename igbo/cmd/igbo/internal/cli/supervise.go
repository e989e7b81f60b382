package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// The exit codes. An interrupt ends with 128 plus the number of the signal.
const (
	ExitDone   = 0
	ExitFailed = 1
	ExitUsage  = 2
	// ExitFails and ExitUndecided are the exit codes of a check in which the order does not hold, or cannot be decided.
	ExitFails     = 3
	ExitUndecided = 4
	ExitPipe      = 128 + int(syscall.SIGPIPE)
)

// ExitCodes describes the exit codes in the help.
const ExitCodes = `Exit codes: 0 success; 1 failure; 2 wrong flags or arguments, nothing was done;
3 the checked order fails; 4 it is undecided; 130 interrupted; 143 terminated;
141 broken pipe (standard output was closed).`

// Grace is how long an interrupted command has to end by itself, unless it requests another time with Extend. Mercy is how long
// it has after a second interrupt.
const (
	Grace = 10 * time.Second
	Mercy = time.Second
)

// graceKey is the context key of the grace, an *atomic.Int64.
type graceKey struct{}

// Extend changes the grace of the command with this context.
func Extend(ctx context.Context, d time.Duration) {
	if ctx == nil {
		return
	}
	if patience, ok := ctx.Value(graceKey{}).(*atomic.Int64); ok {
		patience.Store(int64(d))
	}
}

// BareKey marks commands in their annotations that are not supervised.
const BareKey = "bare"

// Bare reports whether the arguments name a command that is not supervised.
func Bare(root *cobra.Command, args []string) bool {
	cmd, _, err := root.Find(args)
	return err == nil && cmd.Annotations[BareKey] != ""
}

// Supervise runs the command in a goroutine and returns the exit code. The first signal is acknowledged at once and cancels the command's
// context. A second one, or the end of the command's grace, ends the command by force.
func Supervise(root *cobra.Command, args []string, out *Output, messages io.Writer, signals <-chan os.Signal) int {
	patience := &atomic.Int64{}
	patience.Store(int64(Grace))
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), graceKey{}, patience))
	defer cancel()
	root.SetOut(out)
	root.SetErr(messages)
	root.SetArgs(args)
	root.InitDefaultCompletionCmd() // it captures the current output
	Each(child(root, "completion"), strict)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		Each(root, takeTwice)
	}
	ended := make(chan error, 1)
	go func() {
		if err := unknownTopic(root, args); err != nil {
			ended <- err
			return
		}
		ended <- Execute(ctx, root)
	}()
	select {
	case err := <-ended:
		return finish(err, out, messages)
	case s := <-signals:
		fmt.Fprintln(messages, "igbo: interrupted, finishing; a second interrupt ends at once")
		cancel()
		return await(ended, out, messages, s, signals, time.Duration(patience.Load()))
	}
}

// Settle is how long after the first interrupt another one counts as the same interrupt. Programs that forward a signal often send it to
// both the process and its group.
const Settle = 500 * time.Millisecond

// second passes on a signal that comes later than Settle after the first.
func second(signals <-chan os.Signal) <-chan os.Signal {
	start, again := time.Now(), make(chan os.Signal, 1)
	go func() {
		for s := range signals {
			if time.Since(start) > Settle {
				again <- s
				return
			}
		}
	}()
	return again
}

// await waits for an interrupted command during its grace.
func await(ended <-chan error, out *Output, messages io.Writer, first os.Signal, signals <-chan os.Signal, patience time.Duration) int {
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
		case <-time.After(Mercy):
		}
	case <-time.After(patience):
		why = fmt.Sprintf("%s after the interrupt", patience)
	}
	fmt.Fprintf(messages, "igbo: ended by force %s; output files are complete or missing, but hidden .igbo-* files next to them and igbo-* folders in %s may remain\n", why, os.TempDir())
	return exitOf(first)
}

// exitOf returns 128 plus the number of the signal.
func exitOf(s os.Signal) int {
	if number, ok := s.(syscall.Signal); ok {
		return 128 + int(number)
	}
	return 128 + int(syscall.SIGINT)
}

// finish closes the output, prints the error and returns the exit code.
func finish(err error, out *Output, messages io.Writer) int {
	fault := out.close()
	var wrong *usageError
	var answer *answerError
	switch {
	case brokenPipe(fault):
		return ExitPipe
	case fault != nil:
		fmt.Fprintln(messages, "igbo: standard output is incomplete:", fault)
		return ExitFailed
	case errors.As(err, &wrong):
		fmt.Fprintln(messages, message(wrong))
		return ExitUsage
	case errors.As(err, &answer):
		fmt.Fprintln(messages, "igbo:", answer)
		return answer.code
	case err != nil:
		fmt.Fprintln(messages, message(err))
		return ExitFailed
	}
	return ExitDone
}

// Execute runs the command. A panic is a bug of this program, and becomes an error.
func Execute(ctx context.Context, root *cobra.Command) (err error) {
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

// TraceVariable is the environment variable that, if set, shows the stack of a panic.
const TraceVariable = "IGBO_TRACE"

// newBug returns the error for a panic.
func newBug(panicked any, stack []byte) error {
	var elsewhere interface{ Stack() []byte } // a panic in another goroutine
	if e, ok := panicked.(error); ok && errors.As(e, &elsewhere) {
		stack = elsewhere.Stack()
	}
	if os.Getenv(TraceVariable) != "" {
		return fmt.Errorf("internal error: %s; this is a bug in igbo\n%s", FirstLine(fmt.Sprint(panicked)), stack)
	}
	return fmt.Errorf("internal error: %s; this is a bug in igbo, please report it with your command line (%s=1 shows the stack)", FirstLine(fmt.Sprint(panicked)), TraceVariable)
}

// FirstLine returns the first line of a text.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// message returns an error after the name of the command. Package igbo writes that name before its own errors.
func message(err error) string {
	return "igbo: " + strings.TrimPrefix(err.Error(), "igbo: ")
}
