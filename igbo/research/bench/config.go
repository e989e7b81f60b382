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

// Config says what is measured.
type Config struct {
	// Rows and Peers name what is run; see Rows and Peers.
	Rows       []string `json:"rows"`
	References []string `json:"peers"`
	// Rounds is how many times contenders take turns.
	Rounds int `json:"rounds"`
	// Slice is about how long a contender runs in a round.
	Slice time.Duration `json:"slice"`
	// Threads is how many threads everyone gets, 2.
	Threads int `json:"threads"`
	// Tolerance is the largest disagreement with which a time counts, 1e-4.
	Tolerance float64 `json:"tolerance"`
	// Backend is the name of our backend; "xla:cuda" puts the peers on CUDA too
	// and takes the sizes for it.
	Backend string `json:"backend"`
	// Patience is how long a peer may take to answer, compilation included, 5
	// minutes; one that takes longer is ended.
	Patience time.Duration `json:"patience"`
	// pause is that before a contender's run; tests have none, as nobody's threads spin there.
	pause time.Duration
	// Python runs the peers. Not saved.
	Python string `json:"-"`
	// Embedded, if set, is the embedded backend, which is then measured beside
	// the one of the run. Not saved.
	Embedded compute.Backend `json:"-"`
	// Progress, if set, receives the name of the current measurement. Not saved.
	Progress io.Writer `json:"-"`
}

// The largest settings that Validate takes.
const (
	MaxRounds   = 100_000
	MaxSlice    = time.Hour
	MaxPatience = 24 * time.Hour
	MaxThreads  = 4096
)

// DefaultConfig measures everything in 5 rounds of half a second, on the
// embedded backend, with two threads each.
func DefaultConfig() Config {
	return Config{
		Rows: Rows(), References: References(), Rounds: 5, Slice: 500 * time.Millisecond, Threads: 2,
		Tolerance: 1e-4, Backend: "go", Patience: 5 * time.Minute, Python: reference.DefaultPython(), pause: race.Pause,
	}
}

// embeddedReference is the embedded backend beside another one of ours.
const embeddedReference = "embedded"

// References lists the peers; "embedded" is the embedded backend beside XLA.
func References() []string {
	return []string{"torch", "torch.compile", "captum", "jax", "numpy", "pyarrow", embeddedReference}
}

// Validate checks the settings before anything runs.
func (c Config) Validate() error {
	switch {
	case len(c.Rows) == 0:
		return fmt.Errorf("bench: no rows, want some of %s", strings.Join(Rows(), ", "))
	case c.Rounds < 1 || c.Rounds > MaxRounds:
		return fmt.Errorf("bench: %d rounds, want at least 1 and at most %d", c.Rounds, MaxRounds)
	case c.Slice <= 0 || c.Slice > MaxSlice:
		return fmt.Errorf("bench: slice is %s, want a positive time up to %s", c.Slice, MaxSlice)
	case c.Threads < 1 || c.Threads > MaxThreads:
		return fmt.Errorf("bench: %d threads, want at least 1 and at most %d", c.Threads, MaxThreads)
	case c.Patience <= 0 || c.Patience > MaxPatience:
		return fmt.Errorf("bench: patience is %s, want a positive time up to %s", c.Patience, MaxPatience)
	case !(c.Tolerance >= 0):
		return fmt.Errorf("bench: tolerance is %g, want a number of at least 0", c.Tolerance)
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
