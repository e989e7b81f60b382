//go:build unix

package delve

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// tool returns a Tool with the cache of the tests of stateful cells.
func tool(t *testing.T) Tool {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	d := Tool{Go: "go", Env: os.Environ(), Cache: filepath.Join(cache, "igbolab", "live-test", "delve"), Say: func(line string) { t.Log(line) }}
	if _, err := os.Stat(d.path()); err != nil && os.Getenv("LIVE_TESTS") == "" {
		t.Skip("Delve is not installed, which needs the network and a minute of CPU time; LIVE_TESTS=1 installs it")
	}
	return d
}

// TestGetFails checks that without a network the error is one line with the release and the cause, and that nothing is left behind.
func TestGetFails(t *testing.T) {
	cache := t.TempDir()
	_, err := Tool{Go: "go", Env: append(os.Environ(), "GOPROXY=off", "GOMODCACHE="+t.TempDir()), Cache: cache}.Get(t.Context())
	if err == nil || !strings.Contains(err.Error(), "installing Delve "+Version) || !strings.Contains(err.Error(), "disabled by GOPROXY=off") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(cache, "delve-*")); len(left) > 0 {
		t.Errorf("files stay: %v", left)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Tool{Go: "go", Env: os.Environ(), Cache: cache}).Get(ctx); err != context.Canceled {
		t.Errorf("after the context's end: %v", err)
	}
}

const counting = `package main

import (
	"fmt"
	"os"
)

func main() {
	sum := 0
	for i := range 3 {
		sum += i
		fmt.Println(sum)
	}
	os.Exit(4)
}
`

// launch compiles a program and starts it under Delve.
func launch(t *testing.T, code string) (*Client, chan Event) {
	t.Helper()
	dlv, err := tool(t).Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "dlv") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	source := filepath.Join(folder, "main.go")
	if err := os.WriteFile(source, []byte("//line /cells/1.go:1\n"+code), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-ldflags=", "-gcflags=-N -l", "-o", filepath.Join(folder, "main"), source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	events := make(chan Event, 1000)
	c, err := Start(t.Context(), Launch{Delve: dlv, Program: filepath.Join(folder, "main"), Dir: folder, Env: os.Environ(), Folder: folder, On: func(e Event) { events <- e }})
	if err != nil {
		if strings.HasSuffix(err.Error(), Forbidden) {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, events
}

// await returns the body of the next event with a name, and the output before it.
func await(t *testing.T, events chan Event, name string) (body map[string]any, output string) {
	t.Helper()
	for {
		select {
		case e := <-events:
			body = nil
			_ = json.Unmarshal(e.Body, &body)
			if e.Name == name {
				return body, output
			}
			if e.Name == "output" && body["category"] == "stdout" {
				output += body["output"].(string)
			}
		case <-time.After(5 * time.Minute):
			t.Fatalf("no event %s; output %q", name, output)
		}
	}
}

func answered(t *testing.T, c *Client, command string, arguments any) map[string]any {
	t.Helper()
	a, err := c.Ask(t.Context(), command, arguments)
	if err != nil || !a.Success {
		t.Fatalf("%s: %v %s", command, err, a.Reason())
	}
	var body map[string]any
	_ = json.Unmarshal(a.Body, &body)
	return body
}

// TestClient checks that a program stops at a breakpoint, that its variables can be read, and that it and Delve end.
func TestClient(t *testing.T) {
	c, events := launch(t, counting)
	at := map[string]any{"source": map[string]any{"path": "/cells/1.go"}, "breakpoints": []any{map[string]any{"line": 12, "condition": "i == 1"}}}
	if text, _ := json.Marshal(answered(t, c, "setBreakpoints", at)); !strings.Contains(string(text), `"verified":true`) {
		t.Errorf("breakpoints: %s", text)
	}
	answered(t, c, "configurationDone", nil)
	stop, _ := await(t, events, "stopped")
	frames := answered(t, c, "stackTrace", map[string]any{"threadId": stop["threadId"]})["stackFrames"].([]any)
	top := frames[0].(map[string]any)
	if top["name"] != "main.main" || top["line"] != 12.0 || top["source"].(map[string]any)["path"] != "/cells/1.go" {
		t.Errorf("it stopped at %v", top)
	}
	if v := answered(t, c, "evaluate", map[string]any{"expression": "sum", "frameId": top["id"]}); v["result"] != "1" {
		t.Errorf("sum is %v", v)
	}
	if a, err := c.Ask(t.Context(), "evaluate", map[string]any{"expression": "nosuch", "frameId": top["id"]}); err != nil || a.Success || !strings.Contains(a.Reason(), "nosuch") {
		t.Errorf("an unknown name: %+v %v", a, err)
	}
	answered(t, c, "continue", map[string]any{"threadId": stop["threadId"]})
	exit, output := await(t, events, "exited")
	if exit["exitCode"] != 4.0 || output != "1\n3\n" && output != "0\n1\n3\n" {
		t.Errorf("exit %v, output %q", exit, output)
	}
	c.Close()
	if _, err := c.Ask(t.Context(), "threads", nil); err != ErrEnded {
		t.Errorf("after the end: %v", err)
	}
}

// TestClose checks that Close ends a program in an endless loop, and a stopped program.
func TestClose(t *testing.T) {
	for _, stops := range []bool{false, true} {
		c, events := launch(t, "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() {\n\tfmt.Println(os.Getpid())\n\tfor i := 0; ; i++ {\n\t\t_ = i\n\t}\n}\n")
		if stops {
			answered(t, c, "setBreakpoints", map[string]any{"source": map[string]any{"path": "/cells/1.go"}, "breakpoints": []any{map[string]any{"line": 11}}})
		}
		answered(t, c, "configurationDone", nil)
		var pid int
		for pid == 0 {
			body, _ := await(t, events, "output")
			text, _ := body["output"].(string)
			_ = json.Unmarshal([]byte(strings.TrimSpace(text)), &pid) // otherwise it is output of Delve
		}
		c.Close()
		gone := func() bool { return syscall.Kill(pid, 0) != nil }
		for end := time.Now().Add(time.Minute); !gone() && time.Now().Before(end); time.Sleep(time.Millisecond) {
		}
		if !gone() {
			t.Errorf("stopped %v: the program still runs", stops)
		}
	}
}

// TestStartFails checks the errors for a program without debugging information and for a Delve that cannot start.
func TestStartFails(t *testing.T) {
	dlv, err := tool(t).Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("#!/bin/sh\necho no debugger here\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for want, l := range map[string]Launch{
		"running the program:":                               {Delve: dlv, Program: text},
		"starting Delve: it ended at once: no debugger here": {Delve: text, Program: text},
		"starting Delve: fork/exec /no/such/dlv":             {Delve: "/no/such/dlv", Program: text},
	} {
		if l.Folder, err = os.MkdirTemp("", "dlv"); err != nil {
			t.Fatal(err)
		}
		l.Env = slices.Clone(os.Environ())
		if _, err := Start(t.Context(), l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		os.RemoveAll(l.Folder)
	}
}
