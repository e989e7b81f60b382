package workflow

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/gomlx/compute"
)

// A Cell describes a cell: its name and its cost.
type Cell struct {
	// Name identifies the cell for readers, as in "teacher of seed 3".
	Name string
	// Steps is the number of steps that the cell reports to [Work.Step]. 0 means 1.
	Steps int
	// Weight is the cost of a step relative to other cells. 0 means 1. It is used to divide a study into shares
	// of similar cost.
	Weight float64
}

// cost returns the total cost of the cell.
func (c Cell) cost() float64 {
	cost := float64(max(c.Steps, 1))
	if c.Weight > 0 {
		cost *= c.Weight
	}
	return min(cost, most)
}

// most is the maximum cost. Up to it, every number of steps is exact as a float64.
const most = 1 << 53

// check returns an error if the cost is invalid.
func (c Cell) check() error {
	if c.Steps < 0 {
		return fmt.Errorf("workflow: checking the cell %q: Steps must be at least 0, got %d", c.Name, c.Steps)
	}
	if !(c.Weight >= 0) || math.IsInf(c.Weight, 1) {
		return fmt.Errorf("workflow: checking the cell %q: Weight must be finite and at least 0, got %g", c.Name, c.Weight)
	}
	return nil
}

// Work holds what the function of a cell can use in addition to its settings.
type Work struct {
	// Backend is nil if the study runs without a backend.
	Backend compute.Backend
	// Parts holds the parts that the cell needs.
	Parts *Parts
	// Scratch, if not empty, is a folder in which the cell should save its state every Every steps. It is
	// removed once the part is stored. If several processes run the same cell, only one of them gets the
	// folder.
	Scratch string
	Every   int
	// OnDamaged, if not nil, is called for each saved state that cannot be used.
	OnDamaged func(path string, err error)
	step      func(done int)
}

// Step reports that done steps of the cell are finished. It is safe for concurrent use.
func (w *Work) Step(done int) {
	if w.step != nil {
		w.step(done)
	}
}

// A Part is a promise of the result of a cell. If the settings of another cell contain it, that cell needs this
// part.
type Part[T any] struct{ cell *cell }

// Of returns the part. A fold gets the shared value and must not change it; a cell gets a copy. Of panics with
// an error if the calling cell does not need the part, and, to end a long fold, if the study is cancelled. The
// runner recovers both panics.
func (p Part[T]) Of(parts *Parts) T {
	if err := parts.ctx.Err(); err != nil {
		panic(cancelled{err})
	}
	if p.cell == nil {
		panic(errors.New("workflow: the part is empty; use the part that Add returned"))
	}
	value, ok := parts.values[p.cell]
	if !ok {
		panic(fmt.Errorf("workflow: a cell uses the part %q, which its settings do not contain (put the part in the settings)", p.cell.Name))
	}
	return value.(T)
}

// There reports whether the part has been computed. It may be missing if [Options.Until] ended the run.
func (p Part[T]) There(parts *Parts) bool {
	if p.cell == nil || parts == nil {
		return false
	}
	_, there := parts.values[p.cell]
	return there
}

func (p Part[T]) promised() *cell { return p.cell }

// PartDigest returns the digest of the cell, or "" if it has none.
func (p Part[T]) PartDigest() string {
	if p.cell == nil {
		return ""
	}
	return p.cell.id
}

// promise is the interface of any Part.
type promise interface{ promised() *cell }

// promiseOf returns the cell of a Part.
func promiseOf(v reflect.Value) (*cell, bool) {
	if v.Kind() != reflect.Struct || !v.CanInterface() || !v.Type().Implements(reflect.TypeFor[promise]()) {
		return nil, false
	}
	c := v.Interface().(promise).promised()
	return c, c != nil
}

// Parts holds the parts that cells have computed.
type Parts struct {
	ctx    context.Context
	values map[*cell]any
}

// cancelled is the panic of a call for a part after the study was cancelled.
type cancelled struct{ error }

// cell is a cell of a running study.
type cell struct {
	Cell
	place int // index in the plan
	level int // level 0 needs nothing
	// id is the digest of the function, the settings and the needed parts, independent of the machine, or "" if there is none.
	id string
	// digest computes the id from the current settings.
	digest func() string
	needs  []*cell
	do     func(ctx context.Context, w *Work) (any, error)
	encode func(any) ([]byte, error)
	decode func([]byte) (any, error)
}

// alone runs the cell as a pure function: on the settings that the digest covers, and on copies of the needed
// parts, so changes to them do not affect other cells in the same process.
func (c *cell) alone(ctx context.Context, w *Work) (any, error) {
	for need, value := range w.Parts.values {
		if _, again, err := need.again(value); err == nil {
			w.Parts.values[need] = again
		}
	}
	if c.digest() != c.id {
		return nil, errors.New("its settings changed after it was added to the plan; give it a copy of the data")
	}
	value, err := c.do(ctx, w)
	if err == nil && c.digest() != c.id {
		err = errors.New("its settings changed while it ran; the function must not change them")
	}
	return value, err
}

// again encodes a part as it is stored, and returns a copy as it would be read.
func (c *cell) again(value any) (text []byte, copied any, err error) {
	if text, err = c.encode(value); err == nil {
		copied, err = c.decode(text)
	}
	return text, copied, err
}

// needsOf finds the parts in settings.
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

// within visits a value and everything that it contains, each address once. It does not descend into a value
// for which visit returns true.
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

// place is an address that was visited.
type place struct {
	of     reflect.Type
	at     uintptr
	length int // length of a list
}
