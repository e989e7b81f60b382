//go:build unix

package fewsamples

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/processor"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// timing enables the measurement of the times of result.json:
//
//	go test ./igbo/research/study/fewsamples -run TestTiming -args -timing
var timing = flag.Bool("timing", false, "measure the times of result.json")

// measureTimes times the methods of the first case on some of its draws, including tuning, one after the other, with a clock
// such as the CPU time. The result is the mean over the draws to which a method applies. It returns an error for invalid
// settings, no draws, or an error of Tune.
func measureTimes(ctx context.Context, backend compute.Backend, c Config, draws int, clock func() time.Duration) (times []benchmark.Timing, err error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if draws < 1 {
		return nil, errors.New("fewsamples: no draws, want at least one")
	}
	k := c.Cases[0]
	problems := make([]*benchmark.Problem, draws)
	for i := range problems {
		if problems[i], err = c.Draw(k, c.Seed0+int64(i)); err != nil {
			return nil, err
		}
	}
	for _, name := range k.Methods {
		if name == bestRidge {
			continue
		}
		m, err := c.method(k, name)
		if err != nil {
			return nil, err
		}
		t, n := benchmark.Timing{Name: name}, 0
		for _, p := range problems {
			if m.Applies(p) != nil {
				continue
			}
			start := clock()
			if _, _, err := benchmark.Tune(ctx, backend, m, p, benchmark.DefaultTuneOptions(c.Seed0)); err != nil {
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

// TestTiming measures the times of result.json if the flag is set.
func TestTiming(t *testing.T) {
	if !*timing {
		t.Skip("measured with -timing alone")
	}
	r := studytest.Committed[*Result](t, Definition())
	const draws = 4
	times := must.Of(measureTimes(t.Context(), backendtest.Open(t), r.Config, draws, processor.Time)).In(t)
	r.Times = &Times{Methods: times, How: fmt.Sprintf("Processor seconds of all cores together (%d cores, %s/%s, embedded backend, a machine with other work): the mean over %d draws.",
		runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, draws)}
	studytest.Rewrite(t, r)
}

// TestMeasure checks that a method is timed with the given clock, and that a method that does not apply has no time.
func TestMeasure(t *testing.T) {
	c := small()
	c.Cases[0].Methods = []string{unconstrained, ridge, intervals, benchmark.Deletion().Name()}
	ticks := time.Duration(0)
	clock := func() time.Duration { ticks += time.Second; return ticks }
	times, err := measureTimes(t.Context(), backendtest.Open(t), c, 2, clock)
	if err != nil || len(times) != 3 {
		t.Fatalf("%+v, %v", times, err)
	}
	for _, m := range times {
		if m.Seconds != 1 {
			t.Errorf("%s: %g seconds by a clock of one tick a look", m.Name, m.Seconds)
		}
	}
	if _, err := measureTimes(t.Context(), backendtest.Open(t), c, 0, clock); err == nil {
		t.Error("no draws are timed")
	}
	if _, err := measureTimes(t.Context(), backendtest.Open(t), Config{}, 1, clock); err == nil {
		t.Error("no case is timed")
	}
}
