package kernel

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// RunOptions says how a kernel is run.
type RunOptions struct {
	// Connection is the connection file that Jupyter wrote.
	Connection string
	// XLA links XLA into cells.
	XLA bool
}

// Run runs the kernel until it ends.
//
// Errors: no connection file; no engine; the engine fails.
func (k *Kernel) Run(ctx context.Context, o RunOptions) error {
	if _, err := os.Stat(o.Connection); err != nil {
		return fmt.Errorf("kernel: no connection file: %w", err)
	}
	cmd := k.engine(ctx, o)(o.Connection)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	return nil
}

// engine is GoNB on a connection file. Where the source has gone it starts without
// it, and every cell says so (see program goimports).
func (k *Kernel) engine(ctx context.Context, o RunOptions) func(connection string) *exec.Cmd {
	return func(connection string) *exec.Cmd {
		args := []string{"--kernel", connection, "-raw_error=true"}
		if err := CheckSource(k.Source); err == nil {
			args = append(args, "-go_work="+k.Source)
		}
		cmd := exec.CommandContext(ctx, k.program("gonb"), args...)
		cmd.Env = k.Environment(os.Environ(), o.XLA)
		return cmd
	}
}

// Faults are what is missing that the kernel needs; none where it can run.
func (k *Kernel) Faults() (faults []error) {
	for _, path := range append([]string{k.program("igbo"), k.program("gonb"), k.program("goimports")}, k.needs()...) {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			faults = append(faults, fmt.Errorf("kernel: %s is gone", path))
		}
	}
	return faults
}

// Remove removes the kernel's folder. Errors: kernels that run from it; a folder that is no kernel's.
func (k *Kernel) Remove() error {
	if fileThere(k.Home) && !fileThere(filepath.Join(k.Home, "setup.lock")) {
		return fmt.Errorf("kernel: %s does not look like a kernel's folder", k.Home)
	}
	running, err := k.runtime().Sweep()
	if err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	if len(running) > 0 {
		return fmt.Errorf("kernel: %s cannot be removed while kernels run from it (processes %v); end them first", k.Home, running)
	}
	if err := os.RemoveAll(k.Home); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	return nil
}

func fileThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
