package outcome

import (
	"strings"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// bound is a backend that states whether it is XLA on a CPU.
type bound struct {
	compute.Backend
	cpu bool
}

func (b bound) IsCPU() bool { return b.cpu }

// TestUnboundIsSaid checks that only XLA on a CPU with more cores than threads is reported as unbound.
func TestUnboundIsSaid(t *testing.T) {
	embedded := backendtest.Open(t)
	for _, c := range []struct {
		engine         compute.Backend
		cores, threads int
		want           bool
	}{{bound{embedded, true}, 16, 2, true}, {bound{embedded, true}, 2, 2, false}, {bound{embedded, false}, 16, 2, false}} {
		if got := unbound(c.engine, c.cores, c.threads); got != c.want {
			t.Errorf("%d cores, %d threads: unbound %t, want %t", c.cores, c.threads, got, c.want)
		}
		reported := strings.Contains(strings.Join(Machine{Cores: c.cores, Threads: c.threads, Unbound: c.want}.Lines(), "\n"), "taskset -c 0-1")
		if reported != c.want {
			t.Errorf("%d cores, %d threads: said %t, want %t", c.cores, c.threads, reported, c.want)
		}
	}
}
