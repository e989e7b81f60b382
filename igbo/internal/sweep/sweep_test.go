package sweep

import (
	"slices"
	"testing"
)

// TestPart checks that n calls return every case once, and that an exhaustive run returns all cases in each call.
func TestPart(t *testing.T) {
	cases := []int{0, 1, 2, 3, 4, 5, 6}
	for value, want := range map[string]int{"": 1, "1": 3} {
		t.Setenv("IGBO_EXHAUSTIVE", value)
		var met []int
		for turn := range 3 {
			met = append(met, Part(cases, 3, 3*turn+turn)...)
		}
		slices.Sort(met)
		for _, c := range cases {
			if n := len(met) - len(slices.DeleteFunc(slices.Clone(met), func(m int) bool { return m == c })); n != want {
				t.Errorf("IGBO_EXHAUSTIVE=%q: case %d is met %d times, want %d", value, c, n, want)
			}
		}
		if got := Count(2, 5); (got == 5) != Whole() {
			t.Errorf("IGBO_EXHAUSTIVE=%q: %d cases", value, got)
		}
	}
}
