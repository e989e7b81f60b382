package bench

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
)

// memory times h, alone and with its gradient, for chunks of M^a points, beside
// the peak of memory: the paper's memory M^a against time M^(1−a). That of the
// embedded backend is the size of the Go heap; that of XLA, whose memory
// is its own, the process's on the host.
func memory(ctx context.Context, engine compute.Backend, cfg Config) (*outcome.Study, error) {
	s := workload.SequenceSize{Hidden: 32, Batch: 64, Steps: 64, Features: 8, Points: 32}
	if cfg.target() == outcome.Embedded {
		s.Steps = 16 // chunks and steps are unrolled: at 64 a graph of a point a chunk has millions of operations
	}
	result := &outcome.Study{Header: []string{"work", "a", "chunk", "peak", "shortest of 3", "first run"}}
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
	reported := ". Peak of the Go heap in use during a run, above what was in use before (the compiled graph), sampled each millisecond, collected at 2 % growth."
	if cfg.target() != outcome.Embedded {
		reported = ". Peak of the process's resident memory on the host from before compilation to the end of a run."
	}
	result.Findings = []string{s.String() + reported}
	return result, nil
}

// What memory is measured of.
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
	peak := func() int64 { n, _ := c.Memory(ctx); return n } // which knows no error
	if target == outcome.Embedded {
		peak = watchHeap()
	}
	_, err = c.Run(ctx, 1)
	bytes := peak()
	if err != nil {
		return nil, err
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

// watchHeap samples the heap until the returned function is called, which
// gives the largest growth in bytes.
func watchHeap() func() int64 {
	debug.FreeOSMemory()
	debug.FreeOSMemory()             // pools give back at the second collection
	percent := debug.SetGCPercent(2) // else garbage hides what is in use
	use := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse
	}
	before, most := use(), uint64(0)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			most = max(most, use())
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	return func() int64 {
		close(stop)
		<-stopped
		debug.SetGCPercent(percent)
		return int64(max(most, before) - before)
	}
}
