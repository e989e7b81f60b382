package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
)

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
