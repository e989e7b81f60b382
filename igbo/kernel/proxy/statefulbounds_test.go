//go:build linux

package proxy

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/pressure"
)

// TestStatefulMemory checks that a stateful cell that allocates without end is ended with a reason, and that its values persist. If the
// values hold the memory, a cell can still release it.
func TestStatefulMemory(t *testing.T) {
	if left, _, known := pressure.Left(); !known || left < 6e9 {
		t.Skip("takes 1 GB of memory")
	}
	k := startStatefulKernel(t, memoryVariable+"=0.8e9")
	execute(t, k, "x := 42\nvar hold [][]byte")
	for _, code := range []string{
		"var local [][]byte\nfunc() { var all [][]byte; for { all = append(all, bytes.Repeat([]byte{1}, 10<<20)) } }()",
		"for { hold = append(hold, bytes.Repeat([]byte{1}, 10<<20)) }",
	} {
		e := execute(t, k, code)
		t.Logf("%v %q", e.Elapsed, e.ErrorValue)
		if e.ErrorName != "OutOfMemory" || !strings.Contains(e.ErrorValue, "memory were left") {
			t.Errorf("%q: %+v", code, e)
		}
	}
	for _, code := range []string{"hold = nil", "x", "time.Sleep(time.Second)\nx"} {
		e := execute(t, k, code)
		if e.Err() != nil || strings.HasSuffix(code, "x") && !strings.Contains(shown(e), "42") {
			t.Errorf("%q: %+v", code, e)
		}
	}
}

// TestOlder checks that processes that started after the cell began are attributed to it, also if the system's process IDs have wrapped
// around.
func TestOlder(t *testing.T) {
	all := []procgroup.Process{{PID: 32000, Started: time.Second}, {PID: 32001, Started: 2 * time.Second}, {PID: 300, Started: 3 * time.Second}, {PID: 301}}
	if kept := new(proxy).older(&cell{usage: usage{first: 32001, born: 2 * time.Second}})(all); !kept[32000] || !kept[32001] || kept[300] || kept[301] {
		t.Errorf("%v", kept)
	}
}

// TestStatefulProcesses checks that processes of a stateful cell continue during the next cell, and that a cell that keeps starting
// processes is ended with them, also if process IDs wrap around.
func TestStatefulProcesses(t *testing.T) {
	k := startStatefulKernel(t)
	execute(t, k, "x := 42\nkept := exec.Command(\"sleep\", \"1000\")\nkept.Start()")
	for name, code := range map[string]string{
		"children":  "for { if err := exec.Command(\"sleep\", \"1000\").Start(); err != nil { panic(err) } }",
		"fork bomb": "exec.Command(\"sh\", \"-c\", \"f() { if [ $1 -gt 0 ]; then f $(($1-1)) & f $(($1-1)) & sleep 1000; fi; }; f 10\").Run()\nselect {}",
	} {
		if err := os.WriteFile("/proc/sys/kernel/ns_last_pid", []byte("32700"), 0o600); err != nil { // of 32768, the default maximum
			t.Logf("the numbers of processes go on: %v", err)
		}
		e := execute(t, k, code)
		t.Logf("%s: %v %s", name, e.Elapsed, e.ErrorValue)
		if e.ErrorName != "TooManyProcesses" {
			t.Errorf("%s: %+v", name, e)
		}
		if e := execute(t, k, "x"); !strings.Contains(shown(e), "42") {
			t.Errorf("%s: the next cell: %+v", name, e)
		}
	}
	if e := execute(t, k, "state, _ := os.ReadFile(fmt.Sprintf(\"/proc/%d/stat\", kept.Process.Pid))\nstring(state)"); !strings.Contains(shown(e), "(sleep) S") {
		t.Errorf("what an earlier cell started: %+v", e)
	}
}
