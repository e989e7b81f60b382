package workflow

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable/workflow/internal/provenance"
	"github.com/igbolab/igbolab/igbo/internal/plain"
)

// A Study is a computation with settings, which must be plain data. It lists the cells to compute.
type Study[R any] interface {
	// Validate returns an error if the settings are invalid. It is called before any cell runs.
	Validate() error
	// Cells adds the cells to the plan and returns the fold, which combines their parts into the result. The
	// fold must be fast and must combine the parts in the order of the cells.
	Cells(p *Plan) (fold func(parts *Parts) (R, error), err error)
}

// A Plan is a list of cells in which each cell comes after the cells that it needs. The zero value is empty.
type Plan struct {
	cells []*cell
	byID  map[string]*cell
	names map[string]bool
	fault error
}

// Digests returns the machine-independent digests of the cells: of the function, the settings and the needed
// parts. A digest is "" if the settings are not plain data.
func (p *Plan) Digests() []string {
	ids := make([]string, len(p.cells))
	for i, c := range p.cells {
		ids[i] = c.id
	}
	return ids
}

// Add adds a cell to the plan and returns the promise of its part. The part must be a pure function of the
// settings s, the parts in s, and the backend. do must be a plain function of a package or of a notebook cell.
// Types S and T must be plain data (exported fields, no functions or channels, and no interfaces in T). If the
// settings are not plain data, the part is not cached. A cell that is already in the plan is not added again.
func Add[S, T any](p *Plan, c Cell, do func(ctx context.Context, w *Work, s S) (T, error), s S) Part[T] {
	name, err := provenance.Function(do)
	p.wrong(err)
	return add[S, T](p, c, name, s, nil, func(ctx context.Context, w *Work) (any, error) { return do(ctx, w, s) })
}

// AddCalling is like [Add] for packages that build do from functions of the caller. The part is identified by
// these functions, which must be plain functions as for Add. do must depend only on them, s and the backend.
func AddCalling[S, T any](p *Plan, c Cell, do func(ctx context.Context, w *Work, s S) (T, error), s S, functions ...any) Part[T] {
	names := make([]string, len(functions))
	for i, f := range functions {
		name, err := provenance.Function(f)
		p.wrong(err)
		names[i] = name
	}
	return add[S, T](p, c, strings.Join(names, ", "), s, nil, func(ctx context.Context, w *Work) (any, error) { return do(ctx, w, s) })
}

// wrong records the first error of the plan.
func (p *Plan) wrong(err error) { p.fault = cmp.Or(p.fault, err) }

func add[S, T any](p *Plan, c Cell, function string, s S, codecs plain.Codecs, do func(ctx context.Context, w *Work) (any, error)) Part[T] {
	made := &cell{
		Cell: c, place: len(p.cells), do: do,
		encode: func(v any) ([]byte, error) { return plain.Encode(v.(T), codecs...) },
		decode: func(text []byte) (any, error) {
			var v T
			err := plain.Decode(text, &v, codecs...)
			return v, err
		},
	}
	made.digest = func() string {
		id, _ := codecs.Digest(function, plain.Form(reflect.TypeFor[S]()), plain.Form(reflect.TypeFor[T]()), &s)
		return id
	}
	made.id = made.digest()
	if same, ok := p.byID[made.id]; ok && made.id != "" {
		return Part[T]{same}
	}
	p.wrong(c.check())
	if p.names[c.Name] {
		p.wrong(fmt.Errorf("workflow: two cells have the name %q; names must be unique", c.Name))
	}
	needed := map[*cell]bool{}
	for _, need := range needsOf(reflect.ValueOf(&s).Elem()) {
		if need.place >= len(p.cells) || p.cells[need.place] != need {
			p.wrong(fmt.Errorf("workflow: %q needs %q, which belongs to another plan", c.Name, need.Name))
			continue
		}
		made.level = max(made.level, need.level+1)
		if !needed[need] {
			made.needs, needed[need] = append(made.needs, need), true
		}
	}
	if p.byID == nil {
		p.byID, p.names = map[string]*cell{}, map[string]bool{}
	}
	p.byID[made.id], p.names[c.Name] = made, true
	p.cells = append(p.cells, made)
	return Part[T]{made}
}

// planOf validates the settings of a study and returns its plan and fold.
func planOf[R any](s Study[R]) (*Plan, func(*Parts) (R, error), error) {
	if err := s.Validate(); err != nil {
		return nil, nil, err
	}
	p := &Plan{}
	fold, err := s.Cells(p)
	if err == nil {
		err = p.fault
	}
	return p, fold, err
}

// PlanOf returns the plan of a study. It returns the errors of Validate and Cells, and an error for a cell that
// [Run] would reject.
func PlanOf[R any](s Study[R]) (*Plan, error) {
	p, _, err := planOf(s)
	return p, err
}

// tasks assigns each cell to one of n tasks. Level by level, starting with the most expensive cells, each cell
// is assigned to the task with the lowest cost so far. Cells that need the same parts are assigned
// consecutively because they are similar: for example, all students of a seed may need no training because
// their DAG is empty. So each task gets about the same number of cells of each seed.
func (p *Plan) tasks(n int) []int {
	order := slices.Clone(p.cells)
	slices.SortStableFunc(order, func(a, b *cell) int {
		return cmp.Or(byLevel(a, b), -cmp.Compare(a.cost(), b.cost()), slices.CompareFunc(a.needs, b.needs, byPlace))
	})
	task, load := make([]int, len(p.cells)), make([]float64, min(n, len(p.cells)))
	for _, c := range order {
		least := 0
		for k := range load {
			if load[k] < load[least] {
				least = k
			}
		}
		load[least] += c.cost()
		task[c.place] = least
	}
	return task
}

func byLevel(a, b *cell) int { return cmp.Compare(a.level, b.level) }
func byPlace(a, b *cell) int { return cmp.Compare(a.place, b.place) }

// share returns the cells of task k of n.
func (p *Plan) share(k, n int) []*cell {
	task := p.tasks(n)
	return slices.DeleteFunc(slices.Clone(p.cells), func(c *cell) bool { return task[c.place] != k })
}

// Grid adds one row of cells per setting. draws(row) is the number of cells in a row, and of returns the cell
// and its settings for a row and a draw.
func Grid[S, T any](p *Plan, do func(ctx context.Context, w *Work, s S) (T, error), rows int, draws func(row int) int, of func(row, draw int) (Cell, S)) [][]Part[T] {
	found := make([][]Part[T], rows)
	for i := range found {
		for j := range draws(i) {
			c, s := of(i, j)
			found[i] = append(found[i], Add(p, c, do, s))
		}
	}
	return found
}

// All returns the parts of several cells, in order.
func All[T any](parts *Parts, promised []Part[T]) []T {
	all := make([]T, len(promised))
	for i, p := range promised {
		all[i] = p.Of(parts)
	}
	return all
}

// Rows returns the parts of the rows of a [Grid].
func Rows[T any](parts *Parts, promised [][]Part[T]) [][]T {
	rows := make([][]T, len(promised))
	for i, row := range promised {
		rows[i] = All(parts, row)
	}
	return rows
}
