//go:build unix

package proxy

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/stdin"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestFrontEnds checks several concurrent front ends: each gets its own replies, and all receive all outputs.
func TestFrontEnds(t *testing.T) {
	k := startKernel(t)
	c := connectionOf(t, k)
	var all sync.WaitGroup
	for i := range 4 {
		client, err := wire.Connect(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		word := strings.Repeat("abcd"[i:i+1], 3)
		all.Go(func() {
			for range 5 {
				e, err := client.Execute(t.Context(), "!echo "+word)
				if err != nil || e.Stdout() != word+"\n" {
					t.Errorf("%s: %v %+v", word, err, e)
				}
				var reply struct{ Status string }
				if err := client.Request(t.Context(), "is_complete_request", map[string]string{"code": "func f() {"}, &reply); err != nil || reply.Status != "incomplete" {
					t.Errorf("%v %s", err, reply.Status)
				}
			}
		})
	}
	all.Wait()
	next := watch(t, c)
	execute(t, k, "!echo seen")
	for m := next(); m.Header.Type != "stream" || !strings.Contains(string(m.Content), "seen\\n"); {
		m = next()
	}
}

func connectionOf(t *testing.T, k *wire.Kernel) wire.Connection {
	t.Helper()
	c, err := wire.ReadConnection(k.File)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// watch returns a function that receives what a kernel publishes from now on, one message at a time. A subscription reaches the kernel with
// a delay, so watch sends requests until it receives a message.
func watch(t *testing.T, c wire.Connection) (next func() *wire.Message) {
	t.Helper()
	watcher, err := wire.Dial(c, c.IOPubPort, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(watcher.Close)
	shell, err := wire.Dial(c, c.ShellPort, "watch "+rand.Text())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(shell.Close)
	heard := make(chan *wire.Message)
	go func() {
		defer close(heard)
		for {
			frames, _, err := watcher.Receive()
			if err != nil {
				return // the test is over
			}
			m, err := wire.Decode(frames, []byte(c.Key))
			if err != nil {
				t.Error(err)
				return
			}
			select {
			case heard <- m:
			case <-t.Context().Done():
				return
			}
		}
	}()
	next = func() *wire.Message {
		m, open := <-heard
		if !open {
			t.Fatal("the kernel publishes nothing any more")
		}
		return m
	}
	ask := func() (id string) {
		m, err := wire.NewMessage("kernel_info_request", "watch", nil, struct{}{})
		if err != nil {
			t.Fatal(err)
		}
		shell.Send(wire.Encode(m, []byte(c.Key)))
		return m.Header.ID
	}
	for hears := false; !hears; {
		ask()
		select {
		case <-heard:
			hears = true
		case <-time.After(100 * time.Millisecond):
		}
	}
	last := ask()
	for m := next(); m.Parent.ID != last || m.State() != "idle"; m = next() {
	}
	return next
}

// TestBusy checks that all front ends still see the kernel as busy after a request while a cell runs.
func TestBusy(t *testing.T) {
	t.Parallel() // it mostly waits
	k := startKernel(t)
	next := watch(t, connectionOf(t, k))
	pipe := filepath.Join(t.TempDir(), "pipe")
	must.Do(t, syscall.Mkfifo(pipe, 0o600))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = k.Execute(context.Background(), "!echo begun; read x < "+pipe+"; echo end")
	}()
	m := next()
	for ; m.Header.Type != "stream"; m = next() {
	}
	if err := k.Request(t.Context(), "kernel_info_request", struct{}{}, nil); err != nil {
		t.Fatal(err)
	}
	must.Do(t, os.WriteFile(pipe, []byte("on\n"), 0))
	state := ""
	for m = next(); m.Header.Type != "stream"; m = next() {
		if m.Header.Type == "status" {
			state = m.State()
		}
	}
	if state != "busy" {
		t.Errorf("%s while a cell runs", state)
	}
	<-done
}

// TestWrongKey checks that messages with a wrong key are ignored, and that the kernel continues.
func TestWrongKey(t *testing.T) {
	k := startKernel(t)
	c := connectionOf(t, k)
	for _, port := range []int{c.ShellPort, c.ControlPort, c.StdinPort} {
		l, err := wire.Dial(c, port, "stranger")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		for _, kind := range []string{"execute_request", "shutdown_request"} {
			m, err := wire.NewMessage(kind, "s", nil, map[string]any{"code": "!echo heard", "silent": false, "store_history": true})
			if err != nil {
				t.Fatal(err)
			}
			l.Send(wire.Encode(m, []byte("wrong")))
			l.Send([][]byte{[]byte("<IDS|MSG>")})
			l.Send([][]byte{{}})
		}
	}
	if e := execute(t, k, "!echo next"); e.Stdout() != "next\n" || e.Count != 1 {
		t.Errorf("%+v", e)
	}
}

// TestInput checks that a cell asks the front end that sent it, once for each line and only when it reads. If the front end cannot ask the
// user, the cell ends with an error.
func TestInput(t *testing.T) {
	t.Parallel() // it mostly waits
	k := startKernel(t)
	if !stdin.Supported() {
		t.Skip("this system does not tell what processes wait for")
	}
	const program = "import \"fmt\"\n%%\nvar a, b string\nfmt.Scanln(&a)\nfmt.Scanln(&b)\nfmt.Print(a, b)"
	e := execute(t, k, "!read a; echo got $a")
	if e.ErrorName != "InputNotSupported" || e.Elapsed > interruptLimit {
		t.Errorf("without input: %v %+v", e.Elapsed, e)
	}
	asked := 0
	k.Input = func(prompt string, password bool) string {
		asked++
		if password {
			return "secret"
		}
		return "answer"
	}
	for _, c := range []struct {
		code, want string
		asked      int
	}{
		{"!read a; echo got $a", "got answer\n", 1},
		{"%with_inputs\n!read a; read b; echo got $a $b", "got answer answer\n", 2},
		{"%with_password\n!read a; echo got $a", "got secret\n", 1},
		{"!sleep 0.5 | cat; echo done", "done\n", 0},
		{program, "answeranswer", 2},
		{"%with_inputs\n" + program, "answeranswer", 2},
	} {
		asked = 0
		if e := execute(t, k, c.code); e.Stdout() != c.want || asked != c.asked {
			t.Errorf("%q, asked %d times: %+v", c.code, asked, e)
		}
	}
}

// TestRequests checks that every request is answered, also while a cell runs.
func TestRequests(t *testing.T) {
	t.Parallel() // it mostly waits
	k := startKernel(t)
	pipe := filepath.Join(t.TempDir(), "pipe")
	must.Do(t, syscall.Mkfifo(pipe, 0o600))
	begun, first := make(chan struct{}), make(chan struct{})
	for _, busy := range []bool{false, true} {
		if busy {
			go func() {
				defer close(first)
				_, _ = k.ExecuteWatched(context.Background(), "!echo begun; read x < "+pipe, func(wire.Output) { close(begun) })
			}()
			<-begun
		}
		for kind, content := range map[string]any{
			"kernel_info_request":     struct{}{},
			"history_request":         map[string]any{"output": false, "raw": true, "hist_access_type": "tail", "n": 10},
			"comm_info_request":       struct{}{},
			"complete_request":        map[string]any{"code": "import \"fmt\"\n%%\nfmt.Pri", "cursor_pos": 22},
			"inspect_request":         map[string]any{"code": "import \"fmt\"\n%%\nfmt.Println", "cursor_pos": 22, "detail_level": 0},
			"is_complete_request":     map[string]any{"code": "1"},
			"connect_request":         struct{}{},
			"create_subshell_request": struct{}{},
		} {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			var reply map[string]any
			if err := k.Request(ctx, kind, content, &reply); err != nil {
				t.Errorf("%s, busy %v: %v", kind, busy, err)
			} else if kind != "is_complete_request" && reply["status"] == nil {
				t.Errorf("%s: %v", kind, reply)
			}
			cancel()
		}
	}
	select {
	case <-first:
		t.Error("the cell has ended before the requests were answered")
	default:
	}
	must.Do(t, os.WriteFile(pipe, []byte("on\n"), 0))
	<-first
	for _, content := range []any{struct{}{}, map[string]any{"code": 3}, map[string]any{"code": "!true", "silent": "yes"}} {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		if err := k.Request(ctx, "execute_request", content, nil); err != nil {
			t.Errorf("%v: %v", content, err)
		}
		cancel()
	}
	usable(t, k, "requests")
}
