package samples

import (
	"cmp"
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// Take returns a copy of the samples with the given numbers, in this order, with all their steps. It panics if
// a number is out of range.
func (d Data) Take(numbers []int) Data {
	d, _ = TakeIn(nil, d, numbers) // the heap returns no error
	return d
}

// Append returns the samples of d followed by those of more. Like the built-in append, it may write to memory
// that d shares. Both must have the same features, steps and targets, and both or neither must have a mask and
// weights. The zero Data has no samples.
func (d Data) Append(more Data) Data {
	if d.Features == nil {
		d.Features, d.Steps, d.Outputs = more.Features, more.Steps, more.Outputs
	}
	d.X, d.Y = append(d.X, more.X...), append(d.Y, more.Y...)
	d.Mask, d.Weights = append(d.Mask, more.Mask...), append(d.Weights, more.Weights...)
	return d
}

// TakeIn is like [Data.Take] but allocates the copy in the given space, or on the heap if it is nil.
func TakeIn(space *spool.Space, d Data, numbers []int) (Data, error) {
	var errs [4]error
	d.X, errs[0] = taken(space, d.X, d.Steps*len(d.Features), numbers)
	d.Y, errs[1] = taken(space, d.Y, d.Steps*d.Targets(), numbers)
	d.Mask, errs[2] = taken(space, d.Mask, d.Steps, numbers)
	d.Weights, errs[3] = taken(space, d.Weights, 1, numbers)
	if err := cmp.Or(errs[:]...); err != nil {
		return Data{}, fmt.Errorf("samples: copying %d samples: %w", len(numbers), err)
	}
	if space != nil {
		d = In(space, d)
	}
	return d, nil
}

// taken is like fold.Take but allocates the rows in the given space.
func taken[E spool.Number](space *spool.Space, from []E, width int, rows []int) ([]E, error) {
	if from == nil {
		return nil, nil
	}
	to, err := spool.Make[E](space, len(rows)*width)
	if err != nil {
		return nil, err
	}
	return fold.TakeTo(to[:0], from, width, rows), nil
}
