package race

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/gomlx/compute/support/xslices"
)

// Race times contenders in turns. In every round each contender runs for about one slice, in an alternating order. The first
// contender is ours.
type Race struct {
	contenders []Contender
	Timings    []Timing // one for each contender, in the same order
	Faults     []error  // of contenders that dropped out
	per        int      // steps in a run
	pause      time.Duration
}

// New returns a race of contenders, ours first. Each run has per steps and follows a pause.
func New(contenders []Contender, per int, pause time.Duration) *Race {
	r := &Race{contenders: contenders, Faults: make([]error, len(contenders)), per: per, pause: pause}
	for _, c := range contenders {
		r.Timings = append(r.Timings, NewTiming(c))
	}
	return r
}

// Run runs the rounds. A peer that fails drops out; only our own failure and the context end the race. Run keeps the rounds in
// which all contenders took part.
func (r *Race) Run(ctx context.Context, rounds int, slice time.Duration) error {
	err := r.warmUp(ctx, slice)
	order := xslices.Iota(0, len(r.contenders))
	for round := 0; round < rounds && err == nil; round++ {
		err = r.round(ctx, order)
		slices.Reverse(order)
	}
	r.close(ctx)
	return err
}

// warmUp finds the number of repetitions that fill a slice.
func (r *Race) warmUp(ctx context.Context, slice time.Duration) error {
	for i, c := range r.contenders {
		n, err := Repetitions(ctx, c, slice)
		r.Timings[i].Repetitions = n
		if err := r.drop(ctx, i, err); err != nil {
			return err
		}
	}
	return nil
}

func (r *Race) round(ctx context.Context, order []int) error {
	for _, i := range order {
		if r.Faults[i] != nil {
			continue
		}
		if err := r.rest(ctx); err != nil {
			return err
		}
		took, err := r.contenders[i].Run(ctx, r.Timings[i].Repetitions)
		if err == nil {
			r.Timings[i].add(took, r.per)
		}
		if err := r.drop(ctx, i, err); err != nil {
			return err
		}
	}
	return nil
}

// drop removes a contender that failed. It returns an error if the race must end.
func (r *Race) drop(ctx context.Context, i int, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case i == 0:
		return fmt.Errorf("race: %w", err)
	}
	r.Faults[i] = err
	return nil
}

// close summarizes the rounds that all remaining contenders took part in, and measures the memory.
func (r *Race) close(ctx context.Context) {
	full := len(r.Timings[0].Rounds)
	for i, t := range r.Timings {
		if r.Faults[i] == nil {
			full = min(full, len(t.Rounds))
		}
	}
	for i, c := range r.contenders {
		if r.Faults[i] != nil {
			r.Timings[i].summarize(0)
			continue
		}
		r.Timings[i].summarize(full)
		bytes, err := c.Memory(ctx)
		if err == nil {
			r.Timings[i].Memory = bytes
		} else if i > 0 && ctx.Err() == nil {
			r.Faults[i] = err
		}
	}
}

// rest waits for the pause, or until the context ends.
func (r *Race) rest(ctx context.Context) error {
	select {
	case <-time.After(r.pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Repetitions returns how many runs fill the slice of time, at least 1. Without a slice it returns 1 without running the work.
func Repetitions(ctx context.Context, c Contender, slice time.Duration) (int, error) {
	if slice == 0 {
		return 1, nil
	}
	for n := 1; ; n *= 4 {
		took, err := c.Run(ctx, n)
		switch {
		case err != nil:
			return 0, err
		case took.Wall >= slice/5:
			return max(1, int(float64(n)*float64(slice)/float64(took.Wall))), nil
		case n > maxRepetitions:
			return 0, errors.New("race: the work is too short to measure")
		}
	}
}

// maxRepetitions bounds the search, because no work takes less than a nanosecond.
const maxRepetitions = 1 << 30
