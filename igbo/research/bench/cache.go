package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
)

// cache calls one executable with batches of several sizes. A graph is built and compiled only at the first call with a shape.
func cache(ctx context.Context, engine compute.Backend, _ Config) (*outcome.Study, error) {
	s := workload.GRUSize()
	f, cfg := s.Model(), s.Attribution()
	store, err := workload.Draw(engine, f, workload.Seed, s.Batch, s.Steps, s.Features)
	if err != nil {
		return nil, err
	}
	built := 0
	exec, err := model.NewExec(engine, store, func(scope *model.Scope, x *Node) *Node {
		built++
		return attribution.Cumulative(scope.At("model"), f, x, cfg)
	})
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	defer exec.Finalize()
	result := &outcome.Study{Header: []string{"call", "B", "time", "graphs built so far"}}
	var inputs []*tensors.Tensor
	for i, batch := range []int{16, 16, 12, 12, 16} {
		inputs = append(inputs, workload.Normal(4, batch, s.Steps, s.Features))
		if err := ctx.Err(); err != nil {
			return result, err
		}
		start := time.Now()
		if _, err := exec.Call(inputs[i]); err != nil {
			return nil, fmt.Errorf("bench: %w", err)
		}
		result.Rows = append(result.Rows, []string{fmt.Sprint(i + 1), fmt.Sprint(batch), outcome.Seconds(time.Since(start).Seconds()), fmt.Sprint(built)})
	}
	result.Findings = []string{"Only h, " + s.String() + " except for B."}
	return result, nil
}
