package study

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
	"github.com/igbolab/igbolab/igbo/study/internal/provenance"
)

// Options says how a study is run; none of it changes the result, but that Until may leave
// some of it out. The zero value keeps parts in the default folder: in a notebook the kernel's,
// elsewhere the user's cache, for up to thirty days.
type Options struct {
	// Dir is the folder of the parts, which is made where it is not there.
	Dir string
	// Unkept keeps nothing and looks nothing up.
	Unkept bool
	// Checkpoints is the number of steps between checkpoints of an unfinished
	// cell, for cells that keep any; 0 is none.
	Checkpoints int
	// Progress, where set, is told how much is done, of how much; not at all
	// where every part is there. It may be called from several goroutines.
	Progress func(done, total int)
	// Until, where set, is when the run ends with what there is: a cell that is not done by then is left, and the fold, which has to ask
	// [Part.There], folds the others. What they found is the same as without it, and the same call goes on.
	Until time.Time
	// OnDamaged, where set, is told of checkpoints that cannot be used.
	OnDamaged func(path string, err error)

	reads bool // writes nothing to Dir, which must be there
}

// Run answers a study: it does the cells whose parts are not there, on every
// core, and folds. An unchanged cell is never done twice, so the same call goes
// on after an interruption, and a study of more seeds adds those alone.
// Of two processes that need a part at once one waits for the other where
// checkpoints are kept; else both do the cell.
//
// Where the code is not known (sources that changed since they were
// compiled), or the settings are no plain data, cells are done every time.
// Where nothing can be kept, the result is returned with the error.
//
// Errors: the settings'; that of a cell, with its name, after which no further cell
// begins (of several the first one in the plan's order); a cancelled context, within a step.
// A cell that panics makes Run panic, with the cell's name and stack.
func Run[R any](ctx context.Context, backend compute.Backend, s Study[R], o Options) (R, error) {
	var none R
	p, fold, err := planOf(s)
	if err != nil {
		return none, err
	}
	kept, unkept := o.store(backend)
	r := newRunner(ctx, p, backend, kept, o)
	if err := r.run(ctx, p.cells); err != nil {
		return none, errors.Join(err, unkept)
	}
	result, err := folded(fold, r.parts)
	return result, errors.Join(err, unkept, r.unkept)
}

// store opens the folder of the parts; it is nil where nothing is kept.
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
			return nil, fmt.Errorf("study: the folder of the parts: %w", err)
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

// rounding is more than what rounds off in sums of costs.
const rounding = 1e-11

// meter adds up how much of the cells is done.
type meter struct {
	mu          sync.Mutex
	done, total float64
	progress    func(done, total int)
}

// newMeter counts what is not to do as done.
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

// more counts another cell that is to be done.
func (m *meter) more(c *cell) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.total += c.cost()
}

// follow returns what a cell reports its steps to.
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

// firstCause is the first cell's own error in the plan's order, before the
// cancellations that it caused. A cell's panic becomes one of the caller's,
// with a *crash, where it can be caught.
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

// crash is a panic of a cell, or of the fold, and where it happened.
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
	return fmt.Sprintf("study: %s panicked: %v\n\n%s", who, c.value, c.stack)
}

// Stack is that of the cell.
func (c *crash) Stack() []byte { return c.stack }

// folded makes the result of the parts.
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
