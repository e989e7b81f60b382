//go:build unix

package proxy

import (
	"slices"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/lab/kernel/wire"
)

// TestLatency measures what the proxy adds to a cell, in turn with GoNB alone: below 5 ms on an idle
// machine. What it fails on is ten times that, as the machine may be busy.
func TestLatency(t *testing.T) {
	if !sweep.Whole() {
		t.Skip("times of a machine that is busy with other tests say little; IGBO_EXHAUSTIVE=1 measures")
	}
	kernels := []*wire.Kernel{startBare(t), startKernel(t)}
	execute(t, kernels[0], "%noautoget")
	for _, code := range []string{"!true", "import \"fmt\"\n%%\nfmt.Println(1)"} {
		times := make([][]time.Duration, 2)
		for range 15 {
			for i, k := range kernels {
				times[i] = append(times[i], execute(t, k, code).Elapsed)
			}
		}
		for i := range times {
			slices.Sort(times[i])
		}
		n := len(times[0])
		added := min(times[1][n/2]-times[0][n/2], times[1][0]-times[0][0])
		t.Logf("%q: GoNB alone %v, median %v, with the proxy %v, median %v", code, times[0][0], times[0][n/2], times[1][0], times[1][n/2])
		if added > 50*time.Millisecond {
			t.Errorf("%q: the proxy adds %v", code, added)
		}
	}
}
