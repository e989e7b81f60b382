package cli

import (
	"strings"
	"testing"
	"time"
)

// TestRemainingIsMeasured checks that the estimate is within a factor of three of the truth, also if an earlier run did most of the work,
// and that there is none before a tenth is done.
func TestRemainingIsMeasured(t *testing.T) {
	start := time.Unix(1e9, 0)
	for _, before := range []int{0, 10, 500, 990} { // of 1000 parts, a second each
		r := remaining{start: start}
		for done := before; done < 1000; done++ {
			now := start.Add(time.Duration(done-before) * time.Second)
			text := r.text(now, done, 1000)
			left, ok := r.estimate(now, done, 1000)
			truth := time.Duration(1000-done) * time.Second
			if ok && (left > 3*truth || 3*left < truth) {
				t.Fatalf("%d were done, now %d: %s left, want %s", before, done, left, truth)
			}
			if ok == (text == "") || !ok && 8*(done-before) > 1000-before && done-before > 2 {
				t.Fatalf("%d were done, now %d: %q", before, done, text)
			}
		}
	}
	slow, at := remaining{start: start}, start
	for done := range 1000 { // the first twentieth takes 20 times as long
		text := slow.text(at, done, 1000)
		left, ok := slow.estimate(at, done, 1000)
		if truth := time.Duration(1000-done) * time.Second; ok && done > 150 && (left > 3*truth || 3*left < truth) {
			t.Fatalf("%d are done: %q, want %s", done, text, truth)
		}
		at = at.Add(time.Duration(map[bool]int{true: 20, false: 1}[done < 50]) * time.Second)
	}
	r := remaining{start: start}
	if text := r.text(start.Add(time.Hour), 50, 1000) + r.text(start.Add(time.Hour), 60, 1000); text != "" {
		t.Errorf("an estimate after a hundredth of the work: %q", text)
	}
	if _, ok := r.estimate(start.Add(time.Hour), 1000, 1000); ok {
		t.Error("time is left when all is done")
	}
	for d, want := range map[time.Duration]string{0: "1s", 3700 * time.Millisecond: "4s", 127 * time.Second: "2m10s", 5000 * time.Second: "1h20m0s", 40 * time.Hour: "40h0m0s"} {
		if got := rounded(d).String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s is rounded to %s, want %s", d, got, want)
		}
	}
}
