package notebook

import (
	"testing"
	"time"
)

// TestBench: a function's runs are counted, and its time and memory are those of one run.
func TestBench(t *testing.T) {
	n := 0
	var kept []byte
	got := Bench(func() { n++; kept = make([]byte, 1000); time.Sleep(time.Millisecond) })
	if n < got.Runs || got.Batches < 3 || got.Median < time.Millisecond || got.Median > 10*time.Second || got.Least > got.Median || got.Most < got.Median {
		t.Errorf("%+v after %d runs", got, n)
	}
	if got.Allocations < 1 || got.Bytes < 1000 || len(kept) != 1000 {
		t.Errorf("%+v", got)
	}
}
