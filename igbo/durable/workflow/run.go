package workflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/durable/workflow/internal/provenance"
)

// Options holds the options for running a study. They do not change the result, except that Until may omit
// cells. The zero value caches parts in the default folder: the kernel's folder if each notebook cell is a
// program, and otherwise one in the user's cache, for up to thirty days.
type Options struct {
	// Dir is the folder of the parts. It is created if it does not exist.
	Dir string
	// Unkept disables the cache.
	Unkept bool
	// Checkpoints is the number of steps between checkpoints of an unfinished cell, for cells that save
	// checkpoints. 0 means none.
	Checkpoints int
	// Progress, if not nil, is called with the progress and the total, unless all parts exist. It must be safe
	// for concurrent use.
	Progress func(done, total int)
	// Until, if not zero, is the time at which the run ends. Unfinished cells are skipped, and the fold
	// combines the others; it must check [Part.There]. The parts are the same as without Until, and the same
	// call resumes the run.
	Until time.Time
	// OnDamaged, if not nil, is called for each checkpoint that cannot be used.
	OnDamaged func(path string, err error)

	reads bool // writes nothing to Dir, which must exist
}

// Run computes a study. It runs the cells whose parts are missing on all cores and combines the parts. A
// finished cell is not computed again, so the same call resumes an interrupted run, and a study with more seeds
// only computes the new ones. If two processes need the same part and checkpoints are enabled, one waits for
// the other. Otherwise both compute it.
//
// If the code is unknown because sources changed after they were compiled, or if the settings are not plain
// data, cells are computed every time. If parts cannot be stored, Run returns both the result and an error.
//
// Run returns an error if the settings are invalid or a cell fails. The error names the cell that failed, the
// first in the plan if there are several. After a failure, no further cells start. If ctx ends, Run returns
// within a step. If a cell panics, Run panics with the cell's name and stack.
func Run[R any](ctx context.Context, backend compute.Backend, s Study[R], o Options) (R, error) {
	var none R
	p, fold, err := planOf(s)
	if err != nil {
		return none, err
	}
	cached, unkept := o.store(backend)
	r := newRunner(ctx, p, backend, cached, o)
	if err := r.run(ctx, p.cells); err != nil {
		return none, errors.Join(err, unkept)
	}
	result, err := folded(fold, r.parts)
	return result, errors.Join(err, unkept, r.unkept)
}

// store opens the folder of the parts. It returns nil if the cache is disabled.
func (o Options) store(backend compute.Backend) (*store, error) {
	if o.Unkept {
		return nil, nil
	}
	code, err := provenance.Code()
	if err != nil {
		return nil, nil
	}
	s := &store{dir: o.Dir, origin: provenance.Origin{Code: code, Backend: provenance.Engine(backend), Processor: provenance.Processor()}}
	if o.reads {
		if _, err := os.Stat(o.Dir); err != nil {
			return nil, fmt.Errorf("workflow: opening the folder of the parts: %w", err)
		}
		return s, nil
	}
	if o.Dir != "" {
		return s, durable.MakeFolder(o.Dir)
	}
	dir, err := folder()
	if err != nil {
		return nil, err
	}
	s.dir, s.limit = dir, maxSize
	return s, nil
}

// rounding is larger than the rounding error in sums of costs.
const rounding = 1e-11

// A meter sums the progress of the cells.
type meter struct {
	mu          sync.Mutex
	done, total float64
	progress    func(done, total int)
}

// newMeter returns a meter that counts cells without work as done.
func newMeter(all []*cell, todo map[*cell]bool, progress func(done, total int)) *meter {
	m := &meter{progress: progress}
	for _, c := range all {
		m.total += c.cost()
		if !todo[c] {
			m.done += c.cost()
		}
	}
	return m
}

// more adds a cell that needs to be computed.
func (m *meter) more(c *cell) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.total += c.cost()
}

// follow returns the function with which a cell reports its steps.
func (m *meter) follow(c *cell) func(done int) {
	if m.progress == nil {
		return func(int) {}
	}
	steps, reported := max(c.Steps, 1), 0
	return func(done int) {
		m.mu.Lock()
		defer m.mu.Unlock()
		if done = min(done, steps); done <= reported {
			return
		}
		m.done += c.cost() * float64(done-reported) / float64(steps)
		reported = done
		whole := min(max(math.Round(m.total), 1), most)
		share := m.done / m.total
		if 1-share < rounding {
			share = 1
		}
		m.progress(int(math.Round(share*whole)), int(whole))
	}
}

// firstCause returns the error of the first failed cell in plan order, ignoring cancellations that it caused.
// If a cell panicked, firstCause panics with a *crash in the caller's goroutine, where it can be recovered.
func firstCause(ctx context.Context, failures []outcome) error {
	slices.SortFunc(failures, func(a, b outcome) int { return cmp.Compare(a.cell.place, b.cell.place) })
	var cancelled error
	for _, o := range failures {
		if c := (*crash)(nil); errors.As(o.err, &c) {
			panic(c)
		}
	}
	for _, o := range failures {
		switch {
		case !errors.Is(o.err, context.Canceled) && !errors.Is(o.err, context.DeadlineExceeded):
			return o.err
		case cancelled == nil:
			cancelled = o.err
		}
	}
	return cmp.Or(cancelled, ctx.Err())
}

// crash describes a panic of a cell, or of the fold, and its stack.
type crash struct {
	cell  string // empty for the fold
	value any
	stack []byte
}

func (c *crash) Error() string {
	who := "the fold"
	if c.cell != "" {
		who = fmt.Sprintf("the cell %q", c.cell)
	}
	return fmt.Sprintf("workflow: %s panicked: %v\n\n%s", who, c.value, c.stack)
}

// Stack returns the stack of the cell.
func (c *crash) Stack() []byte { return c.stack }

// folded calls the fold with the parts.
func folded[R any](fold func(*Parts) (R, error), parts *Parts) (result R, err error) {
	err = caught("", func() (err error) { result, err = fold(parts); return err })
	if c := (*crash)(nil); errors.As(err, &c) {
		panic(c)
	}
	return result, err
}

// caught calls do for a cell, or for the fold, which has no name.
func caught(cell string, do func() error) (err error) {
	defer func() {
		r := recover()
		if end, ok := r.(cancelled); ok {
			err = end.error
		} else if r != nil {
			err = &crash{cell, r, debug.Stack()}
		}
	}()
	return do()
}
