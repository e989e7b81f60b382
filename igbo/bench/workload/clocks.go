package workload

import (
	"time"

	"github.com/igbolab/igbolab/igbo/bench/peer"
)

// timed is what f took by both clocks.
func timed(f func() error) (peer.Clocks, error) {
	wall, cpu := time.Now(), cpuTime()
	err := f()
	return peer.Clocks{Wall: time.Since(wall), CPU: cpuTime() - cpu}, err
}

// sum adds two times.
func sum(a, b peer.Clocks) peer.Clocks { return peer.Clocks{Wall: a.Wall + b.Wall, CPU: a.CPU + b.CPU} }
