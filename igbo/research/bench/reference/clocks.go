package reference

import (
	"math"
	"time"
)

// Clocks are the two times that something took: by the wall clock, and in CPU
// seconds, user and system, of all threads of the process that did it.
type Clocks struct {
	Wall time.Duration
	CPU  time.Duration
}

// seconds are clocks as a peer sends them.
type seconds struct {
	Wall float64 `json:"wall"`
	CPU  float64 `json:"cpu"`
}

// valid reports whether they can be: the wall clock runs, the other may not move.
func (s seconds) valid() bool {
	return s.Wall > 0 && s.CPU >= 0 && max(s.Wall, s.CPU) < math.MaxInt64/float64(time.Second)
}

func (s seconds) clocks() Clocks {
	return Clocks{time.Duration(s.Wall * float64(time.Second)), time.Duration(s.CPU * float64(time.Second))}
}

// Ready is what it took to have the work ready.
type Ready struct {
	// First is the first run, compilation included.
	First Clocks
	// Compile is compilation alone; nil if it is not known apart.
	Compile *Clocks
	// Graph counts the operations of the graph, inner functions included: nodes
	// of GoMLX, equations of JAX. It is 0 if there is none.
	Graph int
}
