package outcome

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/vector"
	"github.com/igbolab/igbolab/igbo/internal/processor"
)

// Machine describes the computer and the software of a run.
type Machine struct {
	CPU     string `json:"cpu"`
	Cores   int    `json:"cores"`
	OS      string `json:"os"`
	Go      string `json:"go"`
	Backend string `json:"backend"`
	Threads int    `json:"threads"`
	// Vectors is the set of vector kernels of our embedded backend.
	Vectors string `json:"vectors,omitempty"`
	// Unbound reports whether our backend uses all cores while the peers use Threads of them.
	Unbound    bool   `json:"unbound,omitempty"`
	LoadBefore string `json:"load_before"`
	LoadAfter  string `json:"load_after"`
}

// MachineOf describes this machine, its load and the backend.
func MachineOf(engine compute.Backend) Machine {
	return Machine{
		CPU: processor.Name(), Cores: runtime.NumCPU(), OS: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
		Backend: engine.Name(), Threads: runtime.GOMAXPROCS(0), Vectors: vectors(engine), LoadBefore: LoadAverage(),
		Unbound: unbound(engine, runtime.NumCPU(), runtime.GOMAXPROCS(0)),
	}
}

// unbound reports whether a backend computes on more cores than it should. XLA on the CPU ignores GOMAXPROCS.
func unbound(engine compute.Backend, cores, threads int) bool {
	xla, ok := engine.(interface{ IsCPU() bool })
	return ok && xla.IsCPU() && cores > threads
}

// vectors returns the set of kernels of the embedded backend; empty for another backend.
func vectors(engine compute.Backend) string {
	set, err := vector.Default()
	if _, xla := engine.(interface{ IsCPU() bool }); xla || err != nil {
		return ""
	}
	return set.Name
}

// LoadAverage returns the load over 1, 5 and 15 minutes, if the system reports it.
func LoadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 3 {
		return "unknown"
	}
	return strings.Join(fields[:3], " ")
}

// Lines returns the description in sentences.
func (m Machine) Lines() []string {
	kernels := ""
	if m.Vectors != "" {
		kernels = ", kernels " + m.Vectors
	}
	lines := []string{
		fmt.Sprintf("machine: %s, %d cores, %s", m.CPU, m.Cores, m.OS),
		fmt.Sprintf("ours: %s, backend %s%s", m.Go, m.Backend, kernels),
		fmt.Sprintf("threads: %d each; float32, products in full precision (TF32 is off; CPUs do not have it)", m.Threads),
	}
	if m.Unbound {
		lines = append(lines, fmt.Sprintf("unfair comparison: XLA uses all %d cores here; start igbo with `taskset -c 0-%d`", m.Cores, m.Threads-1))
	}
	if m.LoadAfter != "" {
		lines = append(lines, fmt.Sprintf("load before: %s, after: %s", m.LoadBefore, m.LoadAfter))
	}
	return lines
}
