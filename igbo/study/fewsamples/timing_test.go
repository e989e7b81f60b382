package fewsamples

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/study/contest"
)

// Measure times the methods of the first case on so many of its draws, tuning included, by a clock such as the
// processor's. Errors: settings that make no sense, no draws.
func Measure(ctx context.Context, backend compute.Backend, c Config, draws int, clock func() time.Duration) ([]contest.Timing, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	k := c.Cases[0]
	var problems []*contest.Problem
	for i := range draws {
		p, err := c.Draw(k, c.Seed0+int64(i))
		if err != nil {
			return nil, err
		}
		problems = append(problems, p)
	}
	var methods []contest.Method
	for _, name := range k.Methods {
		if name == bestRidge {
			continue
		}
		m, err := c.method(k, name)
		if err != nil {
			return nil, err
		}
		methods = append(methods, m)
	}
	return timed(ctx, backend, methods, problems, contest.DefaultTuneOptions(c.Seed0), clock)
}

// timed times methods on problems, one after the other: the mean over those that a method applies to, by a clock
// such as the processor's. Errors: no problem or clock; those of Tune.
func timed(ctx context.Context, b compute.Backend, methods []contest.Method, problems []*contest.Problem, o contest.TuneOptions, clock func() time.Duration) ([]contest.Timing, error) {
	if len(problems) == 0 || clock == nil {
		return nil, errors.New("fewsamples: nothing to time, expected a problem and a clock")
	}
	var times []contest.Timing
	for _, m := range methods {
		t, n := contest.Timing{Name: m.Name()}, 0
		for _, p := range problems {
			if m.Applies(p) != nil {
				continue
			}
			start := clock()
			if _, _, err := contest.Tune(ctx, b, m, p, o); err != nil {
				return nil, err
			}
			t.Seconds += (clock() - start).Seconds()
			n++
		}
		if n > 0 {
			t.Seconds /= float64(n)
			times = append(times, t)
		}
	}
	return times, nil
}

// TestTimed: a method is timed by the clock that is given; one that does not apply has no time.
func TestTimed(t *testing.T) {
	c := small()
	p, err := c.Draw(c.Cases[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	ticks := time.Duration(0)
	times, err := timed(t.Context(), nil, []contest.Method{contest.Ridge(), contest.Deletion()}, []*contest.Problem{p, p},
		contest.DefaultTuneOptions(1), func() time.Duration { ticks += time.Second; return ticks })
	if err != nil || len(times) != 1 || times[0].Seconds != 1 {
		t.Errorf("%+v, want a second of ridge, %v", times, err)
	}
}
