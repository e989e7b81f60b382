package workload

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// Call is our contender for a graph with fixed inputs: model.Exec on a store.
type Call struct {
	ours
	exec    *model.Exec
	inputs  []any
	planned int64
}

// Planned returns the bytes of the memory block that the embedded backend plans for a call, without inputs and outputs. It returns 0 for
// other backends.
func (c *Call) Planned() int64 { return c.planned }

// compileCall compiles a graph and does not run it.
func compileCall[F model.ExecGraphFn](engine compute.Backend, store *model.Store, build F, inputs ...*tensors.Tensor) (*Call, error) {
	c := &Call{ours: newOurs(engine)}
	var dims []shapes.Shape
	for _, t := range inputs {
		c.inputs, dims = append(c.inputs, t), append(dims, t.Shape())
	}
	took, err := timed(func() (err error) {
		if c.exec, err = model.NewExec(engine, store, build); err != nil {
			return err
		}
		g, err := c.exec.Compile(dims...)
		if err == nil {
			c.ready.Graph = len(g.Nodes())
			if planned, ok := g.Executable().(interface{ Memory() int }); ok {
				c.planned = int64(planned.Memory())
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("workload: %w", err)
	}
	c.ready.First, c.ready.Compile = took, &took
	return c, nil
}

// NewCall compiles a graph and runs it once. The names are those of its outputs; the last name takes all remaining outputs.
func NewCall[F model.ExecGraphFn](engine compute.Backend, store *model.Store, build F, names []string, inputs ...*tensors.Tensor) (*Call, error) {
	c, err := compileCall(engine, store, build, inputs...)
	if err != nil {
		return nil, err
	}
	var out []*tensors.Tensor
	took, err := timed(func() (err error) {
		out, err = c.exec.Call(c.inputs...)
		return err
	})
	if err == nil {
		c.ready.First = sum(*c.ready.Compile, took)
		c.outputs, err = namedOutputs(out, names...)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("workload: %w", err), c.Close())
	}
	return c, nil
}

// Close frees the executables.
func (c *Call) Close() error {
	c.exec.Finalize()
	return nil
}

// Run implements Contender. It waits for every result.
func (c *Call) Run(ctx context.Context, n int) (reference.Clocks, error) {
	return timed(func() error {
		for range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			out, err := c.exec.Call(c.inputs...)
			if err != nil {
				return err
			}
			if err := awaited(out); err != nil {
				return err
			}
		}
		return nil
	})
}

// awaited reads the smallest result of a call and frees all results. If it is available, all are.
func awaited(out []*tensors.Tensor) error {
	smallest := slices.MinFunc(out, func(a, b *tensors.Tensor) int { return a.Size() - b.Size() })
	err := smallest.ConstFlatData(func(any) {})
	for _, t := range out {
		err = errors.Join(err, t.FinalizeAll())
	}
	return err
}
