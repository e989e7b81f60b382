//go:build linux

package proxy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// leftovers returns the processes whose command line or environment names the folder, and the folder's files.
func leftovers(folder string) (found []string) {
	stats, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range stats {
		line, _ := os.ReadFile(dir + "/cmdline")
		environ, _ := os.ReadFile(dir + "/environ")
		if strings.Contains(string(line), folder) || strings.Contains(string(environ), folder) {
			found = append(found, filepath.Base(dir)+" "+strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	files, _ := filepath.Glob(filepath.Join(folder, "runtime", "*", "*"))
	return append(found, files...)
}

// TestNothingIsLeft checks that all processes and files of a kernel are gone however it ends, including GoNB's folder.
func TestNothingIsLeft(t *testing.T) {
	bin := toolsFolder(t)
	for _, c := range []struct {
		name string
		end  func(t *testing.T, k *wire.Kernel)
		next bool // if proxy and supervisor are both dead, the next kernel cleans up
	}{
		{name: "shutdown", end: func(t *testing.T, k *wire.Kernel) { shutdown(t, k, false) }},
		{name: "restart", end: func(t *testing.T, k *wire.Kernel) { shutdown(t, k, true) }},
		{name: "termination of the proxy", end: func(t *testing.T, k *wire.Kernel) { _ = k.Command.Process.Signal(syscall.SIGTERM) }},
		{name: "kill of the proxy", end: func(t *testing.T, k *wire.Kernel) { _ = k.Command.Process.Kill() }},
		{name: "kill of the engine", end: func(t *testing.T, k *wire.Kernel) { _ = syscall.Kill(enginePID(t, k), syscall.SIGKILL) }},
		{name: "kill of the supervisor", end: func(t *testing.T, k *wire.Kernel) {
			_ = syscall.Kill(childrenOf(k.Command.Process.Pid)[0], syscall.SIGKILL)
		}},
		{name: "kill of the proxy and the supervisor", next: true, end: func(t *testing.T, k *wire.Kernel) {
			supervisor := childrenOf(k.Command.Process.Pid)[0]
			_ = syscall.Kill(supervisor, syscall.SIGSTOP)
			_ = k.Command.Process.Kill()
			_ = syscall.Kill(supervisor, syscall.SIGKILL)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := startKernel(t)
			go func() {
				_, _ = k.Execute(context.Background(), "!setsid sleep 1000 & (trap '' INT TERM HUP; sleep 1000)")
			}()
			waitFor(t, "four processes and files are there", func() bool { return len(leftovers(bin)) >= 4 })
			start := time.Now()
			c.end(t, k)
			select {
			case <-k.Ended():
			case <-time.After(patience):
				t.Fatal("the proxy does not end")
			}
			took := time.Since(start)
			if c.next {
				startKernel(t).Stop(patience)
			}
			t.Logf("ended in %v", took)
			nothingLeft(t, bin)
		})
	}
}

// TestStatefulLeavesNothing checks that a kernel with stateful cells also ends their process, and the waiting compiler and linker.
func TestStatefulLeavesNothing(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells bool
		end   func(k *wire.Kernel)
	}{
		{"shutdown while the process starts", false, func(k *wire.Kernel) { shutdown(t, k, false) }},
		{"kill while the process starts", false, func(k *wire.Kernel) { _ = k.Command.Process.Kill() }},
		{"shutdown after a cell", true, func(k *wire.Kernel) { shutdown(t, k, false) }},
		{"kill after a cell", true, func(k *wire.Kernel) { _ = k.Command.Process.Kill() }},
	} {
		k := startStatefulKernel(t)
		if c.cells {
			if e := execute(t, k, "x := 42"); e.Err() != nil {
				t.Fatal(e.Err())
			}
			waitFor(t, "a compiler and a linker wait", func() bool { return len(childrenOf(k.Command.Process.Pid)) == 4 })
		}
		children := childrenOf(k.Command.Process.Pid)
		c.end(k)
		<-k.Ended()
		nothingLeft(t, toolsFolder(t))
		for _, pid := range children {
			waitFor(t, fmt.Sprintf("%s: process %d ends", c.name, pid), func() bool { return syscall.Kill(pid, 0) == syscall.ESRCH })
		}
	}
}

// nothingLeft waits until nothing of a kernel is left.
func nothingLeft(t *testing.T, bin string) {
	t.Helper()
	var left []string
	for end := time.Now().Add(interruptLimit); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if left = leftovers(bin); len(left) == 0 {
			return
		}
	}
	t.Errorf("left: %s", strings.Join(left, "\n"))
}

func shutdown(t *testing.T, k *wire.Kernel, restart bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := k.Shutdown(ctx, restart); err != nil && !errors.Is(err, wire.ErrKernelGone) {
		t.Error(err)
	}
}

// TestEndOfJupyter checks that everything ends when the process that started the proxy dies.
func TestEndOfJupyter(t *testing.T) {
	bin := toolsFolder(t)
	file := filepath.Join(t.TempDir(), "kernel-1.json")
	c, err := wire.NewConnection()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Write(file); err != nil {
		t.Fatal(err)
	}
	jupyter := exec.Command("sh", "-c", fmt.Sprintf("%s proxy %s %s > /dev/null 2>&1 & wait", os.Args[0], bin, file))
	if err := jupyter.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	client, err := wire.Connect(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	_ = jupyter.Process.Kill()
	_ = jupyter.Wait()
	nothingLeft(t, bin)
}
