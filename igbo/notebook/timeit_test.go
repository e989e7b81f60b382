package notebook

import (
	"testing"
	"time"
)

// TestTimeit checks that calls are counted, and that time and memory are those of one call.
func TestTimeit(t *testing.T) {
	n := 0
	var kept []byte
	got := Timeit(20, 3, func() { n++; kept = make([]byte, 1000); time.Sleep(time.Millisecond) })
	if n < 3*20 || got.Repeats != 3 || got.Loops != 20 || got.Mean < time.Millisecond || got.StdDev < 0 {
		t.Errorf("%+v after %d calls", got, n)
	}
	if got.Allocations < 1 || got.Bytes < 1000 || len(kept) != 1000 {
		t.Errorf("%+v", got)
	}
	if mean, stdDev := spread([]float64{1, 3}); mean != 2 || stdDev < 1.414 || stdDev > 1.415 {
		t.Errorf("%v ± %v", mean, stdDev)
	}
}
