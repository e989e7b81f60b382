//go:build unix

package proxy

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// interruptLimit distinguishes an interrupt from the end of a cell that runs for 1000 s, even on a busy machine. `igbo kernel check`
// measures how long an interrupt takes. After again, an interrupt is repeated, because the first may have come before the cell.
const (
	interruptLimit = 2 * time.Minute
	again          = 10 * time.Second
)

// runAndInterrupt runs a cell, waits until it prints a line or for some time, and interrupts it. It returns the cell's result and how long
// the interrupt took.
func runAndInterrupt(t *testing.T, k *wire.Kernel, code string, after time.Duration) (wire.Execution, time.Duration) {
	t.Helper()
	return runAndEnd(t, k, code, after, k.Interrupt)
}

// runAndEnd works like runAndInterrupt, with another way to interrupt.
func runAndEnd(t *testing.T, k *wire.Kernel, code string, after time.Duration, interrupt func(context.Context) error) (wire.Execution, time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	started, done := make(chan struct{}, 1), make(chan wire.Execution, 1)
	go func() {
		e, err := k.ExecuteWatched(ctx, code, func(o wire.Output) {
			if o.Type == "stream" {
				select {
				case started <- struct{}{}:
				default:
				}
			}
		})
		if err != nil {
			t.Error(err)
		}
		done <- e
	}()
	if after > 0 {
		time.Sleep(after)
	} else {
		select {
		case <-started:
		case e := <-done:
			t.Fatalf("the cell has ended: %+v", e)
		case <-ctx.Done():
			t.Fatal("the cell says nothing")
		}
	}
	for {
		start := time.Now()
		if err := interrupt(ctx); err != nil {
			t.Fatal(err)
		}
		if after == 0 {
			return <-done, time.Since(start)
		}
		select {
		case e := <-done:
			return e, time.Since(start)
		case <-time.After(again): // on a busy machine it may have come before the cell
		}
	}
}

// TestInterrupt checks that an interrupt ends any cell with an error, and that the next cell runs.
func TestInterrupt(t *testing.T) {
	t.Parallel() // it mostly waits
	k := startKernel(t)
	execute(t, k, "import (\n\"fmt\"\n\"os\"\n\"os/exec\"\n\"os/signal\"\n\"time\"\n\"syscall\"\n)\n%%\n_, _, _, _, _, _ = fmt.Print, os.Exit, exec.Command, signal.Ignore, time.Sleep, syscall.SIGINT")
	for _, c := range []struct {
		name, code string
		after      time.Duration
	}{
		{"loop", "%%\nfmt.Println(1)\nfor i := 0; ; i++ {\n}", 0},
		{"ignores the signal", "import \"os/signal\"\n%%\nsignal.Ignore(os.Interrupt)\nfmt.Println(1)\nfor {\n}", 0},
		{"shell", "!echo 1; sleep 1000", 0},
		{"shell, a command after the other", "!echo 1; sleep 1000\n!sleep 1000\n%%\nfmt.Println(2)", 0},
		{"child that holds the output", "%%\nc := exec.Command(\"sleep\", \"1000\")\nc.Stdout = os.Stdout\nc.SysProcAttr = &syscall.SysProcAttr{Setsid: true}\nc.Start()\nfmt.Println(1)\nsignal.Ignore(os.Interrupt)\ntime.Sleep(time.Hour)", 0},
		{"orphan that ignores the signal", "!(trap '' INT; setsid sleep 1000) & echo 1; sleep 1000", 0},
		{"goimports", "%%\nfmt.Println(1); time.Sleep(time.Hour)", 25 * time.Millisecond},
		{"compiler", "import \"net/http\"\n%%\nhttp.Get(\"\"); time.Sleep(time.Hour)", 150 * time.Millisecond},
	} {
		e, took := runAndInterrupt(t, k, c.code, c.after)
		t.Logf("%s: %v", c.name, took)
		if e.Status != "error" || e.ErrorName != "Interrupted" || took > interruptLimit {
			t.Errorf("%s: after %v: %+v", c.name, took, e)
		}
		if e := execute(t, k, "%%\nfmt.Println(\"next\")"); e.Err() != nil || e.Stdout() != "next\n" {
			t.Errorf("%s: the next cell: %+v", c.name, e)
		}
	}
}

// TestSignal checks that the interrupt signal, which Jupyter sends in interrupt mode signal, has the same effect.
func TestSignal(t *testing.T) {
	t.Parallel() // it mostly waits
	k := startKernel(t)
	signal := func(context.Context) error { return k.Command.Process.Signal(os.Interrupt) }
	if e, took := runAndEnd(t, k, "!echo 1; sleep 1000", 0, signal); e.ErrorName != "Interrupted" || took > interruptLimit {
		t.Errorf("after %v: %+v", took, e)
	}
	usable(t, k, "the signal")
}

// TestInterruptAbortsTheQueue checks that queued cells are aborted after an interrupt or a failure, as Jupyter expects of Run All, if they
// were requested before the front end could know.
func TestInterruptAbortsTheQueue(t *testing.T) {
	t.Parallel() // it mostly waits
	k := startKernel(t)
	for _, name := range []string{"interrupt", "failure"} {
		pipe := filepath.Join(t.TempDir(), "pipe")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		begin, requests := time.Now(), []*wire.Message{}
		for _, code := range []string{"!echo begun; read x < " + pipe + "\nimport \"nosuch/thing\"\n%%\nthing.F()", "!echo later", "!echo later"} {
			m, err := wire.NewMessage("execute_request", "page", nil, map[string]any{
				"code": code, "silent": false, "store_history": true, "user_expressions": struct{}{}, "allow_stdin": false, "stop_on_error": true,
			})
			if err != nil {
				t.Fatal(err)
			}
			requests = append(requests, m)
		}
		made := time.Since(begin)
		begun, statuses := make(chan struct{}), make([]chan string, len(requests))
		for i, m := range requests {
			statuses[i] = make(chan string, 1)
			go func() {
				var reply struct{ Status string }
				err := k.Send(t.Context(), false, m, func(m *wire.Message) bool {
					if m.Header.Type == "stream" && i == 0 {
						close(begun)
					}
					return m.Header.Type == "execute_reply" && json.Unmarshal(m.Content, &reply) == nil
				})
				if err != nil {
					t.Error(err)
				}
				statuses[i] <- reply.Status
			}()
			<-begun
		}
		time.Sleep(made) // the first takes longer than the time between the requests
		if name == "interrupt" {
			if err := k.Interrupt(t.Context()); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(pipe, []byte("on\n"), 0); err != nil {
			t.Fatal(err)
		}
		for i, want := range []string{"error", "aborted", "aborted"} {
			if got := <-statuses[i]; got != want {
				t.Errorf("%s: cell %d ends with %q, want %q", name, i, got, want)
			}
		}
		usable(t, k, name)
	}
}

// waitFor waits until a condition is true.
func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(interruptLimit); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not in %v: %s", interruptLimit, what)
		}
	}
}
