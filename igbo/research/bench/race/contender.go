package race

import (
	"context"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// Contender has done a piece of work once and does it again on request.
type Contender interface {
	// Name and Version say what it is.
	Name() string
	Version() string
	// Outputs are the results of the first run.
	Outputs() reference.Outputs
	// Ready is what the first run took, compilation included, and the graph's size.
	Ready() reference.Ready
	// Run does the work n times and returns what that took. Cancelling the
	// context ends it within one time.
	Run(ctx context.Context, n int) (reference.Clocks, error)
	// Memory is the growth in bytes of the peak of resident memory of its
	// process since the work began; 0 where it is not known.
	Memory(ctx context.Context) (int64, error)
	// Close ends it.
	Close() error
}

// Timing is what was measured of one contender, in seconds.
type Timing struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	// First and FirstCPU are the first run, compilation included.
	First    float64 `json:"first"`
	FirstCPU float64 `json:"first_cpu"`
	// Compile and CompileCPU are compilation alone; nil if it is not known apart.
	Compile    *float64 `json:"compile,omitempty"`
	CompileCPU *float64 `json:"compile_cpu,omitempty"`
	// Graph counts the graph's operations: nodes of GoMLX, equations of JAX; 0
	// if there is none.
	Graph int `json:"graph,omitempty"`
	// Memory is the growth in bytes of the peak of resident memory since the
	// work began, first run and rounds; 0 where it is not known.
	Memory int64 `json:"memory,omitempty"`
	// Median and Min are of Rounds, one number a round: the mean time of a run,
	// or of a step where a run is several.
	Median float64   `json:"median"`
	Min    float64   `json:"min"`
	Rounds []float64 `json:"rounds"`
	// CPU and CPUMin are of CPURounds in the same way: CPU seconds, user and
	// system, of all threads of the process.
	CPU       float64   `json:"cpu"`
	CPUMin    float64   `json:"cpu_min"`
	CPURounds []float64 `json:"cpu_rounds"`
	// Repetitions is how many runs a round averages over.
	Repetitions int `json:"repetitions"`
}

// NewTiming takes down what is known before the rounds.
func NewTiming(c Contender) Timing {
	ready := c.Ready()
	t := Timing{
		Name: c.Name(), Version: c.Version(), Graph: ready.Graph,
		First: ready.First.Wall.Seconds(), FirstCPU: ready.First.CPU.Seconds(),
	}
	if ready.Compile != nil {
		wall, cpu := ready.Compile.Wall.Seconds(), ready.Compile.CPU.Seconds()
		t.Compile, t.CompileCPU = &wall, &cpu
	}
	return t
}

// Compilation returns the seconds of compilation, and whether they were measured alone. Otherwise they are those that the first run took
// beyond the median, which holds allocations and cold caches too, 0 without rounds.
func (t Timing) Compilation() (seconds float64, alone bool) {
	switch {
	case t.Compile != nil:
		return *t.Compile, true
	case len(t.Rounds) == 0:
		return 0, false
	}
	return max(0, t.First-t.Median), false
}

// add takes down a round of runs of per steps each.
func (t *Timing) add(took reference.Clocks, per int) {
	n := float64(t.Repetitions * per)
	t.Rounds = append(t.Rounds, took.Wall.Seconds()/n)
	t.CPURounds = append(t.CPURounds, took.CPU.Seconds()/n)
}

// summarize closes the rounds, of which it keeps the first n.
func (t *Timing) summarize(n int) {
	t.Rounds, t.CPURounds = t.Rounds[:n], t.CPURounds[:n]
	if n > 0 {
		t.Median, t.Min = median(t.Rounds), slices.Min(t.Rounds)
		t.CPU, t.CPUMin = median(t.CPURounds), slices.Min(t.CPURounds)
	}
}

func median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}

// Pause lets the worker threads of the last contender come to rest: those of
// OpenMP spin for a fifth of a second.
const Pause = 300 * time.Millisecond
