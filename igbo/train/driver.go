package train

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/optimizer"
	"github.com/gomlx/gomlx/support/exceptions"

	"github.com/igbolab/igbolab/igbo/scan"
)

// Driver runs the steps of a training on any backend, instead of GoMLX's Trainer and Loop. It
// performs the same arithmetic as GoMLX and produces the same weights. It compiles one graph per
// batch shape. The only result of a step is its history record, a small vector.
//
// A Driver computes no metrics except the history. Losses that the model adds with GoMLX's
// AddRegularizationLoss are part of L. Updates that the model registers for every step are applied.
type Driver struct {
	config  DriverConfig
	backend compute.Backend
	store   *model.Store
	modelFn func(scope *model.Scope, inputs []*graph.Node) *graph.Node
	lossFn  func(labels, predictions []*graph.Node) *graph.Node

	optimizer *Optimizer
	history   *History
	loops     bool // whether the backend can build loops
	programs  map[program]*model.Exec
}

// DriverConfig holds the settings of a Driver.
type DriverConfig struct {
	// StepsPerCall is the largest number of steps per call to the backend. It must be at least 1.
	StepsPerCall int `json:"steps_per_call"`
}

// DefaultDriverConfig returns one step per call.
func DefaultDriverConfig() DriverConfig { return DriverConfig{StepsPerCall: 1} }

// Validate checks every setting.
func (c DriverConfig) Validate() error {
	if c.StepsPerCall < 1 || c.StepsPerCall > maxStepsPerCall {
		return fmt.Errorf("train: StepsPerCall is %d, want 1 to %d", c.StepsPerCall, maxStepsPerCall)
	}
	return nil
}

// maxStepsPerCall limits the memory for the records of a call.
const maxStepsPerCall = 1 << 20

// NewDriver returns a Driver for the model in the store. modelFn and lossFn are the same as for a
// train.Trainer; a loss that is not a scalar is averaged. Like a Trainer, NewDriver removes the
// learning rate from the store, so that the optimiser's rate applies. Call Close when done.
func NewDriver(backend compute.Backend, store *model.Store, modelFn func(*model.Scope, []*graph.Node) *graph.Node,
	lossFn func(labels, predictions []*graph.Node) *graph.Node, o *Optimizer, h *History, cfg DriverConfig) (*Driver, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if backend == nil || store == nil || modelFn == nil || lossFn == nil || o == nil || o.inner == nil || h == nil {
		return nil, errors.New("train: making a driver: backend, store, model, loss, wrapped optimiser and history must not be nil")
	}
	if err := store.Scope(optimizer.Scope).DeleteVariable(optimizer.ParamLearningRate); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return &Driver{config: cfg, backend: backend, store: store, modelFn: modelFn, lossFn: lossFn,
		optimizer: o, history: h, loops: scan.Supported(backend), programs: map[program]*model.Exec{}}, nil
}

// Close frees the graphs.
func (d *Driver) Close() {
	if d == nil {
		return
	}
	for _, exec := range d.programs {
		exec.Finalize()
	}
	clear(d.programs)
}

// Run runs n steps on batches of a dataset and takes ownership of the dataset. first is the number of the first step,
// counted from 1.
//
// A backend call never continues past a step for which boundary returns true. After such a step, the store holds its state. A nil
// boundary means that there are no boundaries. If after is not nil, Run calls it for each step in order, after the call has
// finished and the history has its record. If a call has several steps, the store is then already at the end of the call.
//
// Run returns the context's error, which it checks before and after each call. It returns the
// errors of History.Add and of after; the store is then at the end of the step's call. It also
// returns the errors of the dataset, and an error if the dataset ends before the last step.
func (d *Driver) Run(ctx context.Context, source gomlx.Dataset, first, n int, boundary func(step int) bool, after func(step int) error) error {
	switch {
	case d == nil || d.programs == nil:
		return errors.New("train: the Driver was not created by NewDriver")
	case ctx == nil || source == nil:
		return errors.New("train: taking steps: the context and the dataset must not be nil")
	case first < 1:
		return fmt.Errorf("train: taking steps: the first step must be at least 1, got %d", first)
	case n < 0 || n > maxSteps-first:
		return fmt.Errorf("train: taking steps: the number of steps must be 0 to %d, got %d", maxSteps-first, n)
	}
	if n == 0 {
		return nil
	}
	if err := d.announce(first + n - 1); err != nil {
		return err
	}
	t, err := d.stepper(source, d.longest(first, n, boundary))
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	defer t.stop()
	p := newPace(d.config.StepsPerCall)
	for step := first; step < first+n && ctx.Err() == nil; {
		start := time.Now()
		records, err := t.take(until(step, min(p.steps, first+n-step), boundary))
		if err != nil {
			return fmt.Errorf("train: step %d: %w", step, err)
		}
		p.adapt(len(records), time.Since(start))
		for _, r := range records {
			if err := d.history.add(step, r); err != nil {
				return err
			}
			if after != nil {
				if err := after(step); err != nil {
					return err
				}
			}
			step++
		}
	}
	return ctx.Err()
}

// longest returns the number of steps in the longest expected call, which determines the capacity
// of calls. It is at most StepsPerCall. It is one if the backend cannot build loops, or if the
// history may end the run at a step.
func (d *Driver) longest(first, n int, boundary func(step int) bool) int {
	most := min(d.config.StepsPerCall, n)
	if !d.loops || d.history.StopAtOpposite {
		return 1
	}
	longest := 1
	for step := first; step < first+n && step-first < 4*most && longest < most; {
		k := until(step, min(most, first+n-step), boundary)
		longest, step = max(longest, k), step+k
	}
	return longest
}

// until returns the number of steps up to the next boundary, at most most.
func until(step, most int, boundary func(step int) bool) int {
	k := 1
	for k < most && (boundary == nil || !boundary(step+k-1)) {
		k++
	}
	return k
}

// stepper returns the method of taking steps on a dataset, with the given capacity per call.
func (d *Driver) stepper(source gomlx.Dataset, capacity int) (stepper, error) {
	if b, ok := source.(*Batches); ok && capacity > 1 && b.bytes() <= maxResident {
		return d.byIndex(b, capacity)
	} else if ok && capacity == 1 {
		return d.byRows(b)
	}
	next, end := iter.Pull2(source.Iter())
	return &byBatch{driver: d, capacity: capacity, name: source.Name(), next: next, end: end}, nil
}

// announce stores the number of the last step, as a GoMLX Loop does, because GoMLX's schedules read
// it.
func (d *Driver) announce(last int) error {
	err := exceptions.TryCatch[error](func() {
		v := d.store.Scope(gomlx.TrainerAbsoluteScope).VariableWithValue(gomlx.TrainLastStepVarName, int64(-1)).SetTrainable(false)
		if err := v.SetValue(tensors.FromScalar(int64(last))); err != nil {
			panic(err)
		}
	})
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}
