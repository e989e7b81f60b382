package train

import (
	"testing"
	"time"
)

// TestPace checks that calls become longer while they are short, that a call has one step if a
// single step takes longer than longestCall, and that the configured limit is never exceeded.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		most int
		each time.Duration // duration of a step
		want int           // final number of steps per call
	}{
		{200, time.Microsecond, 200},
		{1, time.Microsecond, 1},
		{5, time.Millisecond, 5},
		{1000, 10 * time.Millisecond, 50},
		{200, 3 * time.Second, 1},
	} {
		p := newPace(c.most)
		for range 20 {
			n := p.steps
			p.adapt(n, time.Duration(n)*c.each)
			if p.steps < 1 || p.steps > c.most {
				t.Fatalf("%d steps of %s a call, want 1 to %d", p.steps, c.each, c.most)
			}
		}
		if took := time.Duration(p.steps) * c.each; p.steps > c.want || p.steps < min(c.want, 16) && c.each < longestCall || took > longestCall && p.steps > 1 {
			t.Errorf("steps of %s: %d a call in the end, want about %d", c.each, p.steps, c.want)
		}
	}
}
