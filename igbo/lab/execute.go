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
	"github.com/igbolab/igbolab/igbo/kernel"
	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// ExecuteOptions selects the notebooks to run, and configures the run.
type ExecuteOptions struct {
	// Names holds names of notebooks, or prefixes of names. If it is empty, all notebooks are selected, including solutions.
	Names []string
	// Parameters are set in the notebooks, by name, as text of a command line.
	Parameters map[string]string
	// Out is the folder for executed notebooks (default: the folder of the notebooks, with the parameters in the name if there
	// are any).
	Out string
	// Timeout limits the time of each cell (0 = five minutes).
	Timeout time.Duration
	// HTML is the folder for exported pages. If it is empty, none are exported.
	HTML string
	// Parallel is the maximum number of notebooks that run concurrently (0 = one for each 3 GiB of available memory, at most one for each
	// core).
	Parallel int

	pages  []string // the notebooks of this run, to which pages may link
	copied bool     // run in a copy of the folder, which removes files that cells write
}

// Run is the result of a notebook.
type Run struct {
	// Path is the notebook, and Target the path of the executed one. Seconds has one entry for each code cell that ran.
	Path    string
	Target  string
	Seconds []float64
	// Remarks list pictures that are missing in its page.
	Remarks []string
	// Notebook is the text of the executed notebook.
	Notebook []byte
	// Err is nil, or a *CellError.
	Err error
}

// CellError reports the failure of a cell.
type CellError struct {
	Notebook string
	// Cell is the position among the code cells, from 1.
	Cell    int
	Message string
}

// Error names the notebook, the code cell and the reason.
func (e *CellError) Error() string {
	return fmt.Sprintf("lab: %s, code cell %d: %s", short(e.Notebook), e.Cell, e.Message)
}

// Execute runs notebooks headless, saves their outputs in place or in another folder, and exports HTML pages that need no
// network. The file of a notebook that fails does not change. It returns the failures of all notebooks, joined, each with
// notebook and cell. It also returns an error for a parameter that no notebook has, or a value that does not have its type.
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

// kernels returns how many notebooks can run concurrently in the available memory, because a Go kernel and its compiler take up to 3 GiB.
// It returns 1 if the memory is unknown.
func kernels(bytes float64, known bool, cores int) int {
	if !known {
		return 1
	}
	return int(max(1, min(float64(cores), bytes/(3<<30))))
}

// runOne runs one notebook in its own process.
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
	reported, err := l.python3(ctx, sess, executeScript, map[string]any{
		"notebook": string(j.text), "folder": filepath.Dir(filepath.Join(folder, filepath.FromSlash(j.name))), "kernel": kernel.Name,
		"timeout": int(timeout.Seconds()), "html": o.HTML != "", "style": pageStyle(), "ending": ".html", "name": j.name, "pages": o.pages, "notation": l.notation(), "title": strings.TrimSuffix(path.Base(j.name), ".ipynb"),
	})
	switch {
	case ctx.Err() != nil:
		r.Err = ctx.Err()
	case err != nil:
		r.Err = fmt.Errorf("lab: %s: %w", j.name, err)
	default:
		r.report(reported, o)
	}
	return r
}

// report reads the output of the script.
func (r *Run) report(text []byte, o ExecuteOptions) {
	var reported struct {
		Seconds        []float64
		Cell           int
		Error          string
		Notebook, HTML string
		Remarks        []string
	}
	if err := json.Unmarshal(text, &reported); err != nil {
		r.Err = fmt.Errorf("lab: %s: reading the result of its execution: %w", short(r.Path), err)
		return
	}
	r.Remarks = reported.Remarks
	r.Seconds, r.Notebook = reported.Seconds, append(bytes.TrimRight([]byte(reported.Notebook), "\n"), '\n')
	switch {
	case reported.Error != "":
		r.Err = &CellError{r.Path, reported.Cell, strings.TrimSpace(reported.Error)}
	case o.HTML != "":
		r.Err = writeInto(pageOf(r.Target, o), []byte(reported.HTML))
	}
}
