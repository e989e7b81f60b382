package stateful

import (
	"context"
	"fmt"
	"runtime"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
)

// Toolchain describes a Go toolchain.
type Toolchain struct {
	// Go is the go command in the folder bin of its GOROOT, and Version its release.
	Go, Version string
	// Experiment is the value of GOEXPERIMENT, from the environment or from `go env -w`.
	Experiment string
}

// Choose returns the Go toolchain for cells: the local one if stateful cells run on it, and otherwise a proven release. The local go
// command downloads that release once (about 76 MB). Choose compiles nothing, and calls say with progress messages. On a platform without
// stateful cells it returns the local toolchain.
//
// It returns an error if an experiment of Go is set or the release cannot be downloaded. It then returns the local toolchain as well,
// because that can still compile cells as programs.
func Choose(ctx context.Context, local Toolchain, source string, env []string, say func(format string, args ...any)) (Toolchain, error) {
	if linker.Supported(linker.Default, runtime.GOOS, runtime.GOARCH) != nil {
		return local, nil
	}
	if err := (Config{Env: []string{"GOEXPERIMENT=" + local.Experiment}}).plain(); err != nil {
		return local, err
	}
	why := Supported(local.Version)
	if why == nil {
		return local, nil
	}
	say("getting %s, about 76 MB if Go does not have it yet", linker.Default)
	at, err := linker.Toolchain(ctx, local.Go, linker.Default, source, env)
	if err != nil {
		return local, fmt.Errorf("%w; %w", why, err)
	}
	return Toolchain{Go: at.Go, Version: at.Version}, nil
}

// Proven reports whether a release gives the best cells on this platform: stateful cells, or programs if the platform does not support
// stateful cells. If it is false, [Choose] may find a better toolchain.
func Proven(release string) bool {
	return Supported(release) == nil || linker.Supported(linker.Default, runtime.GOOS, runtime.GOARCH) != nil
}
