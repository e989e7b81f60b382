package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// Config selects what a benchmark measures.
type Config struct {
	// Rows and Peers are the rows and peers to run; see Rows and References.
	Rows       []string `json:"rows"`
	References []string `json:"peers"`
	// Rounds is the number of rounds. Contenders take turns in each round.
	Rounds int `json:"rounds"`
	// Slice is the approximate time for which a contender runs in a round.
	Slice time.Duration `json:"slice"`
	// Threads is the number of threads of each contender; the default is 2.
	Threads int `json:"threads"`
	// Tolerance is the largest disagreement of outputs at which a time counts; the default is 1e-4.
	Tolerance float64 `json:"tolerance"`
	// Backend is the name of our backend. With "xla:cuda", the peers also use CUDA, and the sizes are those for CUDA.
	Backend string `json:"backend"`
	// Patience is the time limit for an answer of a peer, including compilation; the default is 5 minutes. A slower peer is
	// stopped.
	Patience time.Duration `json:"patience"`
	// pause is the pause before a contender's run. Tests need none, because no worker threads are spinning there.
	pause time.Duration
	// Python runs the peers. Not saved.
	Python string `json:"-"`
	// Embedded, if set, is the embedded backend, which is measured as an additional contender. Not saved.
	Embedded compute.Backend `json:"-"`
	// Progress, if set, receives the name of the current measurement. Not saved.
	Progress io.Writer `json:"-"`
}

// The largest settings that Validate accepts.
const (
	MaxRounds   = 100_000
	MaxSlice    = time.Hour
	MaxPatience = 24 * time.Hour
	MaxThreads  = 4096
)

// DefaultConfig returns a configuration that measures everything in 5 rounds of half a second, on the embedded backend with two
// threads.
func DefaultConfig() Config {
	return Config{
		Rows: Rows(), References: References(), Rounds: 5, Slice: 500 * time.Millisecond, Threads: 2,
		Tolerance: 1e-4, Backend: "go", Patience: 5 * time.Minute, Python: reference.DefaultPython(), pause: race.Pause,
	}
}

// embeddedReference is the name of the embedded backend if it is compared with another backend of ours.
const embeddedReference = "embedded"

// References lists the peers. The peer "embedded" is the embedded backend, which is compared with XLA.
func References() []string {
	return []string{"torch", "torch.compile", "captum", "jax", "numpy", "pyarrow", embeddedReference}
}

// Validate checks the settings before anything runs.
func (c Config) Validate() error {
	switch {
	case len(c.Rows) == 0:
		return fmt.Errorf("bench: at least one row is required, want some of %s", strings.Join(Rows(), ", "))
	case c.Rounds < 1 || c.Rounds > MaxRounds:
		return fmt.Errorf("bench: rounds must be from 1 to %d, got %d", MaxRounds, c.Rounds)
	case c.Slice <= 0 || c.Slice > MaxSlice:
		return fmt.Errorf("bench: slice must be above 0 and at most %s, got %s", MaxSlice, c.Slice)
	case c.Threads < 1 || c.Threads > MaxThreads:
		return fmt.Errorf("bench: threads must be from 1 to %d, got %d", MaxThreads, c.Threads)
	case c.Patience <= 0 || c.Patience > MaxPatience:
		return fmt.Errorf("bench: patience must be above 0 and at most %s, got %s", MaxPatience, c.Patience)
	case !(c.Tolerance >= 0):
		return fmt.Errorf("bench: tolerance must be at least 0, got %g", c.Tolerance)
	}
	for _, name := range c.Rows {
		if !slices.Contains(Rows(), name) {
			return fmt.Errorf("bench: row %q not found, want some of %s", name, strings.Join(Rows(), ", "))
		}
	}
	for _, name := range c.References {
		if !slices.Contains(References(), name) {
			return fmt.Errorf("bench: peer %q not found, want some of %s", name, strings.Join(References(), ", "))
		}
	}
	return nil
}

// target returns the target of the run.
func (c Config) target() outcome.Target { return outcome.TargetOf(c.Backend) }

func (c Config) logf(format string, args ...any) {
	if c.Progress != nil {
		fmt.Fprintf(c.Progress, format+"\n", args...)
	}
}
