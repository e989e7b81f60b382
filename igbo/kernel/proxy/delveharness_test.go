//go:build unix

package proxy

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/delve"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// debugSession is a kernel with a front end that sets breakpoints.
type debugSession struct {
	*testing.T
	k      *wire.Kernel
	events chan map[string]any // of the debugger
	seq    int
}

// startDebugger starts a kernel whose debugger is on.
func startDebugger(t *testing.T, env ...string) *debugSession {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(cache, "igbolab", "live-test", "delve", "delve-"+delve.Version)); err != nil && os.Getenv("LIVE_TESTS") == "" {
		t.Skip("Delve is not installed, which needs the network and a minute of CPU time; LIVE_TESTS=1 installs it")
	}
	d := &debugSession{T: t, k: startStatefulKernel(t, env...), events: make(chan map[string]any, 100)}
	d.ask("initialize", nil)
	d.ask("attach", nil)
	return d
}

// try sends a request on the channel control.
func (d *debugSession) try(command string, arguments any) (body map[string]any, problem string) {
	d.Helper()
	d.seq++
	m, err := wire.NewMessage("debug_request", "test", nil, map[string]any{"type": "request", "seq": d.seq, "command": command, "arguments": arguments})
	if err != nil {
		d.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(d.Context(), patience)
	defer cancel()
	var a struct {
		Success bool
		Message string
		Body    map[string]any
	}
	if err := d.k.Send(ctx, true, m, func(m *wire.Message) bool {
		return m.Header.Type == "debug_reply" && json.Unmarshal(m.Content, &a) == nil
	}); err != nil {
		d.Fatalf("%s: %v", command, err)
	}
	if !a.Success && a.Message == "" {
		d.Errorf("%s failed without a message", command)
	}
	return a.Body, a.Message
}

func (d *debugSession) ask(command string, arguments any) map[string]any {
	d.Helper()
	body, problem := d.try(command, arguments)
	if problem != "" {
		d.Fatalf("%s: %s", command, problem)
	}
	return body
}

// set sets breakpoints in lines of a cell.
func (d *debugSession) set(code string, lines ...int) (path string) {
	d.Helper()
	path, all := d.ask("dumpCell", map[string]any{"code": code})["sourcePath"].(string), []any{}
	for _, line := range lines {
		all = append(all, map[string]any{"line": line})
	}
	answer := d.ask("setBreakpoints", map[string]any{"source": map[string]any{"path": path}, "breakpoints": all, "sourceModified": false})
	if got := answer["breakpoints"].([]any); len(got) != len(lines) {
		d.Errorf("set %v, got %v", lines, got)
	}
	return path
}

// ended is a cell that has ended.
type ended struct{ stdout, stderr, shown, status, value string }

// run starts a cell.
func (d *debugSession) run(code string) <-chan ended {
	d.Helper()
	m, err := wire.NewMessage("execute_request", "test", nil, map[string]any{"code": code, "silent": false, "store_history": true})
	if err != nil {
		d.Fatal(err)
	}
	done := make(chan ended, 1)
	go func() {
		var e ended
		replied, idle := false, false
		err := d.k.Send(d.Context(), false, m, func(m *wire.Message) bool {
			var c map[string]any
			_ = json.Unmarshal(m.Content, &c) // messages of a kernel are always objects
			switch m.Header.Type {
			case "stream":
				if c["name"] == "stdout" {
					e.stdout += c["text"].(string)
				} else {
					e.stderr += c["text"].(string)
				}
			case "execute_result", "display_data":
				e.shown += fmt.Sprint(c["data"])
			case "debug_event":
				d.events <- c
			case "execute_reply":
				replied = true
				e.status = c["status"].(string)
				e.value, _ = c["evalue"].(string)
			case "status":
				idle = c["execution_state"] == "idle"
			}
			return replied && idle
		})
		if err != nil { // the kernel has ended
			e.status = err.Error()
		}
		done <- e
	}()
	return done
}

// stopped waits until the program stops, and returns its frames.
func (d *debugSession) stopped(of <-chan ended) (frames []map[string]any) {
	d.Helper()
	for event := ""; event != "stopped"; {
		select {
		case e := <-d.events:
			if event = e["event"].(string); e["type"] != "event" || event != "stopped" && event != "continued" {
				d.Fatalf("got %v", e)
			}
		case e := <-of:
			if strings.HasSuffix(e.value, delve.Forbidden) {
				d.Skip(e.value)
			}
			d.Fatalf("it did not stop: %+v", e)
		case <-time.After(patience):
			d.Fatal("it does not stop")
		}
	}
	answer := d.ask("stackTrace", map[string]any{"threadId": 1})
	for _, f := range answer["stackFrames"].([]any) {
		frames = append(frames, f.(map[string]any))
	}
	return frames
}

// where returns the position of a frame.
func where(f map[string]any) string {
	return fmt.Sprint(f["name"], " ", f["source"].(map[string]any)["path"], ":", f["line"])
}

// locals returns the variables of a frame, by name.
func (d *debugSession) locals(frame map[string]any) map[string]map[string]any {
	d.Helper()
	all := map[string]map[string]any{}
	for _, s := range d.ask("scopes", map[string]any{"frameId": frame["id"]})["scopes"].([]any) {
		scope := s.(map[string]any)
		for _, v := range d.ask("variables", map[string]any{"variablesReference": scope["variablesReference"]})["variables"].([]any) {
			one := v.(map[string]any)
			all[fmt.Sprint(scope["name"], " ", one["name"])] = one
		}
	}
	return all
}

// end waits for the end of a cell.
func (d *debugSession) end(of <-chan ended) ended {
	d.Helper()
	select {
	case e := <-of:
		return e
	case <-time.After(patience):
		d.Fatal("the cell does not end")
	}
	return ended{}
}

// running lists processes whose command lines contain one of the texts.
func running(texts ...string) (all []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		line, _ := os.ReadFile(file)
		if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(string(line), text) }) {
			all = append(all, string(line))
		}
	}
	return all
}

// killDelve kills the Delve of the kernels of these tests.
func killDelve(t *testing.T) {
	t.Helper()
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		line, _ := os.ReadFile(file) // a process that has ended has none
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && strings.Contains(string(line), "dap\x00--client-addr=unix:"+toolsFolder(t)) {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatal("no Delve runs")
}
