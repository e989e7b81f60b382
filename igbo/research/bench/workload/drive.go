package workload

import (
	"context"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
	"github.com/igbolab/igbolab/igbo/train"
)

// drive is our contender that takes steps as igbo.Train does: it calls train.Driver, which reads the record of the history
// after every call. A run is one call.
type drive struct {
	ours
	driver  *train.Driver
	data    *train.Batches
	done    int // number of steps so far
	perCall int
}

// stepper is a contender that trains.
type stepper interface {
	race.Contender
	results() *reference.Outputs
}

// Driven returns a contender that takes steps as igbo.Train does, with per steps in a call.
func (s StepSize) Driven(per int) Maker {
	return func(ctx context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
		return s.contend(engine, per, func(p *stepProblem, store *model.Store) (stepper, error) {
			d := &drive{ours: newOurs(engine), data: p.data, perCall: per}
			return d, d.open(ctx, engine, store, p)
		})
	}
}

// Whole returns a contender whose run takes all steps of an epoch. It gathers the batches from the rows in the order of the
// epoch.
func (s StepSize) Whole(ctx context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
	c, work, err := s.contend(engine, s.Batches, func(p *stepProblem, store *model.Store) (stepper, error) {
		d := &drive{ours: newOurs(engine), data: p.data, perCall: 1}
		return epochs{d, s.Batches}, d.open(ctx, engine, store, p)
	})
	if err == nil {
		work.Settings["run"] = s.Batches
	}
	return c, work, err
}

// epochs is a drive whose run has several calls.
type epochs struct {
	*drive
	steps int
}

// Run implements Contender.
func (e epochs) Run(ctx context.Context, n int) (reference.Clocks, error) {
	return e.drive.Run(ctx, n*e.steps)
}

// contend creates a contender, and the peers' work from the same weights.
func (s StepSize) contend(engine compute.Backend, per int, open func(p *stepProblem, store *model.Store) (stepper, error)) (race.Contender, *reference.Work, error) {
	p, err := newStepProblem(s)
	if err != nil {
		return nil, nil, err
	}
	store, start, err := started(engine, p.f, Seed, p.Batch, 1, p.Features)
	if err != nil {
		return nil, nil, err
	}
	outputs, err := p.evaluate(engine, store)
	if err != nil {
		return nil, nil, err
	}
	c, err := open(p, store)
	if err != nil {
		return nil, nil, err
	}
	after, err := Variables(store)
	if err != nil {
		return nil, nil, err
	}
	outputs["weights"] = joined(after)
	*c.results() = outputs
	work, err := p.work(start, per)
	return c, work, err
}

// open compiles the steps and makes the first call.
func (d *drive) open(ctx context.Context, engine compute.Backend, store *model.Store, p *stepProblem) error {
	wrapped, history, err := p.wrapped()
	if err != nil {
		return err
	}
	d.driver, err = train.NewDriver(engine, store, p.graph, squaredError, wrapped, history, train.DriverConfig{StepsPerCall: d.perCall})
	if err != nil {
		return err
	}
	d.ready.First, err = d.Run(ctx, 1)
	d.ready.Graph = p.nodes()
	return err
}

// Run implements Contender with n calls.
func (d *drive) Run(ctx context.Context, n int) (reference.Clocks, error) {
	return timed(func() error {
		steps := n * d.perCall
		d.data.Start = d.done
		err := d.driver.Run(ctx, d.data, d.done+1, steps, nil, nil)
		d.done += steps
		return err
	})
}

// Close frees the graphs.
func (d *drive) Close() error {
	d.driver.Close()
	return nil
}
