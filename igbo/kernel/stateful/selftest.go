package stateful

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// selftest holds cells, each with the output that it must have. An output that starts with "! " means that the cell must fail with an error
// that contains the rest.
//
//go:embed selftest.txt
var selftest string

// selftest27 holds additional cells for go1.27 and later.
//
//go:embed selftest_go1.27.txt
var selftest27 string

// editedCells holds cells that change earlier declarations.
//
//go:embed edited.txt
var editedCells string

// random holds random cells, with the output that they have in one ordinary program.
//
//go:embed testdata/random.txt.gz
var random []byte

// severe holds environments in which the garbage collector runs often, overwrites freed memory, and checks what it marks.
var severe = []string{"GOGC=5", "GODEBUG=clobberfree=1,gccheckmark=1"}

// selftestLimit limits the time of a cell of the self-test.
const selftestLimit = time.Minute

// Selftest runs cells with known output and returns how many ran. They cover type identity in reflection, variables of every kind under
// garbage collection, stacks, defers, panics, generics, iterators, goroutines and changed declarations. If whole is set, it also runs the
// cells in severe environments, edited and random cells, and several notebooks concurrently. It returns an error for the first difference.
func (m Made) Selftest(ctx context.Context, whole bool) (n int, err error) {
	z, err := gzip.NewReader(bytes.NewReader(random))
	if err != nil {
		return 0, fmt.Errorf("stateful: %w", err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return 0, fmt.Errorf("stateful: %w", err)
	}
	type part struct {
		name     string
		env      []string
		notebook string
		notes    bool
		ran      int
		err      error
	}
	cells := selftest
	if version.Compare(m.Version, "go1.27") >= 0 {
		cells += selftest27
	}
	parts := []*part{{name: "as cells run", notebook: cells, notes: true}}
	if whole {
		parts = append(parts, &part{name: "in severe settings", env: severe, notebook: cells, notes: true},
			&part{name: "of edited cells", env: severe, notebook: editedCells, notes: true})
		for i, notebook := range strings.Split(string(text), "-- notebook\n")[1:] {
			parts = append(parts, &part{name: fmt.Sprintf("random notebook %d", i+1), env: severe, notebook: notebook})
		}
	}
	var group sync.WaitGroup
	space := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, p := range parts {
		space <- struct{}{}
		group.Go(func() {
			p.ran, p.err = m.selftest(ctx, p.env, p.notebook, p.notes)
			<-space
		})
	}
	group.Wait()
	for _, p := range parts {
		if n += p.ran; p.err != nil {
			return n, fmt.Errorf("stateful: running the self-test, part %q: %w", p.name, p.err)
		}
	}
	return n, nil
}

// selftest runs the cells of a notebook. If notes is set, messages other than the output are compared too.
func (m Made) selftest(ctx context.Context, env []string, notebook string, notes bool) (n int, err error) {
	folder, err := os.MkdirTemp(m.Folder, "selftest-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	t := &transcript{silent: !notes}
	s := &Session{}
	if err := s.Start(m, Options{Folder: filepath.Join(folder, "session"), Dir: folder, Env: env, Listener: t.listener()}); err != nil {
		return 0, err
	}
	defer s.Close()
	for _, c := range strings.Split(notebook, "-- cell\n")[1:] {
		code, want, _ := strings.Cut(c, "\n-- want\n")
		n++
		got, err := t.run(ctx, s, n, code)
		if failure, is := strings.CutPrefix(strings.TrimSpace(want), "! "); is && err != nil && strings.Contains(err.Error(), failure) {
			continue
		}
		if err != nil {
			return n, fmt.Errorf("cell %d: %w\n%s", n, err, code)
		}
		if got != want {
			return n, fmt.Errorf("cell %d printed %q, want %q\n%s", n, got, want, code)
		}
	}
	return n, nil
}

// transcript collects the output of cells.
type transcript struct {
	mu       sync.Mutex
	reported strings.Builder
	// silent drops messages other than the output.
	silent bool
}

func (t *transcript) say(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reported.WriteString(text)
}

// begin clears the transcript.
func (t *transcript) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reported.Reset()
}

func (t *transcript) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.reported.String()
}

func (t *transcript) listener() Listener {
	return Listener{
		Output:  func(_, text string) { t.say(text) },
		Display: func(d *protocol.DisplayData) { t.say(fmt.Sprintln(d.Data[protocol.MIMETextPlain])) },
	}
}

// run runs a cell, and returns its output and messages.
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
