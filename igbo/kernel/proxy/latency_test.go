//go:build unix

package proxy

import (
	"slices"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestLatency compares the latency of a cell with GoNB alone. On an idle machine the proxy adds less than 5 ms. The test fails at a hundred
// times that, because the machine may be busy.
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
		if added > 500*time.Millisecond {
			t.Errorf("%q: the proxy adds %v", code, added)
		}
	}
}
