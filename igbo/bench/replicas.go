package bench

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
)

// replicas counts the steps a second of 1, 2 and 4 trainings side by side on
// one backend, as study.Run does with its seeds.
func replicas(ctx context.Context, engine compute.Backend, cfg Config) (*Study, error) {
	size := paperStep()
	result := &Study{Header: []string{"replicas", "steps a second, all together", "against one"}}
	one := 0.0
	for _, n := range []int{1, 2, 4} {
		rate, err := throughput(ctx, engine, size, n, cfg.Rounds, cfg.Slice)
		if err != nil {
			return nil, err
		}
		if n == 1 {
			one = rate
		}
		result.Rows = append(result.Rows, []string{fmt.Sprint(n), fmt.Sprintf("%.0f", rate), fmt.Sprintf("%.2f×", rate/one)})
	}
	result.Findings = []string{fmt.Sprintf("The paper's IGBO step, %d threads; median of %d rounds.", cfg.Threads, cfg.Rounds)}
	return result, nil
}

// throughput is the median over rounds of the steps a second of n trainings.
func throughput(ctx context.Context, engine compute.Backend, size stepSize, n, rounds int, slice time.Duration) (float64, error) {
	steps := make([]*step, n)
	for i := range steps {
		p, err := newStepProblem(size)
		if err != nil {
			return 0, err
		}
		if steps[i], _, err = newStep(ctx, engine, p); err != nil {
			return 0, err
		}
	}
	each, err := repetitions(ctx, steps[0], slice)
	if err != nil {
		return 0, err
	}
	var rates []float64
	for range rounds {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		errs := make([]error, n)
		var wg sync.WaitGroup
		start := time.Now()
		for i, s := range steps {
			wg.Go(func() { _, errs[i] = s.Run(ctx, each) })
		}
		wg.Wait()
		rates = append(rates, float64(n*each)/time.Since(start).Seconds())
		for _, err := range errs {
			if err != nil {
				return 0, err
			}
		}
	}
	return median(rates), nil
}

// cache calls one executable with batches of several sizes: a graph is built
// and compiled at a shape's first call alone.
func cache(ctx context.Context, engine compute.Backend, _ Config) (*Study, error) {
	s := baseGRU()
	f, cfg := s.model(), s.attribution()
	store, err := drawn(engine, f, stepSeed, s.batch, s.steps, s.features)
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
	result := &Study{Header: []string{"call", "B", "time", "graphs built so far"}}
	var inputs []*tensors.Tensor
	for i, batch := range []int{16, 16, 12, 12, 16} {
		inputs = append(inputs, normal(4, batch, s.steps, s.features))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		start := time.Now()
		if _, err := exec.Call(inputs[i]); err != nil {
			return nil, fmt.Errorf("bench: %w", err)
		}
		result.Rows = append(result.Rows, []string{fmt.Sprint(i + 1), fmt.Sprint(batch), seconds(time.Since(start).Seconds()), fmt.Sprint(built)})
	}
	result.Findings = []string{"h alone, " + s.String() + " but for B."}
	return result, nil
}
