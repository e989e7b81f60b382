package live

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// selftest are cells, each with what it has to print.
//
//go:embed selftest.txt
var selftest string

// random are more of them, made at random, with what one ordinary program of them prints.
//
//go:embed testdata/random.txt.gz
var random []byte

// severe are settings in which the collector runs often, spoils what it frees, and checks what it marks.
var severe = []string{"GOGC=5", "GODEBUG=clobberfree=1,gccheckmark=1"}

// selftestLimit bounds a cell of the self-test.
const selftestLimit = time.Minute

// Selftest runs cells that have to print what is known: identity of types through reflection, variables of every kind under
// the collector, stacks, defers, panics, generics, iterators, goroutines, declarations that change. It runs
// them as cells run, and in severe settings, notebooks beside one another, and returns how many ran. Errors: the first that differs.
func (m Made) Selftest(ctx context.Context) (n int, err error) {
	z, err := gzip.NewReader(bytes.NewReader(random))
	if err != nil {
		return 0, fmt.Errorf("live: %w", err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return 0, fmt.Errorf("live: %w", err)
	}
	type part struct {
		name     string
		env      []string
		notebook string
		notes    bool
		ran      int
		err      error
	}
	parts := []*part{{name: "in severe settings", env: severe, notebook: selftest, notes: true}, {name: "as cells run", notebook: selftest, notes: true}}
	for i, notebook := range strings.Split(string(text), "-- notebook\n")[1:] {
		parts = append(parts, &part{name: fmt.Sprintf("random notebook %d", i+1), env: severe, notebook: notebook})
	}
	var group sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, p := range parts {
		room <- struct{}{}
		group.Go(func() {
			p.ran, p.err = m.selftest(ctx, p.env, p.notebook, p.notes)
			<-room
		})
	}
	group.Wait()
	for _, p := range parts {
		if n += p.ran; p.err != nil {
			return n, fmt.Errorf("live: the self-test, %s: %w", p.name, p.err)
		}
	}
	return n, nil
}

// selftest runs the cells of a notebook; notes tells that what is told beside their output counts.
func (m Made) selftest(ctx context.Context, env []string, notebook string, notes bool) (n int, err error) {
	folder, err := os.MkdirTemp(m.Folder, "selftest-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	t := &transcript{silent: !notes}
	s, err := m.New(Options{Folder: filepath.Join(folder, "session"), Dir: folder, Env: env, Listener: t.listener()})
	if err != nil {
		return 0, err
	}
	defer s.Close()
	for _, c := range strings.Split(notebook, "-- cell\n")[1:] {
		code, want, _ := strings.Cut(c, "\n-- want\n")
		n++
		got, err := t.run(ctx, s, n, code)
		if err != nil {
			return n, fmt.Errorf("cell %d: %w\n%s", n, err, code)
		}
		if got != want {
			return n, fmt.Errorf("cell %d says %q, expected %q\n%s", n, got, want, code)
		}
	}
	return n, nil
}

// transcript is what cells say.
type transcript struct {
	mu   sync.Mutex
	said strings.Builder
	// silent drops what is told beside the output.
	silent bool
}

func (t *transcript) say(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said.WriteString(text)
}

// begin forgets what was said.
func (t *transcript) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.said.Reset()
}

func (t *transcript) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.said.String()
}

func (t *transcript) listener() Listener {
	return Listener{
		Output:  func(_, text string) { t.say(text) },
		Display: func(d *protocol.DisplayData) { t.say(fmt.Sprintln(d.Data[protocol.MIMETextPlain])) },
	}
}

// run runs a cell, and returns what it said, with what is told beside it.
func (t *transcript) run(ctx context.Context, s *Session, number int, code string) (string, error) {
	t.begin()
	stop := time.AfterFunc(selftestLimit, s.Kill)
	defer stop.Stop()
	r, err := s.Run(ctx, number, code)
	if err == nil && r.End != message.Done {
		err = errors.New(r.End + ": " + r.Text)
	}
	for _, note := range r.Notes {
		if t.silent {
			break
		}
		t.say("(" + note + ")\n")
	}
	return t.text(), err
}
