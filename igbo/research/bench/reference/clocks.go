package reference

import (
	"math"
	"time"
)

// Clocks has two times of an activity: the wall-clock time, and the CPU seconds (user and system) of all threads of its
// process.
type Clocks struct {
	Wall time.Duration
	CPU  time.Duration
}

// seconds has the times as a peer sends them.
type seconds struct {
	Wall float64 `json:"wall"`
	CPU  float64 `json:"cpu"`
}

// valid reports whether the times are possible: the wall-clock time is positive, and the CPU time may be 0.
func (s seconds) valid() bool {
	return s.Wall > 0 && s.CPU >= 0 && max(s.Wall, s.CPU) < math.MaxInt64/float64(time.Second)
}

func (s seconds) clocks() Clocks {
	return Clocks{time.Duration(s.Wall * float64(time.Second)), time.Duration(s.CPU * float64(time.Second))}
}

// Ready has the cost of preparing the work.
type Ready struct {
	// First is the time of the first run, including compilation.
	First Clocks
	// Compile is the time of the compilation alone; nil if it was not measured separately.
	Compile *Clocks
	// Graph is the number of operations of the graph, including inner functions: nodes in GoMLX, equations in JAX. It is 0 if
	// there is no graph.
	Graph int
}
