package cli

import (
	"fmt"
	"runtime"

	"github.com/gomlx/compute"
	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/internal/processor"
	"github.com/igbolab/igbolab/igbo/models"
)

// Engine is a backend, and why it was chosen. Both are nil for what trains
// nothing, so that its parts are the same with every backend.
type Engine struct {
	Backend compute.Backend
	Choice  *backend.Choice
}

// OpenEngine opens the backend of this name where one is needed; without a name
// the one that does this work sooner. It is to be closed.
func OpenEngine(name string, work models.Work, needed bool) (Engine, error) {
	if !needed {
		return Engine{}, nil
	}
	selected, choice, err := backend.SelectFor(name, backend.Cost(work))
	if err != nil {
		return Engine{}, err
	}
	return Engine{selected, &choice}, nil
}

// Close frees the backend.
func (e Engine) Close() {
	if e.Backend != nil {
		e.Backend.Finalize()
	}
}

// Timings says that it took these seconds on this backend.
func (e Engine) Timings(seconds map[string]float64) Timings {
	info := igbo.Info()
	return Timings{seconds, e.Choice, info.Threads, runtime.Version(), info.Version, info.Modules, processor.Name(), runtime.GOOS + "/" + runtime.GOARCH}
}

// Timings is what may differ between two runs of one configuration.
type Timings struct {
	Seconds map[string]float64 `json:"seconds"`
	Backend *backend.Choice    `json:"backend,omitempty"`
	Cores   int                `json:"cores"`
	Go      string             `json:"go"`
	// Igbo is this library's version, Modules are those of the libraries that matter.
	Igbo    string            `json:"igbo"`
	Modules map[string]string `json:"modules"`
	// Processor and System are the machine's.
	Processor string `json:"processor"`
	System    string `json:"system"`
}

// Begin opens the backend, where one is needed, and the folder for the results,
// and says which backend it is. Both are to be closed.
func Begin(cmd *cobra.Command, name, path string, work models.Work, needed, quiet bool) (Engine, Folder, error) {
	engine, err := OpenEngine(name, work, needed)
	if err != nil {
		return Engine{}, Folder{}, err
	}
	out, err := OpenFolder(path)
	if err != nil {
		engine.Close()
		return Engine{}, Folder{}, err
	}
	if engine.Choice != nil && !quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), *engine.Choice)
	}
	return engine, out, nil
}

// HasXLA tells whether an XLA plugin is there.
func HasXLA() bool {
	found, err := backend.Plugins()
	return err == nil && len(found) > 0
}
