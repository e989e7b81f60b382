package race

import (
	"context"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// Contender has done a piece of work once and repeats it on request.
type Contender interface {
	// Name and Version identify the contender.
	Name() string
	Version() string
	// Outputs are the results of the first run.
	Outputs() reference.Outputs
	// Ready returns the cost of the first run, including compilation, and the graph's size.
	Ready() reference.Ready
	// Run does the work n times and returns the time that it took. If the context is cancelled, it stops within one
	// repetition.
	Run(ctx context.Context, n int) (reference.Clocks, error)
	// Memory returns the growth of the peak resident memory of its process since the work began, in bytes. It returns 0 if
	// that is unknown.
	Memory(ctx context.Context) (int64, error)
	// Close stops the contender.
	Close() error
}

// Timing has the measurements of one contender, in seconds.
type Timing struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	// First and FirstCPU are the times of the first run, including compilation.
	First    float64 `json:"first"`
	FirstCPU float64 `json:"first_cpu"`
	// Compile and CompileCPU are the times of the compilation alone; nil if they were not measured separately.
	Compile    *float64 `json:"compile,omitempty"`
	CompileCPU *float64 `json:"compile_cpu,omitempty"`
	// Graph is the number of operations of the graph: nodes in GoMLX, equations in JAX. It is 0 if there is no graph.
	Graph int `json:"graph,omitempty"`
	// Memory is the growth of the peak resident memory since the work began, in bytes; 0 if it is unknown.
	Memory int64 `json:"memory,omitempty"`
	// Median and Min summarise Rounds. Rounds has one number per round: the mean time of a run, or of a step if a run has
	// several steps.
	Median float64   `json:"median"`
	Min    float64   `json:"min"`
	Rounds []float64 `json:"rounds"`
	// CPU and CPUMin summarise CPURounds in the same way. These are CPU seconds (user and system) of all threads of the
	// process.
	CPU       float64   `json:"cpu"`
	CPUMin    float64   `json:"cpu_min"`
	CPURounds []float64 `json:"cpu_rounds"`
	// Repetitions is the number of runs that a round averages over.
	Repetitions int `json:"repetitions"`
}

// NewTiming returns a timing with the values that are known before the rounds.
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

// Compilation returns the seconds of compilation, and whether they were measured separately. Otherwise they are the time of the
// first run minus the median, which also includes allocations and cold caches. Without rounds it returns 0.
func (t Timing) Compilation() (seconds float64, alone bool) {
	switch {
	case t.Compile != nil:
		return *t.Compile, true
	case len(t.Rounds) == 0:
		return 0, false
	}
	return max(0, t.First-t.Median), false
}

// add records a round of runs with per steps each.
func (t *Timing) add(took reference.Clocks, per int) {
	n := float64(t.Repetitions * per)
	t.Rounds = append(t.Rounds, took.Wall.Seconds()/n)
	t.CPURounds = append(t.CPURounds, took.CPU.Seconds()/n)
}

// summarize keeps the first n rounds and computes their statistics.
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

// Pause gives the worker threads of the last contender time to stop. The threads of OpenMP spin for a fifth of a second.
const Pause = 300 * time.Millisecond
