package workload

import (
	"time"

	"github.com/igbolab/igbolab/igbo/bench/peer"
	"github.com/igbolab/igbolab/igbo/internal/processor"
)

// timed is what f took by both clocks.
func timed(f func() error) (peer.Clocks, error) {
	wall, cpu := time.Now(), processor.Time()
	err := f()
	return peer.Clocks{Wall: time.Since(wall), CPU: processor.Time() - cpu}, err
}

// sum adds two times.
func sum(a, b peer.Clocks) peer.Clocks { return peer.Clocks{Wall: a.Wall + b.Wall, CPU: a.CPU + b.CPU} }
