package workflow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/gomlx/compute"
)

// A runner runs cells of a plan on the cores of this machine.
type runner struct {
	plan    *Plan
	backend compute.Backend
	store   *store // nil disables the cache
	options Options
	parts   *Parts
	meter   *meter
	unkept  error // reason why a part was not stored
	did     int   // number of cells that were computed, not read
	must    bool  // whether every part must be stored

	mine, absent map[*cell]bool // cells of this run; cells whose parts were missing at the last check
}

// newRunner prepares a run. On the embedded backend, cells unroll loops over time. Loops sum gradients in
// another order, which would change the committed results of recurrent models in their last bits.
func newRunner(ctx context.Context, p *Plan, backend compute.Backend, s *store, o Options) *runner {
	return &runner{plan: p, backend: unrolled(backend), store: s, options: o, parts: &Parts{ctx, map[*cell]any{}}, mine: map[*cell]bool{}, absent: map[*cell]bool{}}
}

// unrolled returns the backend with loops unrolled, if it supports that.
func unrolled(b compute.Backend) compute.Backend {
	if u, ok := b.(interface{ Unrolled() compute.Backend }); ok {
		return u.Unrolled()
	}
	return b
}

// An outcome is the result of a cell.
type outcome struct {
	cell        *cell
	value       any
	err, unkept error
}

// run computes the cells whose parts are missing. It starts each cell as soon as the parts that it needs exist,
// and prefers cells that other tasks may be waiting for. It postpones a cell that another process is computing,
// and waits for it at the end. It repeatedly tries to read needed parts that are not in the list, and computes
// them only when nothing else is left.
func (r *runner) run(ctx context.Context, cells []*cell) error {
	whole := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if !r.options.Until.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, r.options.Until)
		defer cancel()
	}
	todo := slices.DeleteFunc(slices.Clone(cells), func(c *cell) bool {
		there := r.has(c)
		if there {
			r.tidy(c)
		}
		return there
	})
	slices.SortStableFunc(todo, byLevel)
	for _, c := range todo {
		r.mine[c] = true
	}
	r.meter = newMeter(cells, r.mine, r.options.Progress)
	results, running := make(chan outcome), 0
	var failures []outcome
	for len(todo) > 0 || running > 0 {
		var taken []*cell
		var started int
		todo, taken, started = r.start(ctx, todo, runtime.GOMAXPROCS(0)-running, results)
		running += started
		switch {
		case running > 0:
			o := <-results
			running--
			if o.err != nil {
				failures = append(failures, o)
				cancel()
			} else {
				r.take(o)
			}
		case ctx.Err() != nil:
			todo, taken = nil, nil
		case len(taken) > 0:
			wait(ctx, pause)
		case len(todo) > 0: // a needed part of another task
			need := todo[0]
			for i := slices.IndexFunc(need.needs, r.lacks); i >= 0; i = slices.IndexFunc(need.needs, r.lacks) {
				need = need.needs[i]
			}
			todo, r.mine[need] = append([]*cell{need}, todo...), true
			r.meter.more(need)
		}
		todo = append(taken, todo...)
	}
	err := firstCause(ctx, failures)
	if whole.Err() == nil && !r.options.Until.IsZero() && errors.Is(err, context.DeadlineExceeded) {
		return nil // the time is up
	}
	return err
}

// start starts at most free cells whose needed parts exist. It returns the remaining cells, the cells that
// other processes are computing, and the number of started cells.
func (r *runner) start(ctx context.Context, todo []*cell, free int, results chan<- outcome) (left, taken []*cell, started int) {
	clear(r.absent)
	for started < free && ctx.Err() == nil {
		at := slices.IndexFunc(todo, func(c *cell) bool { return !slices.ContainsFunc(c.needs, r.lacks) })
		if at < 0 {
			break
		}
		c := todo[at]
		todo = slices.Delete(todo, at, at+1)
		switch release, mine := r.claim(c); {
		case !mine:
			taken = append(taken, c)
		case r.has(c): // another process was faster
			release()
			r.meter.follow(c)(max(c.Steps, 1))
		default:
			started++
			w := r.work(c)
			go func() {
				o := outcome{cell: c, err: fmt.Errorf("workflow: %s: %w", c.Name, errEnded)}
				defer func() { results <- o }()
				defer release()
				o = r.do(ctx, c, w)
			}()
		}
	}
	return todo, taken, started
}

// take stores the part of a cell for the fold and for cells that need it.
func (r *runner) take(o outcome) {
	r.parts.values[o.cell] = o.value
	r.did++
	if r.unkept == nil {
		r.unkept = o.unkept
	}
}

// lacks reports whether a part does not exist yet. It does not check again if this run will compute the part or
// if the part was missing at the last check.
func (r *runner) lacks(c *cell) bool {
	if _, ok := r.parts.values[c]; ok {
		return false
	}
	if r.mine[c] || r.absent[c] {
		return true
	}
	r.absent[c] = !r.has(c)
	return r.absent[c]
}

// has reports whether a part exists, and reads it.
func (r *runner) has(c *cell) bool {
	if _, ok := r.parts.values[c]; ok {
		return true
	}
	if r.store == nil || c.id == "" {
		return false
	}
	cached, err := r.store.read(r.store.key(c.id))
	if err != nil {
		return false
	}
	value, err := c.decode(cached.Value)
	if err != nil {
		return false
	}
	r.parts.values[c] = value
	return true
}

// work returns the Work of a cell.
func (r *runner) work(c *cell) *Work {
	w := &Work{Backend: r.backend, Parts: &Parts{r.parts.ctx, map[*cell]any{}}, step: r.meter.follow(c)}
	for _, need := range c.needs {
		w.Parts.values[need] = r.parts.values[need]
	}
	if dir := r.scratch(c); dir != "" {
		w.Scratch, w.Every, w.OnDamaged = dir, r.options.Checkpoints, r.options.OnDamaged
	}
	return w
}

// do runs a cell and stores its part.
func (r *runner) do(ctx context.Context, c *cell, w *Work) outcome {
	o := outcome{cell: c, err: errEnded}
	if w.Scratch != "" {
		defer func() {
			if o.err == nil && o.unkept == nil {
				_ = os.RemoveAll(w.Scratch)
			}
		}()
	}
	o.err = caught(c.Name, func() error {
		value, err := c.alone(ctx, w)
		if err != nil {
			return err
		}
		o.value, o.unkept = r.keep(c, value)
		w.Step(max(c.Steps, 1))
		return nil
	})
	if o.err != nil {
		o.err = fmt.Errorf("workflow: %s: %w", c.Name, o.err)
	}
	return o
}

// errEnded is the error of a cell that neither returns nor panics.
var errEnded = errors.New("its goroutine ended (runtime.Goexit) before the function returned")

// keep stores a part and returns it as it would be read.
func (r *runner) keep(c *cell, value any) (any, error) {
	text, again, err := c.again(value)
	switch {
	case err != nil && r.must:
		return value, fmt.Errorf("workflow: storing the part %q: %w", c.Name, err)
	case err != nil: // a part that cannot be encoded
		return value, nil
	case r.store == nil || c.id == "":
		return again, nil
	}
	return again, r.store.write(c.Name, c.id, text)
}
