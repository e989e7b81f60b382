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

// Engine is a backend, and the reason for its choice. Both are nil for work without training, so its parts are the same with
// every backend.
type Engine struct {
	Backend compute.Backend
	Choice  *backend.Choice
}

// OpenEngine opens the backend with a name, or without a name the one with the shorter estimated time. The caller must close it.
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

// Timings returns the timings of a run that took these seconds on this backend.
func (e Engine) Timings(seconds map[string]float64) Timings {
	info := igbo.Info()
	return Timings{seconds, e.Choice, info.Threads, runtime.Version(), info.Version, info.Modules, processor.Name(), runtime.GOOS + "/" + runtime.GOARCH}
}

// Timings holds what may differ between two runs of one configuration.
type Timings struct {
	Seconds map[string]float64 `json:"seconds"`
	Backend *backend.Choice    `json:"backend,omitempty"`
	Cores   int                `json:"cores"`
	Go      string             `json:"go"`
	// Igbo is the version of this library, and Modules are the versions of important dependencies.
	Igbo    string            `json:"igbo"`
	Modules map[string]string `json:"modules"`
	// Processor and System describe the machine.
	Processor string `json:"processor"`
	System    string `json:"system"`
}

// Begin opens the backend, if one is needed, and the folder for the results, and prints which backend it is. The caller must
// close both.
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

// HasXLA reports whether an XLA plugin is installed.
func HasXLA() bool {
	found, err := backend.Plugins()
	return err == nil && len(found) > 0
}

// BackendUsage describes the flag --backend.
func BackendUsage() string {
	return fmt.Sprintf("backend, one of %v or xla:/path/plugin.so (default: the one with the shorter estimated time)", backend.Names())
}
