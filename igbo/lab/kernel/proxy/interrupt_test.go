//go:build unix

package proxy

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// interruptLimit tells an interrupt from a cell that goes on for 100 s, on a machine that is busy too: `igbo kernel check` measures
// how long one takes.
const interruptLimit = 15 * time.Second

// runAndInterrupt runs a cell, waits until it prints a line or for so long, interrupts it, and returns
// what became of it and how long that took.
func runAndInterrupt(t *testing.T, k *wire.Kernel, code string, after time.Duration) (wire.Execution, time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
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
		if err := k.Interrupt(ctx); err != nil {
			t.Fatal(err)
		}
		select {
		case e := <-done:
			return e, time.Since(start)
		case <-time.After(interruptLimit): // on a busy machine it may have come before the cell
			if after == 0 {
				return <-done, time.Since(start)
			}
		}
	}
}

// TestInterrupt: whatever a cell does, an interrupt ends it with an error, and the next cell runs.
func TestInterrupt(t *testing.T) {
	t.Parallel() // it waits
	k := startKernel(t)
	execute(t, k, "import (\n\"fmt\"\n\"os\"\n\"os/exec\"\n\"os/signal\"\n\"time\"\n\"syscall\"\n)\n%%\n_, _, _, _, _, _ = fmt.Print, os.Exit, exec.Command, signal.Ignore, time.Sleep, syscall.SIGINT")
	for _, c := range []struct {
		name, code string
		after      time.Duration
	}{
		{"loop", "%%\nfmt.Println(1)\nfor i := 0; ; i++ {\n}", 0},
		{"ignores the signal", "import \"os/signal\"\n%%\nsignal.Ignore(os.Interrupt)\nfmt.Println(1)\nfor {\n}", 0},
		{"shell", "!echo 1; sleep 100", 0},
		{"shell, a command after the other", "!echo 1; sleep 100\n!sleep 100\n%%\nfmt.Println(2)", 0},
		{"child that holds the output", "%%\nc := exec.Command(\"sleep\", \"100\")\nc.Stdout = os.Stdout\nc.SysProcAttr = &syscall.SysProcAttr{Setsid: true}\nc.Start()\nfmt.Println(1)\nsignal.Ignore(os.Interrupt)\ntime.Sleep(time.Hour)", 0},
		{"orphan that ignores the signal", "!(trap '' INT; setsid sleep 100) & echo 1; sleep 100", 0},
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

// TestSignal: the signal that Jupyter sends where it is told to interrupt by signals does the same.
func TestSignal(t *testing.T) {
	t.Parallel() // it waits
	k := startKernel(t)
	time.AfterFunc(200*time.Millisecond, func() { _ = k.Command.Process.Signal(os.Interrupt) })
	if e := execute(t, k, "!sleep 100"); e.ErrorName != "Interrupted" {
		t.Errorf("%+v", e)
	}
	usable(t, k, "the signal")
}

// TestInterruptAbortsTheQueue: the cells behind one that is interrupted, or fails, are aborted, as Jupyter expects of Run All.
func TestInterruptAbortsTheQueue(t *testing.T) {
	t.Parallel() // it waits
	k := startKernel(t)
	for _, c := range []struct{ name, code string }{
		{"interrupt", "!echo 1; cat $IGBOLAB_WAITING; sleep 100"}, {"failure", "!sleep 0.2\nimport \"nosuch/thing\"\n%%\nthing.F()"},
	} {
		results := make([]chan wire.Execution, 3)
		for i := range results {
			results[i] = make(chan wire.Execution, 1)
			code := "!echo later"
			if i == 0 {
				code = c.code
			}
			go func() { results[i] <- execute(t, k, code) }()
			time.Sleep(10 * time.Millisecond)
		}
		if c.name == "interrupt" {
			time.Sleep(100 * time.Millisecond)
			if err := k.Interrupt(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if e := <-results[0]; e.Status != "error" {
			t.Errorf("%s: %+v", c.name, e)
		}
		for _, r := range results[1:] {
			if e := <-r; e.Status != "aborted" || len(e.Outputs) > 0 {
				t.Errorf("%s: a cell behind: %+v", c.name, e)
			}
		}
		usable(t, k, c.name)
	}
}

// TestWaiting: a cell learns how many wait behind it.
func TestWaiting(t *testing.T) {
	t.Parallel() // it waits
	k := startKernel(t)
	first := make(chan wire.Execution, 1)
	go func() { first <- execute(t, k, "!sleep 0.3; cat $IGBOLAB_WAITING") }()
	time.Sleep(50 * time.Millisecond)
	for range 2 {
		go func() { _, _ = k.Execute(t.Context(), "!true") }()
	}
	if e := <-first; strings.TrimSpace(e.Stdout()) != "2" {
		t.Errorf("%+v", e)
	}
	time.Sleep(100 * time.Millisecond)
	if e := execute(t, k, "!cat $IGBOLAB_WAITING"); strings.TrimSpace(e.Stdout()) != "0" {
		t.Errorf("%+v", e)
	}
}
