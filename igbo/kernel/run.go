package kernel

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/kernel/proxy"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/complete"
)

// RunOptions configures a run of the kernel.
type RunOptions struct {
	// Connection is the connection file that Jupyter wrote.
	Connection string
	// XLA links XLA into cells.
	XLA bool
	// Version is the version of the kernel that front ends show.
	Version string
}

// ProgramsVariable names the environment variable that, if not empty, makes each cell a program from the start, as `%live off`
// does.
const ProgramsVariable = "IGBOLAB_PROGRAMS"

// HistoryVariable names the environment variable with the path of the history file (default: igbolab/history.jsonl in the user's
// data folder). The value off stores no history.
const HistoryVariable = "IGBOLAB_HISTORY"

// historyFile returns the path of the history file, or "" for none.
func historyFile() string {
	switch name := os.Getenv(HistoryVariable); name {
	case "off":
		return ""
	case "":
	default:
		return name
	}
	data, err := dataFolder()
	if err != nil {
		return "" // without a data folder there is no history
	}
	return filepath.Join(data, "igbolab", "history.jsonl")
}

// Run runs the kernel until Jupyter or the context ends it; see [proxy.Run]. It returns an error if the connection file or the engine is
// missing, or the engine fails.
func (k *Kernel) Run(ctx context.Context, o RunOptions) error {
	return proxy.Run(ctx, proxy.Options{
		Connection: o.Connection, Version: o.Version, History: historyFile(), Folder: k.runtime().Folder, Supervisor: k.Supervisor, Stateful: k.stateful(os.Getenv(ProgramsVariable) == ""), Help: complete.Help{Exports: k.exports, Document: k.document},
		Engine: func(connection string) (argv, environment []string) {
			return k.engine(connection), k.Environment(os.Environ(), o.XLA)
		},
	})
}

// engine returns the command that starts GoNB on a connection file. If the source is missing, GoNB starts without it, and every cell
// reports that (see program goimports). Its log goes to the session's temporary folder. Only fatal messages go to the standard error,
// because papermill, nbconvert and jupyter-console show that stream among a notebook's outputs.
func (k *Kernel) engine(connection string) []string {
	argv := []string{k.program("gonb"), "--kernel", connection, "-raw_error=true", "-logtostderr=false", "-stderrthreshold=FATAL"}
	if err := CheckSource(k.Source); err == nil {
		argv = append(argv, "-go_work="+k.Source)
	}
	return argv
}

// Faults returns one error for each missing prerequisite. It is empty if the kernel can run.
func (k *Kernel) Faults() (faults []error) {
	for _, path := range append([]string{k.program("igbo"), k.program("gonb"), k.program("goimports"), k.program("go")}, k.needs()...) {
		switch info, err := os.Stat(path); {
		case errors.Is(err, fs.ErrNotExist):
			faults = append(faults, fmt.Errorf("kernel: %s not found", path))
		case err == nil && info.Mode().IsRegular() && info.Size() == 0:
			faults = append(faults, fmt.Errorf("kernel: %s is empty", path))
		}
	}
	return faults
}
