package parallel

import (
	"sync/atomic"
	"testing"
)

// TestForCallsEachOnce checks that every index is used exactly once, for any number of indices.
func TestForCallsEachOnce(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 2, 1000} {
		calls := make([]atomic.Int32, max(0, n))
		For(n, func(i int) { calls[i].Add(1) })
		for i := range calls {
			if c := calls[i].Load(); c != 1 {
				t.Errorf("n = %d: %d calls of %d", n, c, i)
			}
		}
	}
}
