package kernel

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/kernel/proxy"
	"github.com/igbolab/igbolab/igbo/kernel/stateful"
)

// made locates the files for stateful cells of this kernel, in the user's cache.
func (k *Kernel) made() (stateful.Made, error) {
	s, err := k.settings()
	if err != nil {
		return stateful.Made{}, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return stateful.Made{}, fmt.Errorf("kernel: %w", err)
	}
	return stateful.Open(stateful.Config{
		Go: s.Go, Version: s.GoVersion, Source: s.Source, Env: k.Environment(os.Environ(), false),
		Cache: filepath.Join(cache, "igbolab", "live"), Packages: prelude.Paths(), Out: k.Out,
	})
}

// stateful returns the configuration of stateful cells. Missing files are built before the first cell runs.
func (k *Kernel) stateful(on bool) proxy.Stateful {
	m, err := k.made()
	return proxy.Stateful{Made: m, Why: err, On: on && err == nil}
}

// Stateful returns nil if values persist between cells, and otherwise the reason why each cell is a program.
func (k *Kernel) Stateful() error {
	m, err := k.made()
	if lacks := m.Lacks(); err == nil && lacks != "" {
		err = fmt.Errorf("kernel: stateful cells are not ready, because %s (run `igbo kernel install`)", lacks)
	}
	return err
}

// SetupStateful sets up stateful cells and tests them on this machine. A second call returns at once. If this machine or this Go release
// does not support them, it prints the reason in one line and returns nil, and each cell is a program. With [ProgramsVariable] it does
// nothing. It returns an error only if the context ends.
func (k *Kernel) SetupStateful(ctx context.Context) error {
	if os.Getenv(ProgramsVariable) != "" {
		return nil
	}
	m, err := k.made()
	if err == nil && !m.Ready() {
		err = m.Make(ctx)
	}
	if err != nil && ctx.Err() == nil {
		fmt.Fprintf(k.Out, "variables do not persist between cells, because each cell runs as a separate program: %v\n", err)
	}
	return ctx.Err()
}
