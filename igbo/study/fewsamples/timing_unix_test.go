//go:build unix

package fewsamples

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study"
)

// timing asks for the times of result.json:
//
//	go test ./igbo/study/fewsamples -run TestTiming -args -timing
var timing = flag.Bool("timing", false, "measure the times of result.json")

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
		t.Skip("measured with -timing alone")
	}
	r, err := study.Reported[*Result](Definition())
	if err != nil {
		t.Fatal(err)
	}
	const draws = 4
	times, err := Measure(t.Context(), backendtest.Open(t), r.Config, draws, processor)
	if err != nil {
		t.Fatal(err)
	}
	r.Times = &Times{Methods: times, How: fmt.Sprintf("Processor seconds of all cores together (%d cores, %s/%s, embedded backend, a machine with other work): the mean over %d draws.",
		runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, draws)}
	text, err := study.MarshalJSON(r)
	if err == nil {
		err = os.WriteFile("result.json", text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestMeasure: a method is timed by the clock that is given.
func TestMeasure(t *testing.T) {
	c := small()
	c.Cases[0].Methods = []string{unconstrained, ridge, intervals}
	ticks := time.Duration(0)
	clock := func() time.Duration { ticks += time.Second; return ticks }
	times, err := Measure(t.Context(), backendtest.Open(t), c, 2, clock)
	if err != nil || len(times) != 3 {
		t.Fatalf("%+v, %v", times, err)
	}
	for _, m := range times {
		if m.Seconds != 1 {
			t.Errorf("%s: %g seconds by a clock of one tick a look", m.Name, m.Seconds)
		}
	}
	if _, err := Measure(t.Context(), backendtest.Open(t), c, 0, clock); err == nil {
		t.Error("no draws are timed")
	}
	if _, err := Measure(t.Context(), backendtest.Open(t), Config{}, 1, clock); err == nil {
		t.Error("no case is timed")
	}
}
