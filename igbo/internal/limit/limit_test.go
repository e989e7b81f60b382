package limit

import "testing"

// TestCheck checks that the error names the first setting outside its range.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		settings []Int
		want     string
	}{
		{nil, ""},
		{[]Int{{"Folds", 2, 2, 5}, {"Repeats", 5, 2, 5}}, ""},
		{[]Int{{"Folds", 2, 2, 5}, {"Repeats", 1, 2, 5}, {"Steps", 9, 2, 5}}, "Repeats must be at least 2, got 1"},
		{[]Int{{"Folds", 6, 2, 5}, {"Repeats", 1, 2, 5}}, "Folds must be at most 5, got 6"},
	} {
		got := ""
		if err := Check(c.settings); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: error %q, want %q", c.settings, got, c.want)
		}
	}
}
