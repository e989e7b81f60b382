package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// tree returns a command with subcommands, as igbo has them.
func tree(below ...*cobra.Command) *cobra.Command {
	root := &cobra.Command{Use: "igbo", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(below...)
	Refuse(root)
	return root
}

// supervised runs f as the only command, and sends these signals once it runs.
func supervised(f func(cmd *cobra.Command) error, patience time.Duration, signals ...os.Signal) (code int, stdout, stderr string) {
	arriving := make(chan os.Signal, len(signals))
	root := tree(&cobra.Command{Use: "test", RunE: func(cmd *cobra.Command, _ []string) error {
		Extend(cmd.Context(), patience)
		for i, s := range signals {
			if i > 0 {
				<-cmd.Context().Done() // the first one has been received
				time.Sleep(2 * Settle)
			}
			arriving <- s
		}
		return f(cmd)
	}})
	var out, messages bytes.Buffer
	code = Supervise(root, []string{"test"}, NewOutput(&out), &messages, arriving)
	return code, out.String(), messages.String()
}

func untilCancelled(cmd *cobra.Command) error {
	<-cmd.Context().Done()
	return cmd.Context().Err()
}

// forever ignores its context.
func forever(*cobra.Command) error { select {} }

func TestSupervise(t *testing.T) {
	t.Setenv(TraceVariable, "")
	for _, c := range []struct {
		name     string
		f        func(*cobra.Command) error
		signals  []os.Signal
		code     int
		messages string // a part
		lines    int
	}{
		{"done", func(*cobra.Command) error { return nil }, nil, 0, "", 0},
		{"failed", func(*cobra.Command) error { return errors.New("no such thing") }, nil, 1, "igbo: no such thing\n", 1},
		{"a panic", func(*cobra.Command) error { panic("index out of range\nand more") }, nil, 1, "internal error: index out of range; this is a bug in igbo, please report it with your command line (IGBO_TRACE=1", 1},
		{"a panic of an error", func(*cobra.Command) error { panic(io.EOF) }, nil, 1, "EOF", 1},
		{"interrupted", untilCancelled, []os.Signal{os.Interrupt}, 130, "igbo: interrupted\n", 2},
		{"terminated", untilCancelled, []os.Signal{syscall.SIGTERM}, 143, "igbo: interrupted\n", 2},
		{"what it leaves", func(cmd *cobra.Command) error { return Leaving(untilCancelled(cmd), "half of it") }, []os.Signal{os.Interrupt}, 130, "igbo: interrupted; half of it\n", 2},
		{"ends well", func(cmd *cobra.Command) error { _ = untilCancelled(cmd); return nil }, []os.Signal{os.Interrupt}, 0, "finishing", 1},
		{"fails in the end", func(cmd *cobra.Command) error { _ = untilCancelled(cmd); return io.EOF }, []os.Signal{os.Interrupt}, 1, "igbo: EOF\n", 2},
		{"deaf", forever, []os.Signal{os.Interrupt}, 130, "ended by force 20ms after", 2},
		{"deaf, twice", forever, []os.Signal{os.Interrupt, os.Interrupt}, 130, "ended by force after a second interrupt", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			start, patience := time.Now(), time.Minute
			if c.name == "deaf" {
				patience = 20 * time.Millisecond
			}
			code, stdout, messages := supervised(c.f, patience, c.signals...)
			if code != c.code || stdout != "" || !strings.Contains(messages, c.messages) || strings.Count(messages, "\n") != c.lines {
				t.Errorf("code %d and %q, want %d and %d lines with %q", code, messages, c.code, c.lines, c.messages)
			}
			if time.Since(start) > 30*time.Second { // less than the patience
				t.Errorf("took %s", time.Since(start))
			}
		})
	}
	t.Setenv(TraceVariable, "1")
	if _, _, messages := supervised(func(*cobra.Command) error { panic("here") }, Grace); !strings.Contains(messages, "supervise_test.go") {
		t.Errorf("no stack with %s=1: %s", TraceVariable, messages)
	}
}

// TestOutputFaults checks that a command fails if its output cannot be written, and that a reader that closes the pipe gives no error
// message.
func TestOutputFaults(t *testing.T) {
	for fault, want := range map[error]struct {
		code     int
		messages string
	}{
		syscall.ENOSPC: {ExitFailed, "igbo: standard output is incomplete: no space left on device\n"},
		syscall.EPIPE:  {ExitPipe, ""},
	} {
		messages := &bytes.Buffer{}
		root := tree(&cobra.Command{Use: "test", RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write([]byte("a result"))
			return err
		}})
		code := Supervise(root, []string{"test"}, NewOutput(failing{fault}), messages, nil)
		if code != want.code || messages.String() != want.messages {
			t.Errorf("%v: code %d and %q, want %+v", fault, code, messages, want)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
