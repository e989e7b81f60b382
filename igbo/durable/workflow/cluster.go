package workflow

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gomlx/compute"
)

// Done reports the work of a task.
type Done struct {
	// Cells is the number of cells in the task. Did is the number of cells that it ran, including cells that
	// they need. The parts of the others existed already.
	Cells, Did int
}

// Task runs share k of n of the cells of a study, with k counted from 0. It stores their parts in o.Dir, which
// must be accessible to all tasks. [Gather] combines the parts. If a cell needs a part that another task has
// not computed, Task computes that part itself, but only at the end. It waits for a part that another task is
// computing. To repeat a task that was killed, call Task again: it only runs missing cells.
//
// It returns the errors of [Run]. It also returns an error if the share does not exist, or if the folder, the
// code, the settings or a part cannot be stored.
func Task[R any](ctx context.Context, backend compute.Backend, s Study[R], o Options, k, n int) (Done, error) {
	if n < 1 {
		return Done{}, fmt.Errorf("workflow: the number of tasks must be at least 1, got %d", n)
	}
	if k < 0 || k >= n {
		return Done{}, fmt.Errorf("workflow: the number of the task must be 0 to %d, because there are %d tasks, got %d", n-1, n, k)
	}
	p, _, err := planOf(s)
	if err != nil {
		return Done{}, err
	}
	cached, err := o.shared(backend, p)
	if err != nil {
		return Done{}, err
	}
	mine, r := p.share(k, n), newRunner(ctx, p, backend, cached, o)
	r.must = true
	err = r.run(ctx, mine)
	return Done{len(mine), r.did}, errors.Join(err, r.unkept)
}

// shared opens the folder that the tasks share.
func (o Options) shared(backend compute.Backend, p *Plan) (*store, error) {
	if o.Dir == "" || o.Unkept {
		return nil, errors.New("workflow: tasks require a shared folder, in which parts are stored (set Options.Dir, and not Options.Unkept)")
	}
	if i := slices.IndexFunc(p.cells, func(c *cell) bool { return c.id == "" }); i >= 0 {
		return nil, fmt.Errorf("workflow: the settings of %q must be plain data without functions, because other tasks find the result of this cell by its settings", p.cells[i].Name)
	}
	s, err := o.store(backend)
	if err == nil && s == nil {
		err = errors.New("workflow: the sources of the program changed after it was built, so its code is unknown (build it again)")
	}
	return s, err
}

// MissingError reports that the parts of a study are not complete.
type MissingError struct {
	// Total is the number of cells. Missing lists the cells without a part.
	Total   int
	Missing []string
	// Tasks lists the tasks whose share has missing cells, if n is known.
	Tasks []int
	// Foreign describes missing cells that have a part of another origin.
	Foreign []string
	// Damaged lists files that were truncated or changed.
	Damaged []string
}

// Error counts the parts that are missing, and names the first of them.
func (e *MissingError) Error() string {
	text := fmt.Sprintf("workflow: %d of %d parts are missing: %s", len(e.Missing), e.Total, some(e.Missing))
	if len(e.Foreign) > 0 {
		text += fmt.Sprintf("; %d of them were made elsewhere: %s", len(e.Foreign), some(e.Foreign))
	}
	if len(e.Damaged) > 0 {
		text += fmt.Sprintf("; %d files are damaged: %s", len(e.Damaged), some(e.Damaged))
	}
	return text
}

// some returns the first few entries of a list.
func some(names []string) string {
	const few = 3
	if len(names) > few {
		return strings.Join(names[:few], "; ") + fmt.Sprintf("; and %d more", len(names)-few)
	}
	return strings.Join(names, "; ")
}

// GatherOptions holds the settings of [Gather].
type GatherOptions struct {
	// Dir is the folder of the parts.
	Dir string
	// Foreign accepts parts from another backend, kind of processor or build if there is no matching part. The
	// result may then differ from that of a single machine.
	Foreign bool
	// Tasks is the number of tasks that compute the parts, or 0 if it is unknown.
	Tasks int
}

// Gather combines the parts that tasks have computed. It runs no cells and writes nothing.
//
// It returns the errors of [Run], a [*MissingError] if parts are missing, or an error if the folder does not
// exist.
func Gather[R any](ctx context.Context, backend compute.Backend, s Study[R], o GatherOptions) (R, error) {
	var none R
	p, fold, err := planOf(s)
	if err != nil {
		return none, err
	}
	cached, err := Options{Dir: o.Dir, reads: true}.shared(backend, p)
	if err != nil {
		return none, err
	}
	r := newRunner(ctx, p, backend, cached, Options{})
	if missing := slices.DeleteFunc(slices.Clone(p.cells), r.has); len(missing) > 0 {
		if err := r.foreign(missing, o); err != nil {
			return none, err
		}
	}
	return folded(fold, r.parts)
}

// foreign uses parts of another origin if that is allowed, and otherwise returns an error that lists what is
// missing.
func (r *runner) foreign(missing []*cell, o GatherOptions) error {
	ids := map[string]*cell{}
	for _, c := range missing {
		ids[c.id] = c
	}
	elsewhere, damaged := r.store.elsewhere(ids)
	e, lost := &MissingError{Total: len(r.plan.cells), Damaged: damaged}, map[*cell]bool{}
	for _, c := range missing {
		if part, ok := elsewhere[c]; ok {
			if value, err := c.decode(part.Value); o.Foreign && err == nil {
				r.parts.values[c] = value
				continue
			}
			e.Foreign = append(e.Foreign, fmt.Sprintf("%s (%s)", c.Name, r.store.origin.Apart(part.Origin)))
		}
		e.Missing, lost[c] = append(e.Missing, c.Name), true
	}
	if o.Tasks > 0 {
		for place, task := range r.plan.tasks(o.Tasks) {
			if lost[r.plan.cells[place]] {
				e.Tasks = append(e.Tasks, task)
			}
		}
		slices.Sort(e.Tasks)
		e.Tasks = slices.Compact(e.Tasks)
	}
	if len(e.Missing) > 0 {
		return e
	}
	return nil
}
