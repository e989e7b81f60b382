package lab

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/lab/kernel"
	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// ExecuteOptions says which notebooks are run and how.
type ExecuteOptions struct {
	// Names of notebooks, or the start of names; none is all, solutions included.
	Names []string
	// Parameters are set in the notebooks, by name, as they stand on a command line.
	Parameters map[string]string
	// Out is the folder for executed notebooks; empty is that of the notebooks, where
	// one that is run with parameters gets a name with them.
	Out string
	// Timeout bounds each cell; 0 is five minutes.
	Timeout time.Duration
	// HTML is the folder for exported pages; empty exports none.
	HTML string
	// Live runs them in the kernel whose values live; see [Lab.SetupLive].
	Live bool
	// Parallel bounds how many run at once; 0 is one for each 3 GiB of available memory, at most one for each core.
	Parallel int

	pages  []string // the notebooks of this run, to which pages may link
	copied bool     // run in a copy of the folder, so that nothing a cell writes lands in it
}

// Run is what came of a notebook.
type Run struct {
	// Path is the notebook, Target where it goes; Seconds has one entry for each code cell that ran.
	Path    string
	Target  string
	Seconds []float64
	// Remarks are about pictures that its page lacks.
	Remarks []string
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

// Error names the notebook and the code cell, and says why it failed.
func (e *CellError) Error() string {
	return fmt.Sprintf("lab: %s, code cell %d: %s", short(e.Notebook), e.Cell, e.Message)
}

// Execute runs notebooks headless, writes their outputs back, or into another
// folder, and exports HTML pages that need no network. A notebook that fails keeps
// its file as it was. Errors: the failures of all notebooks, joined; each names
// notebook and cell; a parameter that no notebook has, or a value not of its type.
func (l *Lab) Execute(ctx context.Context, o ExecuteOptions) ([]Run, error) {
	runs, err := l.runAll(ctx, o)
	if err != nil {
		return nil, err
	}
	var failures []error
	for _, r := range runs {
		if r.Err == nil {
			r.Err = writeInto(r.Target, r.Notebook)
		}
		failures = append(failures, r.Err)
	}
	return runs, errors.Join(failures...)
}

// runAll runs notebooks without touching their files.
func (l *Lab) runAll(ctx context.Context, o ExecuteOptions) ([]Run, error) {
	jobs, err := l.jobs(o)
	if err != nil {
		return nil, err
	}
	if err := l.untouched(jobs, o); err != nil {
		return nil, err
	}
	runs := make([]Run, len(jobs))
	for _, j := range jobs {
		o.pages = append(o.pages, j.name)
	}
	slots := make(chan struct{}, o.parallel())
	var wg sync.WaitGroup
	var talk sync.Mutex
	for i, j := range jobs {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			runs[i] = l.runOne(ctx, j, o)
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
	fmt.Fprintf(l.Out, "%s %s, %d code cells, %.1f s\n", short(r.Target), state, len(r.Seconds), sum)
	for _, remark := range r.Remarks {
		fmt.Fprintf(l.Out, "%s: %s\n", short(r.Target), remark)
	}
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

func (o ExecuteOptions) kernel() string {
	if o.Live {
		return kernel.LiveName
	}
	return kernel.Name
}

// runOne runs one notebook in a process of its own.
func (l *Lab) runOne(ctx context.Context, j job, o ExecuteOptions) Run {
	r := Run{Path: filepath.Join(l.Notebooks, filepath.FromSlash(j.name)), Target: j.target}
	timeout := o.Timeout
	if timeout == 0 {
		timeout = 5 * time.Minute
	}
	sess, err := l.newSession()
	if err != nil {
		r.Err = err
		return r
	}
	folder := l.Notebooks
	if o.copied {
		folder = filepath.Join(sess.Temp, "notebooks")
		if _, err := workcopy.Update(ctx, l.Notebooks, folder); err != nil {
			r.Err = errors.Join(err, sess.Close())
			return r
		}
	}
	said, err := l.python3(ctx, sess, executeScript, map[string]any{
		"notebook": string(j.text), "folder": filepath.Dir(filepath.Join(folder, filepath.FromSlash(j.name))), "kernel": o.kernel(),
		"timeout": int(timeout.Seconds()), "html": o.HTML != "", "style": pageStyle(), "ending": ".html", "name": j.name, "pages": o.pages, "title": strings.TrimSuffix(path.Base(j.name), ".ipynb"),
	})
	switch {
	case ctx.Err() != nil:
		r.Err = ctx.Err()
	case err != nil:
		r.Err = fmt.Errorf("lab: %s: %w", j.name, err)
	default:
		r.report(said, o)
	}
	return r
}

// report reads what the script says.
func (r *Run) report(text []byte, o ExecuteOptions) {
	var said struct {
		Seconds        []float64
		Cell           int
		Error          string
		Notebook, HTML string
		Remarks        []string
	}
	if err := json.Unmarshal(text, &said); err != nil {
		r.Err = fmt.Errorf("lab: %s: %w", short(r.Path), err)
		return
	}
	r.Remarks = said.Remarks
	r.Seconds, r.Notebook = said.Seconds, append(bytes.TrimRight([]byte(said.Notebook), "\n"), '\n')
	switch {
	case said.Error != "":
		r.Err = &CellError{r.Path, said.Cell, strings.TrimSpace(said.Error)}
	case o.HTML != "":
		r.Err = writeInto(pageOf(r.Target, o), []byte(said.HTML))
	}
}
