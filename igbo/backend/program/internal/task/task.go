package task

import (
	"unsafe"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// Kernel computes the units lo to hi of an operation. p holds the address of each value.
type Kernel func(p []unsafe.Pointer, lo, hi int)

// Task is an operation of a program.
type Task struct {
	Run    Kernel
	Units  int     // of which each gives elements of its own
	Cost   float64 // of all, in nanoseconds, roughly
	Out    int     // the value it gives
	Also   []int   // further values it gives
	Alone  bool    // runs while no other task does, and uses every core by itself
	Reads  []int   // the values it takes, without aliases
	Reuses []int   // those of reads whose memory it may overwrite
	Whole  bool    // must be run in one part
	Flat   bool    // a unit is an element, which stands at one place in every value that is no single number
	Pure   bool    // may be folded where its inputs are constants
	Step   int     // bytes of Out that each unit gives, one unit's after the other's; 0 where they lie otherwise
	Steps  []int   // bytes of each input that each unit takes, in the same way; 0, or nil, where a unit may take all of it
}

// Outs is the values that a task gives.
func (t *Task) Outs() []int { return append([]int{t.Out}, t.Also...) }

// Elementwise is the task of an operation on single elements, of the cost in nanoseconds for each.
func Elementwise(n *record.Node, run Kernel, cost float64) Task {
	t := Task{Run: run, Units: n.Size(), Cost: CallCost + cost*float64(n.Size()), Pure: true, Flat: true}
	for _, in := range n.Inputs {
		if in.Size() == n.Size() && in.DType().Size() == n.DType().Size() {
			t.Reuses = append(t.Reuses, in.ID)
		}
	}
	return t
}

// CallCost is the time of a kernel's call, in nanoseconds.
const CallCost = 15

// Times of one element in nanoseconds, roughly.
const (
	ArithmeticCost     = 0.6
	TranscendentalCost = 12
	MoveCost           = 0.5
)

// VectorCost is the time of an element in a set's kernel, from that of one without vectors.
func VectorCost(s *vector.Set, cost float64) float64 {
	if s.Lanes == 1 {
		return cost
	}
	return max(0.12, cost/20)
}

// Floating is a type of real numbers.
type Floating interface{ float32 | float64 }
