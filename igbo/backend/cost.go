package backend

import (
	"os"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// Cost says how large a whole work is, as far as that is known before an engine is
// open; an order of magnitude will do (models.Work estimates it). All are totals. The zero value
// reports that nothing is known.
type Cost struct {
	// Calls is the number of calls of graphs, Operations that of nodes in them, Flops that of floating-point operations.
	Calls      float64 `json:"calls"`
	Operations float64 `json:"operations"`
	Flops      float64 `json:"flops"`
	// Graphs is the number of graphs compiled, Compiled that of nodes in them, where a recurrence is a loop.
	Graphs   float64 `json:"graphs"`
	Compiled float64 `json:"compiled"`
}

// The engines' seconds for each part of a cost, fitted by eye to BenchmarkChoice of igbo/research/bench on two cores and, for
// XLA's calls, to an idle machine. A work counts by its whole time, compilation included: that is what a command's
// user waits for. On the times of two runs of that benchmark (both on a busy machine) they are right in 21 and 22 of 23 sizes.
var (
	embeddedSeconds = Cost{Calls: 10e-6, Operations: 0.08e-6, Flops: 1 / embeddedFlops(), Graphs: 1e-3, Compiled: 5e-6}
	xlaSeconds      = Cost{Calls: 40e-6, Operations: 0.05e-6, Flops: 1 / 2e11, Graphs: 0.1, Compiled: 2.2e-3}
)

// embeddedFlops is about how many flops a second the embedded backend does on large graphs.
func embeddedFlops() float64 {
	if set, err := vector.Default(); err != nil || set.Lanes > 1 {
		return 5e10
	}
	return 2e9
}

// time estimates a work's time from the seconds for each part.
func (c Cost) time(each Cost) time.Duration {
	s := c.Calls*each.Calls + c.Operations*each.Operations + c.Flops*each.Flops + c.Graphs*each.Graphs + c.Compiled*each.Compiled
	return time.Duration(min(s, maxSeconds) * float64(time.Second))
}

// maxSeconds is more than anybody waits, and fits a duration.
const maxSeconds = 1e9

// Faster is the engine that does a work sooner by the estimate, "go" or "xla", with both times.
func (c Cost) Faster() (name string, ours, xla time.Duration) {
	ours, xla = c.time(embeddedSeconds), c.time(xlaSeconds)
	if xla < ours {
		return "xla", ours, xla
	}
	return "go", ours, xla
}

// SelectFor is Select where the choice is by the work: without a name, with "auto",
// and without GOMLX_BACKEND, it takes the embedded backend where the estimated time of the whole
// work is shorter there, and else what Select takes. A small work is done before XLA
// has compiled its graphs. A cost of nothing known leaves the choice to Select. The choice reports no time: the estimates are of graphs
// alone, and the work of a command is often more.
//
// Errors: those of Select.
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
		Name: name, Description: b.Description(), Reason: "embedded, as the work is small", Hint: "--backend xla asks for XLA",
	}, nil
}
