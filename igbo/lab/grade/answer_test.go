package grade

import "testing"

// TestKeptOutcomes checks that a cached outcome is read, but not if it is truncated or has a flipped bit anywhere.
func TestKeptOutcomes(t *testing.T) {
	o := outcome{Output: "course.Values: {\"values\":[\"0.5\"]}\n", Fault: "the program panicked"}
	text := o.text()
	if got, ok := outcomeOf(text); !ok || got != o {
		t.Errorf("read %+v, %t", got, ok)
	}
	for i := range text {
		if _, ok := outcomeOf(text[:i]); ok {
			t.Errorf("taken when cut at %d", i)
		}
		text[i] ^= 1
		if _, ok := outcomeOf(text); ok {
			t.Errorf("taken with byte %d changed", i)
		}
		text[i] ^= 1
	}
}
