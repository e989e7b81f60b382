package kernel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live"
	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy"
)

// made is what living cells of this kernel are made from, in the user's cache.
func (k *Kernel) made() (live.Made, error) {
	s, err := k.settings()
	if err != nil {
		return live.Made{}, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return live.Made{}, fmt.Errorf("kernel: %w", err)
	}
	return live.Open(live.Config{
		Go: s.Go, Version: s.GoVersion, Source: s.Source, Env: k.Environment(os.Environ(), false),
		Cache: filepath.Join(cache, "igbolab", "live"), Packages: prelude.Paths(), Out: k.Out,
	})
}

// errNotLive says that living cells were not set up.
var errNotLive = errors.New("they are not set up for this source and this Go, or Go's cache was emptied since; `igbo kernel install --live` does that")

// living says whether cells live, and from what.
func (k *Kernel) living(on bool) proxy.Living {
	m, err := k.made()
	if err == nil && !m.Ready() {
		err = errNotLive
	}
	return proxy.Living{Made: m, Why: err, On: on && err == nil, Asked: on}
}

// Lives is nil where cells can live, and else why they cannot.
func (k *Kernel) Lives() error { return k.living(true).Why }

// SetupLive makes what living cells need, and proves it on this machine; a second call returns at once.
//
// Errors: a platform, or a release of Go, on which living cells are not proven; a self-test that differs.
func (k *Kernel) SetupLive(ctx context.Context) error {
	m, err := k.made()
	if err != nil {
		return err
	}
	return m.Make(ctx)
}
