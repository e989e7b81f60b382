package kernel

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/complete"
	"github.com/igbolab/igbolab/igbo/lab/session"
)

// RunOptions says how a kernel is run.
type RunOptions struct {
	// Connection is the connection file that Jupyter wrote.
	Connection string
	// XLA links XLA into cells.
	XLA bool
	// Live lets values live from the start.
	Live bool
}

// Run runs the kernel until Jupyter or the context ends it; see [proxy.Run].
//
// Errors: no connection file; no engine; the engine fails.
func (k *Kernel) Run(ctx context.Context, o RunOptions) error {
	return proxy.Run(ctx, proxy.Options{
		Connection: o.Connection, Runtime: k.runtime(), Living: k.living(o.Live), Help: complete.Help{Exports: k.exports, Document: k.document},
		Engine: func(connection string) session.Command { return k.engine(connection, o.XLA) },
	})
}

// engine is GoNB on a connection file. Where the source has gone it starts without
// it, and every cell says so (see program goimports). Its log goes to the session's
// folder for temporary files, and to the standard error only what ends the engine:
// papermill, nbconvert and jupyter-console show that stream among a notebook's outputs.
func (k *Kernel) engine(connection string, xla bool) session.Command {
	argv := []string{k.program("gonb"), "--kernel", connection, "-raw_error=true", "-logtostderr=false", "-stderrthreshold=FATAL"}
	if err := CheckSource(k.Source); err == nil {
		argv = append(argv, "-go_work="+k.Source)
	}
	return session.Command{Argv: argv, Env: k.Environment(os.Environ(), xla)}
}

// Faults are what is missing that the kernel needs; none where it can run.
func (k *Kernel) Faults() (faults []error) {
	for _, path := range append([]string{k.program("igbo"), k.program("gonb"), k.program("goimports"), k.program("go")}, k.needs()...) {
		switch info, err := os.Stat(path); {
		case errors.Is(err, fs.ErrNotExist):
			faults = append(faults, fmt.Errorf("kernel: %s is gone", path))
		case err == nil && info.Mode().IsRegular() && info.Size() == 0:
			faults = append(faults, fmt.Errorf("kernel: %s is empty", path))
		}
	}
	return faults
}
