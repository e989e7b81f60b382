package lab

import (
	"math"
	"testing"
)

// TestKernelsFitIntoMemory checks the number of concurrent notebooks, which memory and cores limit, and which is one if the memory is
// unknown.
func TestKernelsFitIntoMemory(t *testing.T) {
	const gib = 1 << 30
	for _, c := range []struct {
		bytes float64
		known bool
		cores int
		want  int
	}{
		{64 * gib, true, 4, 4}, {8 * gib, true, 64, 2}, {2 * gib, true, 8, 1}, {0, true, 8, 1}, {math.Inf(1), false, 8, 1},
	} {
		if got := kernels(c.bytes, c.known, c.cores); got != c.want {
			t.Errorf("%g bytes, known %t, %d cores: %d at once, want %d", c.bytes, c.known, c.cores, got, c.want)
		}
	}
}
