//go:build unix

package proxy

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// TestFrontEnds: several front ends at once; each gets its own replies, and all see all outputs.
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

// watch hears what a kernel publishes, a message at a time.
func watch(t *testing.T, c wire.Connection) (next func() *wire.Message) {
	t.Helper()
	watcher, err := wire.Dial(c, c.IOPubPort, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(watcher.Close)
	time.Sleep(50 * time.Millisecond) // for the subscription
	return func() *wire.Message {
		frames, _, err := watcher.Receive()
		if err != nil {
			t.Fatal(err)
		}
		m, err := wire.Decode(frames, []byte(c.Key))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
}

// TestBusy: what is asked while a cell runs leaves the kernel busy in the eyes of all front ends.
func TestBusy(t *testing.T) {
	t.Parallel() // it waits
	k := startKernel(t)
	next := watch(t, connectionOf(t, k))
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = k.Execute(context.Background(), "!sleep 0.5; echo end")
	}()
	time.Sleep(200 * time.Millisecond)
	if err := k.Request(t.Context(), "kernel_info_request", struct{}{}, nil); err != nil {
		t.Fatal(err)
	}
	state, m := "", next()
	for ; m.Header.Type != "stream"; m = next() {
		if m.Header.Type == "status" {
			state = m.State()
		}
	}
	if state != "busy" {
		t.Errorf("%s while a cell runs", state)
	}
	<-done
}

// TestWrongKey: who does not know the key is not heard, and the kernel goes on.
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

// TestInput: a cell asks the front end that sent it, and one that cannot be asked ends with an error.
// An answer that comes at once waits until the engine is ready for it, which else loses it.
func TestInput(t *testing.T) {
	t.Parallel() // it waits
	k := startKernel(t)
	e := execute(t, k, "%with_inputs\n!read a; echo got $a")
	if e.ErrorName != "InputNotSupported" || e.Elapsed > interruptLimit {
		t.Errorf("without input: %v %+v", e.Elapsed, e)
	}
	var asked time.Time
	k.Input = func(prompt string, password bool) string {
		asked = time.Now()
		if password {
			return "secret"
		}
		return "answer"
	}
	if e := execute(t, k, "%with_inputs\n!read a; echo got $a"); e.Stdout() != "got answer\n" || time.Since(asked) < readyForAnswer/2 { // of which the question's way here takes a part
		t.Errorf("%v after the question: %+v", time.Since(asked), e)
	}
	if e := execute(t, k, "%with_password\n!read a; echo got $a"); e.Stdout() != "got secret\n" {
		t.Errorf("%+v", e)
	}
}

// TestRequests: whatever a front end asks is answered, also while a cell runs.
func TestRequests(t *testing.T) {
	t.Parallel() // it waits
	k := startKernel(t)
	first := make(chan struct{})
	for _, busy := range []bool{false, true} {
		if busy {
			go func() {
				defer close(first)
				_, _ = k.Execute(context.Background(), "!sleep 2")
			}()
			time.Sleep(50 * time.Millisecond)
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
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			var reply map[string]any
			if err := k.Request(ctx, kind, content, &reply); err != nil {
				t.Errorf("%s, busy %v: %v", kind, busy, err)
			} else if kind != "is_complete_request" && reply["status"] == nil {
				t.Errorf("%s: %v", kind, reply)
			}
			cancel()
		}
	}
	<-first
	for _, content := range []any{struct{}{}, map[string]any{"code": 3}, map[string]any{"code": "!true", "silent": "yes"}} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		if err := k.Request(ctx, "execute_request", content, nil); err != nil {
			t.Errorf("%v: %v", content, err)
		}
		cancel()
	}
	usable(t, k, "requests")
}
