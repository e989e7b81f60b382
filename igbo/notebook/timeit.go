package notebook

import (
	"flag"
	"fmt"
	"math"
	"testing"
	"time"
)

// Timing holds the time and the allocations of a function.
type Timing struct {
	// Loops is the number of calls in the shortest of the Repeats measurements.
	Loops, Repeats int
	// Mean is the mean time of a call, and StdDev the standard deviation of the means of the measurements.
	Mean, StdDev time.Duration
	// Allocations and Bytes are per call. They include allocations by other goroutines during the
	// measurement.
	Allocations, Bytes float64
}

// repeatTime is the length of each measurement.
const repeatTime = "150ms"

// Timeit measures a function with [testing.Benchmark], the given number of times. Each measurement
// calls the function loops times or, if loops is 0, for 150 ms. The kernel's %timeit uses it.
func Timeit(loops, repeats int, f func()) Timing {
	testing.Init()
	of := flag.Lookup("test.benchtime").Value
	before := of.String()
	defer of.Set(before) // the value was valid
	if loops > 0 {
		_ = of.Set(fmt.Sprintf("%dx", loops)) // the value is valid
	} else {
		_ = of.Set(repeatTime)
	}
	t := Timing{Repeats: max(repeats, 1), Loops: math.MaxInt}
	var means []float64
	for range t.Repeats {
		r := testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
		n := float64(max(r.N, 1))
		means = append(means, float64(r.T)/n)
		t.Loops = min(t.Loops, r.N)
		t.Allocations += float64(r.MemAllocs) / n / float64(t.Repeats)
		t.Bytes += float64(r.MemBytes) / n / float64(t.Repeats)
	}
	mean, stdDev := spread(means)
	t.Mean, t.StdDev = time.Duration(math.Round(mean)), time.Duration(math.Round(stdDev))
	return t
}

// spread returns the mean and the standard deviation, which is 0 for one value.
func spread(values []float64) (mean, stdDev float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	if len(values) < 2 {
		return mean, 0
	}
	for _, v := range values {
		stdDev += (v - mean) * (v - mean) / float64(len(values)-1)
	}
	return mean, math.Sqrt(stdDev)
}

// String returns the timing in one line.
func (t Timing) String() string {
	return fmt.Sprintf("%v ± %v a call (mean ± standard deviation of %d measurements of at least %d calls), %.0f allocations, %.0f bytes",
		t.Mean, t.StdDev, t.Repeats, t.Loops, t.Allocations, t.Bytes)
}
