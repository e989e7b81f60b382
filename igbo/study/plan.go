package study

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/igbolab/igbolab/igbo/study/internal/plain"
	"github.com/igbolab/igbolab/igbo/study/internal/provenance"
)

// Study is a question with its settings, which are plain data: it lists the
// cells that answer it.
type Study[R any] interface {
	// Validate says what is wrong with the settings, before anything runs.
	Validate() error
	// Cells adds the cells to the plan and returns the fold of their parts into
	// the result. The fold must be quick and in the cells' order.
	Cells(p *Plan) (fold func(parts *Parts) (R, error), err error)
}

// Plan is a list of cells, each after those that it needs. The zero value has none.
type Plan struct {
	cells []*cell
	byID  map[string]*cell
	names map[string]bool
	fault error
}

// Digests lists the digests of the cells: of the function, the settings and the
// parts needed, wherever the cell is done; "" where the settings are no plain data.
func (p *Plan) Digests() []string {
	ids := make([]string, len(p.cells))
	for i, c := range p.cells {
		ids[i] = c.id
	}
	return ids
}

// Add adds a cell to the plan and returns the promise of its part. The part is
// a pure function of the settings s, the parts that s holds, and the backend:
// do must be a plain function of a package or of a notebook's cell, s and T plain data (exported
// fields, no functions or channels; T no interfaces). Settings that are no plain data
// make a cell whose part is never kept. A cell that the plan has already is
// not added again.
func Add[S, T any](p *Plan, c Cell, do func(ctx context.Context, w *Work, s S) (T, error), s S) Part[T] {
	name, err := provenance.Function(do)
	p.wrong(err)
	return add[S, T](p, c, name, s, nil, func(ctx context.Context, w *Work) (any, error) { return do(ctx, w, s) })
}

// wrong keeps the first fault of the plan.
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
		p.wrong(fmt.Errorf("study: two cells are called %q, expected a name for each", c.Name))
	}
	needed := map[*cell]bool{}
	for _, need := range needsOf(reflect.ValueOf(&s).Elem()) {
		if need.place >= len(p.cells) || p.cells[need.place] != need {
			p.wrong(fmt.Errorf("study: %q needs %q, which is of another plan", c.Name, need.Name))
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

// planOf lists the cells of a study whose settings make sense.
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

// tasks returns the task of each cell, of n: level by level, a cell goes to the
// task that has the least to do by then, the costliest cells first. Cells that need
// the same parts are dealt out one after the other: they are alike (some students
// of a seed are not trained at all, as their DAG is empty), and whatever the number of
// seeds each task gets as many of each seed.
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

// Grid adds the cells of a table of factors: a row for each of so many settings, with as many draws as the row has.
// Of gives a cell and its settings by row and draw.
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

// All are the parts of several cells, in their order.
func All[T any](parts *Parts, promised []Part[T]) []T {
	all := make([]T, len(promised))
	for i, p := range promised {
		all[i] = p.Of(parts)
	}
	return all
}

// Each reads something of every item, say a number of every draw.
func Each[T, V any](items []T, read func(T) V) []V {
	values := make([]V, len(items))
	for i, item := range items {
		values[i] = read(item)
	}
	return values
}

// Try is [Each] for what may fail, and knows the place of each item. Error: the first one.
func Try[T, V any](items []T, read func(i int, item T) (V, error)) (values []V, err error) {
	for i, item := range items {
		v, err := read(i, item)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

// Over is the estimate of a number that is read of every item.
func Over[T any](items []T, level float64, read func(T) float64) Estimate {
	return NewEstimate(Each(items, read), level)
}

// First points to the first item that is what is looked for; nil where none is.
func First[T any](items []T, is func(*T) bool) *T {
	for i := range items {
		if is(&items[i]) {
			return &items[i]
		}
	}
	return nil
}

// Rows are the parts of the rows of a [Grid].
func Rows[T any](parts *Parts, promised [][]Part[T]) [][]T {
	rows := make([][]T, len(promised))
	for i, row := range promised {
		rows[i] = All(parts, row)
	}
	return rows
}
