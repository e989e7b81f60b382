//go:build unix

package routing

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// processor is the time that this process has taken of all cores.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestTiming measures the times of result.json, where it is asked to.
func TestTiming(t *testing.T) {
	if !*timing {
		t.Skip("measured with -timing alone: it takes long")
	}
	r := onDisk(t)
	c := r.Config
	c.Seeds = 2
	if *laws != "" {
		c.Laws = strings.Split(*laws, ",")
	}
	r.Timing = &Timing{How: fmt.Sprintf("Times are processor seconds of all cores together (%d cores, %s/%s, embedded backend, a machine with other work): %d trainings, and %d rounds of attributions along both paths in turns.",
		runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, c.Seeds, 10)}
	for _, law := range c.Laws {
		if datasets.FindLaw(law) == nil {
			continue
		}
		found, err := Measure(t.Context(), backendtest.Open(t), c, law, 10, processor)
		if err != nil {
			t.Fatal(err)
		}
		r.Timing.Laws = append(r.Timing.Laws, found)
	}
	write(t, r)
}

// TestMeasure: a law is timed by the clock that is given.
func TestMeasure(t *testing.T) {
	c := few()
	c.Seeds = 1
	ticks := time.Duration(0)
	clock := func() time.Duration { ticks += time.Second; return ticks }
	found, err := Measure(t.Context(), backendtest.Open(t), c, "ring", 2, clock)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the ratio of a clock of one tick a look", found.Ratio.Mean, 1, 0)
	near(t, "seconds of training", found.Training.Mean, 1, 0)
	for _, bad := range []func() error{
		func() error { _, err := Measure(t.Context(), nil, c, "ring", 2, clock); return err },
		func() error { _, err := Measure(t.Context(), backendtest.Open(t), c, "ring", 0, clock); return err },
		func() error { _, err := Measure(t.Context(), backendtest.Open(t), c, "spiral", 1, clock); return err },
		func() error {
			_, err := Measure(t.Context(), backendtest.Open(t), Config{}, "ring", 1, clock)
			return err
		},
	} {
		if bad() == nil {
			t.Error("nonsense is measured")
		}
	}
}
