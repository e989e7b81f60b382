package workload

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// queue is our counterpart of the peers' queued calls. The batches are prepared in advance, each step is one graph, and only
// the loss of the last step is read. Real training reads every step; this contender measures the engine's part of a step.
type queue struct {
	ours
	exec    *model.Exec
	batches [][]any
	done    int
}

// Queued returns a contender that queues steps.
func (s StepSize) Queued(ctx context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
	return s.contend(engine, 1, func(p *stepProblem, store *model.Store) (stepper, error) {
		q := &queue{ours: newOurs(engine)}
		return q, q.open(ctx, engine, store, p)
	})
}

// open compiles the step and takes the first one.
func (q *queue) open(ctx context.Context, engine compute.Backend, store *model.Store, p *stepProblem) error {
	wrapped, _, err := p.wrapped()
	if err != nil {
		return err
	}
	q.exec, err = model.NewExec(engine, store, func(scope *model.Scope, x, y *Node) *Node {
		loss := squaredError([]*Node{y}, []*Node{p.graph(scope, []*Node{x})})
		wrapped.UpdateGraph(scope, x.Graph(), loss)
		return loss
	})
	if err != nil {
		return fmt.Errorf("workload: %w", err)
	}
	for b, err := range p.data.Iter() {
		if err != nil {
			return err
		}
		q.batches = append(q.batches, []any{b.Inputs[0], b.Labels[0]})
		if len(q.batches) == p.turn() {
			break
		}
	}
	q.ready.First, err = q.Run(ctx, 1)
	q.ready.Graph = p.nodes()
	return err
}

// Run implements Contender with n steps. It waits only for the last step.
func (q *queue) Run(ctx context.Context, n int) (reference.Clocks, error) {
	return timed(func() error {
		for i := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			out, err := q.exec.Call(q.batches[q.done%len(q.batches)]...)
			if err != nil {
				return err
			}
			q.done++
			if err := settled(out, i == n-1); err != nil {
				return err
			}
		}
		return nil
	})
}

// settled waits for a result, or frees it without reading it.
func settled(out []*tensors.Tensor, wait bool) error {
	if wait {
		return awaited(out)
	}
	return out[0].FinalizeAll()
}

// Close frees the graph.
func (q *queue) Close() error {
	q.exec.Finalize()
	return nil
}
