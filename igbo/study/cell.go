package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/gomlx/compute"
)

// Cell says what a cell is called and how long it takes.
type Cell struct {
	// Name says which one it is, in words: "teacher of seed 3".
	Name string
	// Steps is how many steps it reports to [Work.Step]; 0 counts as 1.
	Steps int
	// Weight is the cost of a step beside that of another cell's; 0 counts as 1.
	// Shares of a study are made about equally costly by it.
	Weight float64
}

// cost is that of the whole cell.
func (c Cell) cost() float64 {
	cost := float64(max(c.Steps, 1))
	if c.Weight > 0 {
		cost *= c.Weight
	}
	return min(cost, most)
}

// most is the greatest cost, up to which every number of steps is a float64.
const most = 1 << 53

// check refuses a cost that is none.
func (c Cell) check() error {
	if c.Steps < 0 || !(c.Weight >= 0) || math.IsInf(c.Weight, 1) {
		return fmt.Errorf("study: %q has %d steps of weight %g, expected finite numbers of at least 0", c.Name, c.Steps, c.Weight)
	}
	return nil
}

// Work is what a cell's function works with, beside its settings.
type Work struct {
	// Backend is nil where the study is run without one.
	Backend compute.Backend
	// Parts holds those that the cell needs.
	Parts *Parts
	// Scratch, where not empty, is a folder for the state of the unfinished cell,
	// which is to be kept every Every steps. It is removed once the part is there.
	// Where another process does the same cell, that one alone has it.
	Scratch string
	Every   int
	// OnDamaged, where set, is told of state that cannot be used.
	OnDamaged func(path string, err error)
	step      func(done int)
}

// Step says how many of the cell's steps are done. It may be called from
// several goroutines.
func (w *Work) Step(done int) {
	if w.step != nil {
		w.step(done)
	}
}

// Part is the promise of what a cell finds. Settings of other cells may hold
// it: such a cell needs this part.
type Part[T any] struct{ cell *cell }

// Of returns the part: the fold's, which it may not change, or the cell's own copy. It panics with an error where
// the cell that asks does not need it, and, to end a long fold, where the study
// is cancelled; the runner catches both.
func (p Part[T]) Of(parts *Parts) T {
	if err := parts.ctx.Err(); err != nil {
		panic(cancelled{err})
	}
	if p.cell == nil {
		panic(errors.New("study: a part of no plan is asked for, expected one that Add returned"))
	}
	value, ok := parts.values[p.cell]
	if !ok {
		panic(fmt.Errorf("study: the part %q is asked for by a cell whose settings do not hold it", p.cell.Name))
	}
	return value.(T)
}

// There tells whether the part was done, which one need not be where [Options.Until] ended the run.
func (p Part[T]) There(parts *Parts) bool {
	if p.cell == nil || parts == nil {
		return false
	}
	_, there := parts.values[p.cell]
	return there
}

func (p Part[T]) promised() *cell { return p.cell }

// PartDigest is that of the cell; "" where it has none.
func (p Part[T]) PartDigest() string {
	if p.cell == nil {
		return ""
	}
	return p.cell.id
}

// promise is any Part.
type promise interface{ promised() *cell }

// promiseOf returns the cell of a Part.
func promiseOf(v reflect.Value) (*cell, bool) {
	if v.Kind() != reflect.Struct || !v.CanInterface() || !v.Type().Implements(reflect.TypeFor[promise]()) {
		return nil, false
	}
	c := v.Interface().(promise).promised()
	return c, c != nil
}

// Parts holds what cells have found.
type Parts struct {
	ctx    context.Context
	values map[*cell]any
}

// cancelled is the panic of who asks for a part after the end.
type cancelled struct{ error }

// cell is a piece of a study on its way.
type cell struct {
	Cell
	place int // in the plan
	level int // 0 needs nothing
	// id is the digest of the function, the settings and the parts needed,
	// wherever the cell is run; empty where there is none.
	id string
	// digest computes the id of the settings as they are by now.
	digest func() string
	needs  []*cell
	do     func(ctx context.Context, w *Work) (any, error)
	encode func(any) ([]byte, error)
	decode func([]byte) (any, error)
}

// alone does the cell, which is a pure function: with copies of the parts that it
// needs, so that what it changes in them is its own in one process as in several, and with
// the settings that its digest is of.
func (c *cell) alone(ctx context.Context, w *Work) (any, error) {
	for need, value := range w.Parts.values {
		if _, again, err := need.again(value); err == nil {
			w.Parts.values[need] = again
		}
	}
	if c.digest() != c.id {
		return nil, errors.New("its settings changed after it was added to the plan, expected data of its own")
	}
	value, err := c.do(ctx, w)
	if err == nil && c.digest() != c.id {
		err = errors.New("its settings changed while it was done, expected a function that changes none")
	}
	return value, err
}

// again is a part as it is kept, and a copy of it as it is read.
func (c *cell) again(value any) (text []byte, copied any, err error) {
	if text, err = c.encode(value); err == nil {
		copied, err = c.decode(text)
	}
	return text, copied, err
}

// needsOf finds the parts that settings hold.
func needsOf(settings reflect.Value) (found []*cell) {
	within(settings, map[place]bool{}, func(v reflect.Value) bool {
		c, ok := promiseOf(v)
		if ok {
			found = append(found, c)
		}
		return ok
	})
	return found
}

// within visits a value and what it holds, each place followed once, but nothing below one for which visit says that it is enough.
func within(v reflect.Value, followed map[place]bool, visit func(reflect.Value) (enough bool)) {
	if !v.IsValid() || visit(v) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice:
		at := place{v.Type(), v.Pointer(), 0}
		if v.Kind() == reflect.Slice {
			at.length = v.Len()
		}
		if v.IsNil() || followed[at] {
			return
		}
		followed[at] = true
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				within(v.Field(i), followed, visit)
			}
		}
	case reflect.Interface, reflect.Pointer:
		within(v.Elem(), followed, visit)
	case reflect.Map:
		for _, element := range v.Seq2() {
			within(element, followed, visit)
		}
	case reflect.Slice, reflect.Array:
		switch v.Type().Elem().Kind() {
		case reflect.Float64, reflect.Float32, reflect.Int, reflect.Int64, reflect.Uint8, reflect.String:
			return
		}
		for i := range v.Len() {
			within(v.Index(i), followed, visit)
		}
	}
}

// place is one that was followed.
type place struct {
	of     reflect.Type
	at     uintptr
	length int // of a list
}
