//go:build browser && linux

package browsertest

import (
	"net/url"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/program"
	"github.com/igbolab/igbolab/igbo/lab"
)

// TestNoKernelOutlivesTheLab runs a cell in each of two kernels, for each way to end the lab.
func TestNoKernelOutlivesTheLab(t *testing.T) {
	checkout, err := lab.FindCheckout(".")
	if err != nil {
		t.Fatal(err)
	}
	igbo := program.Built(t, source)
	for _, end := range []struct {
		name    string
		signals []syscall.Signal
		jupyter bool // the signals go to JupyterLab
	}{
		{name: "Ctrl-C", signals: []syscall.Signal{syscall.SIGINT}},
		{name: "SIGTERM", signals: []syscall.Signal{syscall.SIGTERM}},
		{name: "Ctrl-C twice", signals: []syscall.Signal{syscall.SIGINT, syscall.SIGINT}},
		{name: "kill -9", signals: []syscall.Signal{syscall.SIGKILL}},
		{name: "crash of JupyterLab", signals: []syscall.Signal{syscall.SIGSEGV}, jupyter: true},
	} {
		t.Run(end.name, func(t *testing.T) {
			c := startCommand(t, igbo, checkout, "--no-browser")
			address := c.wait(`JupyterLab: (http://\S+)/lab(?:/tree/\S+)?\?token=(\S+)`, 5*time.Minute)
			c.base = address[1]
			if c.token, err = url.QueryUnescape(address[2]); err != nil {
				t.Fatal(err)
			}
			c.run()
			c.run()
			c.checkToken()
			pid := c.cmd.Process.Pid
			if end.jupyter {
				pid = jupyterPID(t, c.home)
			}
			begin := time.Now()
			for i, s := range end.signals {
				if i > 0 {
					time.Sleep(700 * time.Millisecond)
				}
				must.Do(t, syscall.Kill(pid, s))
			}
			limit := time.Minute // of a busy machine; the log has the time
			if s := end.signals[0]; s == syscall.SIGINT || s == syscall.SIGTERM {
				c.wait("shutting down 2 kernels …", time.Minute)
				limit = 0
			}
			_ = c.cmd.Wait()
			c.checkGone(limit)
			t.Logf("all gone after %s", time.Since(begin).Round(time.Millisecond))
		})
	}
}

// TestNoKernelOutlivesAHeadlessRun interrupts and kills a lab while it executes a notebook.
func TestNoKernelOutlivesAHeadlessRun(t *testing.T) {
	checkout := must.Of(lab.FindCheckout(".")).In(t)
	igbo := program.Built(t, source)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		t.Run(s.String(), func(t *testing.T) {
			c := startCommand(t, igbo, checkout, "--check", "04")
			for start := time.Now(); len(c.processes()) < 2; time.Sleep(50 * time.Millisecond) {
				if time.Since(start) > 5*time.Minute {
					t.Fatal("no kernel starts")
				}
			}
			must.Do(t, c.cmd.Process.Signal(s))
			_ = c.cmd.Wait()
			c.checkGone(20 * time.Second)
		})
	}
}
