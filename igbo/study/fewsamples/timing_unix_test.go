//go:build unix

package fewsamples

import (
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/studytest"
)

// timing asks for the times of result.json:
//
//	go test ./igbo/study/fewsamples -run TestTiming -args -timing
var timing = flag.Bool("timing", false, "measure the times of result.json")

// measureTimes times the methods of the first case on so many of its draws, tuning included, one after the other, by a clock such as the
// processor's: the mean over the draws to which a method applies.
func measureTimes(t *testing.T, c Config, draws int, clock func() time.Duration) (times []contest.Timing) {
	t.Helper()
	backend, k := backendtest.Open(t), c.Cases[0]
	var problems []*contest.Problem
	for i := range draws {
		problems = append(problems, must.Of(c.Draw(k, c.Seed0+int64(i))).In(t))
	}
	for _, name := range k.Methods {
		if name == bestRidge {
			continue
		}
		m, seconds, n := must.Of(c.method(k, name)).In(t), 0.0, 0
		for _, p := range problems {
			if m.Applies(p) != nil {
				continue
			}
			start := clock()
			_, _, err := contest.Tune(t.Context(), backend, m, p, contest.DefaultTuneOptions(c.Seed0))
			must.Do(t, err)
			seconds += (clock() - start).Seconds()
			n++
		}
		if n > 0 {
			times = append(times, contest.Timing{Name: name, Seconds: seconds / float64(n)})
		}
	}
	return times
}

// TestTiming measures the times of result.json, where it is asked to.
func TestTiming(t *testing.T) {
	if !*timing {
		t.Skip("measured with -timing alone")
	}
	r := studytest.Committed[*Result](t, Definition())
	const draws = 4
	times := measureTimes(t, r.Config, draws, studytest.Processor)
	r.Times = &Times{Methods: times, How: fmt.Sprintf("Processor seconds of all cores together (%d cores, %s/%s, embedded backend, a machine with other work): the mean over %d draws.",
		runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, draws)}
	studytest.Rewrite(t, r)
}

// TestMeasure: a method is timed by the clock that is given; one that does not apply has no time.
func TestMeasure(t *testing.T) {
	c := small()
	c.Cases[0].Methods = []string{unconstrained, ridge, intervals, contest.Deletion().Name()}
	ticks := time.Duration(0)
	clock := func() time.Duration { ticks += time.Second; return ticks }
	times := measureTimes(t, c, 2, clock)
	if len(times) != 3 {
		t.Fatalf("%+v", times)
	}
	for _, m := range times {
		if m.Seconds != 1 {
			t.Errorf("%s: %g seconds by a clock of one tick a look", m.Name, m.Seconds)
		}
	}
}
