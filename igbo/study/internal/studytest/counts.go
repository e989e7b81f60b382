package studytest

import (
	"math"
	"runtime"
	"strings"
	"testing"
)

// mostRefused is how many bytes the refusals of a study may take in all.
const mostRefused = 16 << 20

// Counts sets each count of a study's settings to numbers near ±2⁶³, to 10¹¹, 0
// and −1, and wants every one refused, with what was expected or how much memory it
// needs, before memory is taken.
func Counts[C interface{ Validate() error }](t *testing.T, defaults func() C, counts map[string]func(c *C, n int)) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, set := range counts {
		for _, n := range []int{math.MaxInt, math.MaxInt - 1, math.MaxInt/2 + 1, 1e11, -1, 0, math.MinInt} {
			c := defaults()
			set(&c, n)
			if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "expected") && !strings.Contains(err.Error(), "needs about") {
				t.Errorf("%s = %d: error %v, want one that says what was expected or how much memory it needs", name, n, err)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > mostRefused {
		t.Errorf("refusing took %d bytes, want at most %d", taken, mostRefused)
	}
}
