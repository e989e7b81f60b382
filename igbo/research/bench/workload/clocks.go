package workload

import (
	"time"

	"github.com/igbolab/igbolab/igbo/internal/processor"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// timed returns the wall-clock and CPU time of f.
func timed(f func() error) (reference.Clocks, error) {
	wall, cpu := time.Now(), processor.Time()
	err := f()
	return reference.Clocks{Wall: time.Since(wall), CPU: processor.Time() - cpu}, err
}

// sum adds two times.
func sum(a, b reference.Clocks) reference.Clocks {
	return reference.Clocks{Wall: a.Wall + b.Wall, CPU: a.CPU + b.CPU}
}
