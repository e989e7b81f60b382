package lab

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/lab/session"
)

//go:embed execute.py
var executeScript string

// ExecuteOptions says which notebooks are run and how.
type ExecuteOptions struct {
	// Names of notebooks, with or without .ipynb, or the start of a name; none is all.
	Names []string
	// Timeout bounds each cell; 0 is five minutes.
	Timeout time.Duration
	// HTML is the folder for exported pages; empty exports none.
	HTML string
	// Parallel bounds how many run at once; 0 is one for each 3 GiB of available memory, at most one for each core.
	Parallel int
}

// Run is what came of a notebook.
type Run struct {
	// Path is the notebook; Seconds has one entry for each code cell that ran.
	Path    string
	Seconds []float64
	// Notebook is the text of the executed notebook.
	Notebook []byte
	// Err is nil, or a *CellError.
	Err error
}

// CellError is the failure of a cell.
type CellError struct {
	Notebook string
	// Cell is the position among the code cells, from 1.
	Cell    int
	Message string
}

func (e *CellError) Error() string {
	return fmt.Sprintf("lab: %s, code cell %d: %s", filepath.Base(e.Notebook), e.Cell, e.Message)
}

// Execute runs notebooks headless, writes their outputs back and exports HTML
// pages that need no network. A notebook that fails keeps its file as it was.
// Errors: the failures of all notebooks, joined; each names notebook and cell.
func (l *Lab) Execute(ctx context.Context, o ExecuteOptions) ([]Run, error) {
	runs, err := l.runAll(ctx, o)
	if err != nil {
		return nil, err
	}
	var failures []error
	for _, r := range runs {
		if r.Err == nil {
			r.Err = writeFile(r.Path, r.Notebook)
		}
		failures = append(failures, r.Err)
	}
	return runs, errors.Join(failures...)
}

// runAll runs notebooks without touching their files.
func (l *Lab) runAll(ctx context.Context, o ExecuteOptions) ([]Run, error) {
	paths, err := l.find(o.Names)
	if err != nil {
		return nil, err
	}
	if o.HTML != "" {
		if err := os.MkdirAll(o.HTML, 0o755); err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
	}
	runs := make([]Run, len(paths))
	slots := make(chan struct{}, o.parallel())
	var wg sync.WaitGroup
	var talk sync.Mutex
	for i, path := range paths {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			runs[i] = l.runOne(ctx, path, o)
			talk.Lock()
			defer talk.Unlock()
			if ctx.Err() == nil {
				l.tell(runs[i])
			}
		})
	}
	wg.Wait()
	return runs, ctx.Err()
}

func (l *Lab) tell(r Run) {
	sum := 0.0
	for _, s := range r.Seconds {
		sum += s
	}
	state := "ran"
	if r.Err != nil {
		state = "failed"
	}
	fmt.Fprintf(l.Out, "%s %s, %d code cells, %.1f s\n", filepath.Base(r.Path), state, len(r.Seconds), sum)
}

func (o ExecuteOptions) parallel() int {
	if o.Parallel > 0 {
		return o.Parallel
	}
	bytes, known := memory.Known()
	return kernels(bytes, known, runtime.NumCPU())
}

// kernels is how many notebooks run at once in the memory that is available, of
// which a Go kernel and its compiler take up to 3 GiB; one where it is not known.
func kernels(bytes float64, known bool, cores int) int {
	if !known {
		return 1
	}
	return int(max(1, min(float64(cores), bytes/(3<<30))))
}

// find lists the notebooks that the names select, in order.
func (l *Lab) find(names []string) ([]string, error) {
	all, err := filepath.Glob(filepath.Join(l.Notebooks, "*.ipynb"))
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("lab: no notebook in %s", l.Notebooks)
	}
	if len(names) == 0 {
		return all, nil
	}
	var chosen []string
	for _, name := range names {
		before := len(chosen)
		for _, path := range all {
			if strings.HasPrefix(filepath.Base(path), strings.TrimSuffix(filepath.Base(name), ".ipynb")) {
				chosen = append(chosen, path)
			}
		}
		if len(chosen) == before {
			return nil, fmt.Errorf("lab: no notebook %q, expected one of %s", name, baseNames(all))
		}
	}
	return chosen, nil
}

func baseNames(paths []string) string {
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
	}
	return strings.Join(names, ", ")
}

// runOne runs one notebook in a process of its own.
func (l *Lab) runOne(ctx context.Context, path string, o ExecuteOptions) Run {
	timeout := o.Timeout
	if timeout == 0 {
		timeout = 5 * time.Minute
	}
	job, err := json.Marshal(map[string]any{
		"path": path, "folder": filepath.Dir(path), "timeout": int(timeout.Seconds()), "html": o.HTML != "",
	})
	if err != nil {
		return Run{Path: path, Err: fmt.Errorf("lab: %w", err)}
	}
	sess, err := l.newSession()
	if err != nil {
		return Run{Path: path, Err: err}
	}
	var stdout, stderr bytes.Buffer
	err = sess.Run(ctx, session.Command{
		Argv: []string{l.python("python"), "-c", executeScript}, Env: l.sessionEnvironment(sess), Dir: filepath.Dir(path),
		Stdin: job, Stdout: &stdout, Stderr: &stderr,
	}, session.Ending{Patience: time.Second, Now: l.Force})
	switch {
	case ctx.Err() != nil:
		return Run{Path: path, Err: ctx.Err()}
	case err != nil:
		return Run{Path: path, Err: fmt.Errorf("lab: %s: %w\n%s", filepath.Base(path), err, tail(stderr.String(), 10))}
	}
	return l.report(path, stdout.Bytes(), o)
}

// report reads what the script says.
func (l *Lab) report(path string, text []byte, o ExecuteOptions) Run {
	var said struct {
		Seconds        []float64
		Cell           int
		Error          string
		Notebook, HTML string
	}
	r := Run{Path: path}
	if err := json.Unmarshal(text, &said); err != nil {
		r.Err = fmt.Errorf("lab: %s: %w", filepath.Base(path), err)
		return r
	}
	r.Seconds, r.Notebook = said.Seconds, append(bytes.TrimRight([]byte(said.Notebook), "\n"), '\n')
	switch {
	case said.Error != "":
		r.Err = &CellError{path, said.Cell, strings.TrimSpace(said.Error)}
	case o.HTML != "":
		name := strings.TrimSuffix(filepath.Base(path), ".ipynb") + ".html"
		r.Err = writeFile(filepath.Join(o.HTML, name), []byte(said.HTML))
	}
	return r
}
