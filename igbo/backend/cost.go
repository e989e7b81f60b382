package backend

import (
	"fmt"
	"os"
	"time"

	"github.com/gomlx/compute"
)

// Cost says how large a work is, as far as that is known before an engine is
// open. An order of magnitude will do. The zero value says that nothing is known.
type Cost struct {
	// Operations is the number of nodes of the graph that is called most.
	Operations float64 `json:"operations"`
	// Flops is the number of floating-point operations of one call of it.
	Flops float64 `json:"flops"`
	// Calls is how often it is called.
	Calls float64 `json:"calls"`
	// Graphs is the number of graphs of about that size that are compiled, at least 1.
	Graphs float64 `json:"graphs"`
}

// engineCost are the seconds of an engine, by what a work is made of.
type engineCost struct {
	call, operation, flop     float64 // of each call, of each operation in a call, of each flop
	graph, compiledOperations float64 // of compiling a graph, and of each operation in it
}

// The engines' costs, fitted by eye to BenchmarkChoice of igbo/bench on two cores. A work counts by its whole
// time, compilation included: that is what a command's user waits for.
var (
	embeddedCost = engineCost{call: 15e-6, operation: 0.12e-6, flop: 1 / embeddedFlops, graph: 1e-3, compiledOperations: 5e-6}
	xlaCost      = engineCost{call: 30e-6, operation: 0.06e-6, flop: 1 / 5e10, graph: 0.1, compiledOperations: 1.2e-3}
)

// seconds estimates the time of a work.
func (e engineCost) seconds(c Cost) time.Duration {
	s := c.Calls*(e.call+c.Operations*e.operation+c.Flops*e.flop) + max(1, c.Graphs)*(e.graph+c.Operations*e.compiledOperations)
	return time.Duration(s * float64(time.Second))
}

// SelectFor is Select where the choice is by the work: without a name, with "auto",
// and without GOMLX_BACKEND, it takes the embedded backend where the estimated time of the whole
// work is shorter there, and else what Select takes. A small work is done before XLA
// has compiled its graphs. A cost of nothing known leaves the choice to Select.
//
// Errors: those of Select.
func SelectFor(name string, cost Cost) (compute.Backend, Choice, error) {
	return selector{openXLA: openXLA, openGo: openGo, getenv: os.Getenv}.chooseFor(name, cost)
}

func (s selector) chooseFor(name string, cost Cost) (compute.Backend, Choice, error) {
	auto := (name == "" || name == "auto") && s.getenv(compute.ConfigEnvVar) == ""
	if !auto || cost == (Cost{}) {
		return s.choose(name)
	}
	embedded, xla := embeddedCost.seconds(cost), xlaCost.seconds(cost)
	times := fmt.Sprintf("about %s embedded, %s on XLA on the CPU, compilation included", say(embedded), say(xla))
	if embedded > xla {
		b, c, err := s.auto()
		if err == nil && c.Name != "go" {
			c.Reason, c.Hint = c.Reason+" and the work is large for the embedded one: "+times, ""
		}
		return b, c, err
	}
	b, err := s.open("go")
	if err != nil {
		return nil, Choice{}, err
	}
	return b, Choice{
		Name: "go", Description: b.Description(), Reason: "embedded, as the work is small: " + times, Hint: "--backend xla asks for XLA",
	}, nil
}

// say rounds an estimate to what it is worth.
func say(d time.Duration) string {
	switch {
	case d < time.Second:
		return "a second or less"
	case d < 10*time.Second:
		return d.Round(time.Second).String()
	}
	return d.Round(10 * time.Second).String()
}
