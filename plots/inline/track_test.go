package inline

import (
	"strings"
	"sync"
	"testing"
)

// TestTrack checks that there is no bar without a call, one bar for all calls, and that it finishes
// once.
func TestTrack(t *testing.T) {
	var out strings.Builder
	bars := 0
	step := track(func(total int) *ProgressBar {
		bars++
		return newProgress("teachers", total, false, &out)
	})
	if bars != 0 || out.Len() != 0 {
		t.Fatalf("%d bars before the first step: %q", bars, out.String())
	}
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() { step(i, 40) })
	}
	wg.Wait()
	step(40, 40)
	step(40, 40)
	if text := out.String(); bars != 1 || strings.Count(text, "40 of 40") != 1 {
		t.Errorf("%d bars: %q", bars, text)
	}
}
