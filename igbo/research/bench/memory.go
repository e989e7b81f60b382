package bench

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
)

// memory measures the time and the memory of h, alone and with its gradient, for chunks of M^a points: the paper states memory M^a against
// time M^(1−a). The memory of the embedded backend is what it plans for a call. XLA does not report its own, so there it is the peak of the
// process on the host.
func memory(ctx context.Context, engine compute.Backend, cfg Config) (*outcome.Study, error) {
	s := workload.SequenceSize{Hidden: 32, Batch: 64, Steps: 64, Features: 8, Points: 32}
	result := &outcome.Study{Header: []string{"work", "a", "chunk", "memory", "shortest of 3", "first run"}}
	for _, work := range []string{onlyScores, withGradient, recomputed} {
		for _, a := range []float64{0, 0.25, 0.5, 0.75, 1} {
			cfg.logf("  %s, a = %g", work, a)
			line, err := chunkLine(ctx, engine, cfg.target(), s, a, work)
			if err != nil {
				return result, err
			}
			result.Rows = append(result.Rows, line)
		}
	}
	reported := ". Memory is the size of the block that the embedded backend allocates for a call, without inputs and outputs."
	if cfg.target() != outcome.Embedded {
		reported = ". Memory is the growth of the process's peak resident memory on the host, from before compilation to the end of a run."
	}
	result.Findings = []string{s.String() + reported}
	return result, nil
}

// The workloads whose memory is measured.
const (
	onlyScores   = "h"
	withGradient = "h and gradient"
	recomputed   = "h and gradient, recomputed"
)

func chunkLine(ctx context.Context, engine compute.Backend, target outcome.Target, s workload.SequenceSize, a float64, work string) ([]string, error) {
	cfg := s.Attribution()
	cfg.Chunk, cfg.Recompute = int(math.Ceil(math.Pow(float64(s.Points), a)-1e-9)), work == recomputed
	c, err := newScores(engine, s.Model(), s, cfg, work != onlyScores)
	if err != nil {
		return nil, err
	}
	if _, err := c.Run(ctx, 1); err != nil {
		return nil, err
	}
	bytes := c.Planned()
	if target != outcome.Embedded {
		bytes, _ = c.Memory(ctx) // it returns no error
	}
	t, _, err := best(ctx, c, 3)
	if err != nil {
		return nil, err
	}
	first := c.Ready().First.Wall.Seconds()
	return []string{
		work, fmt.Sprint(a), fmt.Sprint(cfg.Chunk), fmt.Sprintf("%.0f MB", float64(bytes)/1e6), outcome.Seconds(t), outcome.Seconds(first),
	}, c.Close()
}
