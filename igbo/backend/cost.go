package backend

import (
	"os"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// A Cost estimates the total size of a job before a backend is opened. An order of magnitude is enough; models.Work
// returns such an estimate. The zero value means that the cost is unknown.
type Cost struct {
	// Calls is the number of graph executions. Operations is the number of nodes executed in all calls, and Flops the
	// number of floating-point operations.
	Calls      float64 `json:"calls"`
	Operations float64 `json:"operations"`
	Flops      float64 `json:"flops"`
	// Graphs is the number of compiled graphs. Compiled is the number of nodes in them, counting the nodes of a loop
	// once.
	Graphs   float64 `json:"graphs"`
	Compiled float64 `json:"compiled"`
}

// embeddedSeconds and xlaSeconds hold the seconds that each backend takes per unit of a Cost. They are fitted by eye to
// BenchmarkChoice in igbo/research/bench on two cores. The time of a job includes compilation, because the user waits for
// it as well.
var (
	embeddedSeconds = Cost{Calls: 10e-6, Operations: 0.08e-6, Flops: 1 / embeddedFlops(), Graphs: 1e-3, Compiled: 5e-6}
	xlaSeconds      = Cost{Calls: 40e-6, Operations: 0.05e-6, Flops: 1 / 2e11, Graphs: 0.1, Compiled: 2.2e-3}
)

// embeddedFlops returns the approximate floating-point operations per second of the embedded backend on large graphs.
func embeddedFlops() float64 {
	if set, err := vector.Default(); err != nil || set.Lanes > 1 {
		return 5e10
	}
	return 2e9
}

// time estimates the duration of a job, given the seconds for each unit of its cost.
func (c Cost) time(each Cost) time.Duration {
	s := c.Calls*each.Calls + c.Operations*each.Operations + c.Flops*each.Flops + c.Graphs*each.Graphs + c.Compiled*each.Compiled
	return time.Duration(min(s, maxSeconds) * float64(time.Second))
}

// maxSeconds limits an estimate so that it fits in a time.Duration.
const maxSeconds = 1e9

// Faster returns the backend with the shorter estimated time, "go" or "xla", and the estimates for both.
func (c Cost) Faster() (name string, ours, xla time.Duration) {
	ours, xla = c.time(embeddedSeconds), c.time(xlaSeconds)
	if xla < ours {
		return "xla", ours, xla
	}
	return "go", ours, xla
}

// SelectFor is like Select, except that the automatic choice depends on the cost of the work. If name is empty or "auto"
// and GOMLX_BACKEND is not set, SelectFor chooses the embedded backend if its estimated time is shorter; otherwise it
// tries the backends in the order of Select. If cost is zero, SelectFor behaves like Select. The Choice contains no
// estimated time, because estimates cover only graphs and a command often does more.
//
// SelectFor returns the errors of Select.
func SelectFor(name string, cost Cost) (compute.Backend, Choice, error) {
	return selector{openXLA: openXLA, openGo: embedded.Open, getenv: os.Getenv}.chooseFor(name, cost)
}

func (s selector) chooseFor(name string, cost Cost) (compute.Backend, Choice, error) {
	auto := (name == "" || name == "auto") && s.getenv(compute.ConfigEnvVar) == ""
	if !auto || cost == (Cost{}) {
		return s.choose(name)
	}
	name, _, _ = cost.Faster()
	if name == "xla" {
		b, c, err := s.auto()
		if err == nil && c.Name != "go" {
			c.Reason, c.Hint = c.Reason+", and the work is large for the embedded backend", ""
		}
		return b, c, err
	}
	b, err := s.open(name)
	if err != nil {
		return nil, Choice{}, err
	}
	return b, Choice{
		Name: name, Description: b.Description(), Reason: "the embedded backend, because the work is small", Hint: "use --backend xla for XLA",
	}, nil
}
