package study

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gomlx/compute"
)

// Done says what a task did.
type Done struct {
	// Cells is the number of cells of the task, Did how many of them, or of those that
	// they need, were done; the parts of the others were there.
	Cells, Did int
}

// Task does the share k of n, counted from 0, of a study's cells and keeps
// their parts in o.Dir, which every task sees; [Gather] folds them. Where a cell
// needs a part that another task has not made yet, it does it itself, but last
// of all; one that another task is at is waited for. A task that was killed is
// done by the same call again: it does what is missing.
//
// Errors: those of [Run], a share that does not exist, a folder or code or
// settings or a part that cannot be kept.
func Task[R any](ctx context.Context, backend compute.Backend, s Study[R], o Options, k, n int) (Done, error) {
	if n < 1 || k < 0 || k >= n {
		return Done{}, fmt.Errorf("study: task %d/%d, expected one from 0/N to N−1/N", k, n)
	}
	p, _, err := planOf(s)
	if err != nil {
		return Done{}, err
	}
	kept, err := o.shared(backend, p)
	if err != nil {
		return Done{}, err
	}
	mine, r := p.share(k, n), newRunner(ctx, p, backend, kept, o)
	r.must = true
	err = r.run(ctx, mine)
	return Done{len(mine), r.did}, errors.Join(err, r.unkept)
}

// shared opens the folder that the tasks share.
func (o Options) shared(backend compute.Backend, p *Plan) (*store, error) {
	if o.Dir == "" || o.Unkept {
		return nil, errors.New("study: tasks without a folder, expected one that every task sees")
	}
	if i := slices.IndexFunc(p.cells, func(c *cell) bool { return c.id == "" }); i >= 0 {
		return nil, fmt.Errorf("study: the settings of %q are no plain data, so that no other task can know its part", p.cells[i].Name)
	}
	s, err := o.store(backend)
	if err == nil && s == nil {
		err = errors.New("study: the program's sources changed after it was built, so that its parts have no digest; build it first")
	}
	return s, err
}

// MissingError says that a study cannot be folded yet.
type MissingError struct {
	// Total is the number of cells, Missing names those without a part.
	Total   int
	Missing []string
	// Tasks are those whose share has missing cells, where n is known.
	Tasks []int
	// Foreign are missing cells that have a part of another origin, and says of which.
	Foreign []string
	// Damaged are files that were cut or altered.
	Damaged []string
}

// Error counts the parts that are missing, and names the first of them.
func (e *MissingError) Error() string {
	text := fmt.Sprintf("study: %d of %d parts are missing: %s", len(e.Missing), e.Total, some(e.Missing))
	if len(e.Foreign) > 0 {
		text += fmt.Sprintf("; %d of them were made elsewhere: %s", len(e.Foreign), some(e.Foreign))
	}
	if len(e.Damaged) > 0 {
		text += fmt.Sprintf("; %d files are damaged: %s", len(e.Damaged), some(e.Damaged))
	}
	return text
}

// some are the first few of a list.
func some(names []string) string {
	const few = 3
	if len(names) > few {
		return strings.Join(names[:few], "; ") + fmt.Sprintf("; and %d more", len(names)-few)
	}
	return strings.Join(names, "; ")
}

// GatherOptions says which parts are taken.
type GatherOptions struct {
	// Dir is the folder of the parts.
	Dir string
	// Foreign takes parts that were made with another backend, on another kind
	// of processor or by another build, where there is none of our own. Such a result need not
	// be that of one machine, bit for bit.
	Foreign bool
	// Tasks is the number of tasks that were to make the parts, 0 where it is not known.
	Tasks int
}

// Gather folds the parts that tasks have made. It does no cell and writes nothing.
//
// Errors: those of [Run]; a folder that is not there; a *[MissingError].
func Gather[R any](ctx context.Context, backend compute.Backend, s Study[R], o GatherOptions) (R, error) {
	var none R
	p, fold, err := planOf(s)
	if err != nil {
		return none, err
	}
	kept, err := Options{Dir: o.Dir, reads: true}.shared(backend, p)
	if err != nil {
		return none, err
	}
	r := newRunner(ctx, p, backend, kept, Options{})
	if missing := slices.DeleteFunc(slices.Clone(p.cells), r.has); len(missing) > 0 {
		if err := r.foreign(missing, o); err != nil {
			return none, err
		}
	}
	return folded(fold, r.parts)
}

// foreign takes parts of another origin where that is asked for, and else says
// what is missing.
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
