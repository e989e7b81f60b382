package notebook

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"
)

// Timing is how long a function takes.
type Timing struct {
	// Runs is how often it ran, in so many Batches, which are timed.
	Runs, Batches int
	// Median, Least and Most are a run's times, each the mean of a batch.
	Median, Least, Most time.Duration
	// Allocations and Bytes are what a run allocates, with what other goroutines do meanwhile.
	Allocations, Bytes float64
}

const (
	benchTime  = time.Second           // that a function is run for
	batchTime  = 20 * time.Millisecond // that a batch takes at least
	leastBatch = 3                     // of a slow function
)

// Bench runs a function again and again for about a second, a slow one three times after a first.
// It is what %%bench calls.
func Bench(f func()) Timing {
	n := 1
	for begin := time.Now(); ; begin = time.Now() { // the first runs warm caches
		for range n {
			f()
		}
		if d := time.Since(begin); d >= batchTime || n > math.MaxInt/4 {
			break
		}
		n *= 2
	}
	var before, after runtime.MemStats
	t := Timing{}
	var times []time.Duration
	runtime.ReadMemStats(&before)
	for begin := time.Now(); len(times) < leastBatch || time.Since(begin) < benchTime; {
		start := time.Now()
		for range n {
			f()
		}
		times = append(times, time.Since(start)/time.Duration(n))
	}
	runtime.ReadMemStats(&after)
	t.Batches, t.Runs = len(times), n*len(times)
	t.Allocations = float64(after.Mallocs-before.Mallocs) / float64(t.Runs)
	t.Bytes = float64(after.TotalAlloc-before.TotalAlloc) / float64(t.Runs)
	slices.Sort(times)
	t.Median, t.Least, t.Most = times[len(times)/2], times[0], times[len(times)-1]
	return t
}

// String is one line.
func (t Timing) String() string {
	return fmt.Sprintf("%v a run, %v to %v in %d batches of %d; %.0f allocations, %.0f bytes in all", t.Median, t.Least, t.Most, t.Batches, t.Runs/t.Batches, t.Allocations, t.Bytes)
}
