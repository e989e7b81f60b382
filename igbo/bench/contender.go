package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/bench/peer"
)

// Contender has done a piece of work once and does it again on request.
type Contender interface {
	// Name and Version say what it is.
	Name() string
	Version() string
	// Outputs are the results of the first run.
	Outputs() peer.Outputs
	// First is how long the first run took, compilation included.
	First() time.Duration
	// Run does the work n times and returns how long that took. Cancelling the
	// context ends it within one time.
	Run(ctx context.Context, n int) (time.Duration, error)
	// Close ends it.
	Close() error
}

// ours is what all of our own contenders have; each adds Run.
type ours struct {
	version string
	outputs peer.Outputs
	first   time.Duration
}

// versionOn says on what our contenders run.
func versionOn(engine compute.Backend) string { return "igbo on " + engine.Name() }

// Name implements Contender.
func (o *ours) Name() string { return "igbo" }

// Version implements Contender.
func (o *ours) Version() string { return o.version }

// Outputs implements Contender.
func (o *ours) Outputs() peer.Outputs { return o.outputs }

// First implements Contender.
func (o *ours) First() time.Duration { return o.first }

// Close implements Contender: there is no process to end.
func (o *ours) Close() error { return nil }

// Timing is what was measured of one contender, in seconds.
type Timing struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	// First is the first run, compilation included.
	First float64 `json:"first"`
	// Median and Min are of Rounds, one number a round: the mean time of a run.
	Median float64   `json:"median"`
	Min    float64   `json:"min"`
	Rounds []float64 `json:"rounds"`
	// Repetitions is how many runs a round averages over.
	Repetitions int `json:"repetitions"`
}

func (t *Timing) summarize() {
	t.Median, t.Min = median(t.Rounds), slices.Min(t.Rounds)
}

func median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}

// pause lets the worker threads of the last contender come to rest: those of
// OpenMP spin for a fifth of a second.
const pause = 300 * time.Millisecond

// race times contenders in turns: in every round each runs for about slice,
// in an order that alternates.
func race(ctx context.Context, contenders []Contender, rounds int, slice time.Duration) ([]Timing, error) {
	timings := make([]Timing, len(contenders))
	for i, c := range contenders {
		timings[i] = Timing{Name: c.Name(), Version: c.Version(), First: c.First().Seconds()}
		n, err := repetitions(ctx, c, slice)
		if err != nil {
			return nil, err
		}
		timings[i].Repetitions = n
	}
	order := make([]int, len(contenders))
	for i := range order {
		order[i] = i
	}
	for range rounds {
		for _, i := range order {
			if err := rest(ctx); err != nil {
				return nil, err
			}
			t := &timings[i]
			took, err := contenders[i].Run(ctx, t.Repetitions)
			if err != nil {
				return nil, fmt.Errorf("bench: %s: %w", t.Name, err)
			}
			t.Rounds = append(t.Rounds, took.Seconds()/float64(t.Repetitions))
		}
		slices.Reverse(order)
	}
	for i := range timings {
		timings[i].summarize()
	}
	return timings, nil
}

// rest waits out the pause, or ends with the context.
func rest(ctx context.Context) error {
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// repetitions is how many runs fill the slice of time, at least 1; without a
// slice it is 1, and the work is not run to find out.
func repetitions(ctx context.Context, c Contender, slice time.Duration) (int, error) {
	if slice == 0 {
		return 1, nil
	}
	for n := 1; ; n *= 4 {
		took, err := c.Run(ctx, n)
		if err != nil {
			return 0, fmt.Errorf("bench: %s: %w", c.Name(), err)
		}
		if took >= slice/5 {
			return max(1, int(float64(n)*float64(slice)/float64(took))), nil
		}
	}
}
