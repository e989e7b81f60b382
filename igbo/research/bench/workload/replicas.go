package workload

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// replicas runs trainings at the same time on one backend, as workflow.Run does with its seeds. A run is one step of each
// training.
type replicas struct {
	ours
	steps []race.Contender
	per   int
}

// SideBySide returns a contender with n trainings. A run always has two steps in total.
func (s StepSize) SideBySide(n int) Maker {
	return func(ctx context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
		r := &replicas{ours: newOurs(engine), per: 2 / n}
		var work *reference.Work
		for range n {
			one, w, err := s.Driven(1)(ctx, engine)
			if err != nil {
				return nil, nil, errors.Join(err, r.Close())
			}
			r.steps, work = append(r.steps, one), w
		}
		r.outputs, r.ready = r.steps[0].Outputs(), r.steps[0].Ready()
		return r, work, nil
	}
}

// Run implements Contender with n steps of each of two trainings, or 2n of one.
func (r *replicas) Run(ctx context.Context, n int) (reference.Clocks, error) {
	return timed(func() error {
		errs := make([]error, len(r.steps))
		var wg sync.WaitGroup
		for i, s := range r.steps {
			wg.Go(func() { _, errs[i] = s.Run(ctx, n*r.per) })
		}
		wg.Wait()
		return errors.Join(errs...)
	})
}

// Close frees the trainings.
func (r *replicas) Close() error {
	var err error
	for _, s := range slices.Backward(r.steps) {
		err = errors.Join(err, s.Close())
	}
	return err
}
