//go:build linux

package proxy

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/pressure"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// peaks returns the peak memory of the proxy and of the engine, in bytes.
func peaks(t *testing.T, k *wire.Kernel) (proxy, engine float64) {
	t.Helper()
	peak := func(pid int) float64 {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			t.Fatal(err)
		}
		_, line, _ := strings.Cut(string(text), "VmHWM:")
		kb, err := strconv.ParseFloat(strings.Fields(line)[0], 64)
		if err != nil {
			t.Fatal(err)
		}
		return kb * 1024
	}
	return peak(k.Command.Process.Pid), peak(enginePID(t, k))
}

// enginePID returns the process ID of the engine below the proxy.
func enginePID(t *testing.T, k *wire.Kernel) int {
	t.Helper()
	for _, supervisor := range childrenOf(k.Command.Process.Pid) {
		for _, engine := range childrenOf(supervisor) {
			return engine
		}
	}
	t.Fatal("no engine")
	return 0
}

func childrenOf(parent int) (found []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if fields[1] == strconv.Itoa(parent) && fields[0] != "Z" {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			found = append(found, pid)
		}
	}
	return found
}

// TestFlood checks that the kernel stays usable after a cell that prints 30 MB (100 MB in an exhaustive run) or displays much: 10 MB
// arrive, one message reports the rest, and neither the proxy nor the engine uses much more memory.
func TestFlood(t *testing.T) {
	k, printed := startKernel(t), sweep.Count(30, 100)
	for _, c := range []struct{ name, code string }{
		{"text", fmt.Sprintf("!yes abcdefghijklmnopqrstuvwxyz | head -c %d000000", printed)},
		{"errors", "!yes abcdefghijklmnopqrstuvwxyz | head -c 15000000 >&2"},
		{"displays", "import (\n\"strings\"\n\"github.com/janpfeifer/gonb/gonbui\"\n)\n%%\ns := strings.Repeat(\"x\", 1000)\nfor range 12_000 {\n\tgonbui.DisplayHtml(s)\n}"},
		{"unbuffered lines", "import \"fmt\"\n%%\nfor i := range 20_000 {\n\tfmt.Println(i)\n}"},
	} {
		if c.name == "displays" {
			useModule(t, k)
		}
		e := execute(t, k, c.code)
		n := 0
		for _, o := range e.Outputs {
			n += len(o.Text)
			if text, ok := o.Data["text/html"].(string); ok {
				n += len(text)
			}
		}
		proxy, engine := peaks(t, k)
		t.Logf("%s: %.1f MB of output in %v, peaks of the proxy %.0f MB, of the engine %.0f MB", c.name, float64(n)/1e6, e.Elapsed, proxy/1e6, engine/1e6)
		if reported := strings.Count(e.Stderr(), "is dropped"); e.Err() != nil || n > DefaultOutputLimit+1000 || c.name != "unbuffered lines" && (reported != 1 || n < DefaultOutputLimit/2) {
			t.Errorf("%s: %v, %d bytes, said %d times", c.name, e.Err(), n, reported)
		}
		if proxy > 150e6 || engine > 400e6 {
			t.Errorf("%s: the proxy held %.0f MB, the engine %.0f MB", c.name, proxy/1e6, engine/1e6)
		}
		usable(t, k, c.name)
	}
	e, took := runAndInterrupt(t, k, "!yes", 500*time.Millisecond)
	proxy, engine := peaks(t, k)
	t.Logf("endless: interrupted in %v, peaks of the proxy %.0f MB, of the engine %.0f MB", took, proxy/1e6, engine/1e6)
	if e.ErrorName != "Interrupted" || took > interruptLimit {
		t.Errorf("after %v: %q %q", took, e.ErrorName, e.ErrorValue)
	}
}

// useModule lets cells import what this module needs, without network.
func useModule(t *testing.T, k *wire.Kernel) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if e := execute(t, k, "!*go work init . "+root+"\n"); e.Err() != nil || e.Stderr() != "" {
		t.Fatalf("%+v", e)
	}
}

// TestMemory checks that a cell that allocates without end is ended with a reason, and that the kernel stays usable.
func TestMemory(t *testing.T) {
	if left, _, known := pressure.Left(); !known || left < 6e9 {
		t.Skip("takes 1 GB of memory")
	}
	k := startKernel(t, memoryVariable+"=0.8e9")
	e := execute(t, k, "var hold [][]byte\n%%\nfor {\n\tb := make([]byte, 10<<20)\n\tfor i := range b {\n\t\tb[i] = 1\n\t}\n\thold = append(hold, b)\n}")
	t.Logf("%v %+v", e.Elapsed, e)
	if e.ErrorName != "OutOfMemory" || !strings.Contains(e.ErrorValue, "memory were left") {
		t.Errorf("%+v", e)
	}
	usable(t, k, "out of memory")
}

// TestProcesses checks that processes of a cell end with it, and that a cell that keeps starting processes is ended.
func TestProcesses(t *testing.T) {
	t.Parallel() // it mostly waits
	k := startKernel(t)
	engine := enginePID(t, k)
	for _, c := range []struct{ name, code string }{
		{"background", "!sleep 1000 > /dev/null 2>&1 &"},
		{"session of its own", "!setsid sleep 1000 > /dev/null 2>&1 &"},
		{"holds the output", "!setsid sleep 1000 &"},
	} {
		e := execute(t, k, c.code)
		t.Logf("%s: %v", c.name, e.Elapsed)
		if e.Err() != nil || e.Elapsed > interruptLimit {
			t.Errorf("%s: %+v", c.name, e)
		}
		execute(t, k, "!true")
		if left := childrenOf(engine); len(left) > 0 {
			t.Errorf("%s: left %v", c.name, left)
		}
	}
	for _, c := range []struct{ name, code string }{
		{"children", "!while true; do sleep 1000 & done"},
		{"fork bomb", "!f() { if [ $1 -gt 0 ]; then f $(($1-1)) & f $(($1-1)) & sleep 1000; fi; }; f 10"},
	} {
		e := execute(t, k, c.code)
		t.Logf("%s: %v %s", c.name, e.Elapsed, e.ErrorValue)
		if e.ErrorName != "TooManyProcesses" {
			t.Errorf("%s: %+v", c.name, e)
		}
		usable(t, k, c.name)
	}
}
