//go:build browser

package browsertest

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// firefox is a page of Firefox, controlled by WebDriver BiDi. The context of a test carries it, as chromedp's context carries Chromium.
type firefox struct {
	conn     net.Conn
	page     string
	mu       sync.Mutex
	next     int
	waits    map[int]chan answer
	followed func(url string)  // called for each request
	reported func(text string) // called for errors in the console
}

// answer is a reply of Firefox to a command, or an event.
type answer struct {
	ID      int
	Type    string
	Result  json.RawMessage
	Error   string
	Message string
	Method  string
	Params  struct {
		Request     struct{ URL string }
		Level, Text string
	}
}

type firefoxKey struct{}

// firefoxOf returns the Firefox of a context, or nil.
func firefoxOf(ctx context.Context) *firefox {
	f, _ := ctx.Value(firefoxKey{}).(*firefox)
	return f
}

// startFirefox opens a headless Firefox with a new profile.
func startFirefox(t *testing.T, program string, followed func(url string)) context.Context {
	t.Helper()
	profile := t.TempDir()
	cmd := exec.Command(program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile, "--width=1280", "--height=1600", "about:blank")
	cmd.Env = append(cmd.Environ(), "HOME="+profile, "MOZ_CRASHREPORTER_DISABLE=1")
	reported, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatalf("Firefox does not start: %v", err)
	}
	t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	address := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(reported); lines.Scan(); {
			if _, at, is := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); is {
				address <- strings.TrimSpace(at)
			}
		}
	}()
	f := &firefox{waits: map[int]chan answer{}, followed: followed, reported: func(text string) { t.Log("Firefox's console:", text) }}
	select {
	case at := <-address:
		f.conn, _, _, err = ws.Dial(t.Context(), at+"/session")
	case <-time.After(time.Minute):
		err = errors.New("it does not say where it listens within a minute")
	}
	if err != nil {
		t.Fatalf("Firefox: %v", err)
	}
	t.Cleanup(func() { _ = f.conn.Close() })
	go f.read()
	var tree struct{ Contexts []struct{ Context string } }
	err = errors.Join(
		f.ask("session.new", map[string]any{"capabilities": map[string]any{}}, nil),
		f.ask("browsingContext.getTree", map[string]any{}, &tree),
		f.ask("session.subscribe", map[string]any{"events": []string{"network.beforeRequestSent", "log.entryAdded"}}, nil),
	)
	if err != nil || len(tree.Contexts) == 0 {
		t.Fatalf("Firefox: %v, %d pages", err, len(tree.Contexts))
	}
	f.page = tree.Contexts[0].Context
	return context.WithValue(context.Background(), firefoxKey{}, f)
}

// read reads Firefox's messages until it ends.
func (f *firefox) read() {
	for {
		text, err := wsutil.ReadServerText(f.conn)
		if err != nil {
			f.mu.Lock()
			for id, wait := range f.waits {
				wait <- answer{ID: id, Type: "error", Error: "gone", Message: err.Error()}
			}
			f.waits = nil
			f.mu.Unlock()
			return
		}
		var a answer
		if err := json.Unmarshal(text, &a); err != nil {
			continue // an event of another shape
		}
		switch {
		case a.Method == "network.beforeRequestSent":
			f.followed(a.Params.Request.URL)
			continue
		case a.Params.Level == "error":
			f.reported(a.Params.Text)
			continue
		case a.Method != "":
			continue
		}
		f.mu.Lock()
		wait := f.waits[a.ID]
		delete(f.waits, a.ID)
		f.mu.Unlock()
		if wait != nil {
			wait <- a
		}
	}
}

// ask sends a command and reads its result.
func (f *firefox) ask(method string, params, result any) error {
	f.mu.Lock()
	if f.waits == nil {
		f.mu.Unlock()
		return fmt.Errorf("%s: Firefox has ended", method)
	}
	f.next++
	wait := make(chan answer, 1)
	f.waits[f.next] = wait
	text, err := json.Marshal(map[string]any{"id": f.next, "method": method, "params": params})
	if err == nil {
		err = wsutil.WriteClientText(f.conn, text)
	}
	f.mu.Unlock()
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	a := <-wait
	if a.Type == "error" {
		return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(a.Result, result)
}

// navigate opens an address.
func (f *firefox) navigate(address string) error {
	return f.ask("browsingContext.navigate", map[string]any{"context": f.page, "url": address, "wait": "complete"}, nil)
}

// evaluate runs JavaScript; promises are awaited.
func (f *firefox) evaluate(script string, out any) error {
	var found struct {
		Type    string
		Result  struct{ Value any }
		Details struct{ Text string } `json:"exceptionDetails"`
	}
	err := f.ask("script.evaluate", map[string]any{
		"expression": "(async () => JSON.stringify(await (" + script + ")))()", "target": map[string]string{"context": f.page}, "awaitPromise": true,
	}, &found)
	if err == nil && found.Type == "exception" {
		err = errors.New(found.Details.Text)
	}
	text, is := found.Result.Value.(string)
	if err != nil || !is { // undefined
		return err
	}
	return json.Unmarshal([]byte(text), out)
}

// picture returns a screenshot.
func (f *firefox) picture() ([]byte, error) {
	var found struct{ Data string }
	if err := f.ask("browsingContext.captureScreenshot", map[string]any{"context": f.page}, &found); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(found.Data)
}
