package studytest

import (
	"math"
	"runtime"
	"strings"
	"testing"
)

// Counts checks that every count is refused near 2⁶³, at 10¹¹, at 0 and below, with an
// error that says what was expected or how much memory it needs, before that
// memory is taken. Each function validates settings with the count that it is
// named after.
func Counts(t *testing.T, counts map[string]func(n int) error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, validate := range counts {
		for _, n := range []int{math.MaxInt, math.MaxInt - 1, math.MaxInt/2 + 1, 1e11, -1, 0, math.MinInt} {
			if err := validate(n); err == nil || !strings.Contains(err.Error(), "expected") && !strings.Contains(err.Error(), "needs about") {
				t.Errorf("%s = %d: error %v, want one that says what was expected or how much memory it needs", name, n, err)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 64<<20 {
		t.Errorf("refusing took %d bytes", taken)
	}
}
