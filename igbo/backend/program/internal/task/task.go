package task

import (
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// A Kernel computes the units lo to hi of an operation. p holds the address of each value, indexed by its ID.
type Kernel func(p []unsafe.Pointer, lo, hi int)

// A Task is an operation of a program. Values are identified by their IDs.
type Task struct {
	Run    Kernel
	Units  int     // number of units of work; each unit writes its own elements
	Cost   float64 // estimated time of all units in nanoseconds
	Out    int     // the value that the task writes
	Also   []int   // further values that it writes
	Alone  bool    // no other task runs at the same time; the task itself uses all cores
	Reads  []int   // the values that it reads, with aliases resolved
	Reuses []int   // those of Reads whose memory the result may overwrite
	Whole  bool    // the units must not be split
	Flat   bool    // unit i reads and writes element i of each value; scalars are read by all units
	Pure   bool    // the task can be folded if all inputs are constants
	Step   int     // bytes of Out that each unit writes, contiguously and in order; 0 for any other layout
	Steps  []int   // bytes of each input that each unit reads, likewise; 0 or nil if a unit may read the whole input
}

// Outs returns all values that a task writes.
func (t *Task) Outs() []int { return append([]int{t.Out}, t.Also...) }

// Elementwise returns the task of an element-wise operation. cost is the time per element in nanoseconds.
func Elementwise(n *record.Node, run Kernel, cost float64) Task {
	t := Task{Run: run, Units: n.Size(), Cost: CallCost + cost*float64(n.Size()), Pure: true, Flat: true}
	for _, in := range n.Inputs {
		if in.Size() == n.Size() && in.DType().Size() == n.DType().Size() {
			t.Reuses = append(t.Reuses, in.ID)
		}
	}
	return t
}

// CallCost is the estimated time of a kernel call in nanoseconds.
const CallCost = 15

// Estimated times per element in nanoseconds.
const (
	ArithmeticCost     = 0.6
	TranscendentalCost = 12
	MoveCost           = 0.5
)

// VectorCost returns the estimated time per element of a kernel in s. cost is the time without SIMD instructions.
func VectorCost(s *vector.Set, cost float64) float64 {
	if s.Lanes == 1 {
		return cost
	}
	return max(0.12, cost/20)
}

// Floating is the constraint of the floating-point types.
type Floating interface{ float32 | float64 }
