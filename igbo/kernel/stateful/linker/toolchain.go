package linker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Toolchain returns the Go toolchain of an exact release. If it is missing, the go command program downloads it as a module, whatever
// GOTOOLCHAIN is set in the environment. The folder dir is within the module that will be compiled.
//
// It returns an error if the go command fails, for example because there is no network, or if it returns another release.
func Toolchain(ctx context.Context, program, release, dir string, env []string) (Place, error) {
	cmd := exec.CommandContext(ctx, program, "env", "-json", "GOROOT", "GOVERSION")
	cmd.Dir, cmd.Env = dir, append(Plain(env), "GOWORK=off", "GOTOOLCHAIN="+release)
	cmd.WaitDelay = time.Second // a download that the go command started may keep its output open
	out, err := cmd.Output()
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		return Place{}, fmt.Errorf("linker: downloading %s: %s (check the network or GOPROXY)", release, lastLine(exit.Stderr))
	}
	var answer struct{ GOROOT, GOVERSION string }
	if err == nil {
		err = json.Unmarshal(out, &answer)
	}
	if err == nil && answer.GOVERSION != release {
		err = fmt.Errorf("it reports the version %s, want %s", answer.GOVERSION, release)
	}
	if err != nil {
		return Place{}, fmt.Errorf("linker: running the go command of %s: %w", release, err)
	}
	return Place{Go: filepath.Join(answer.GOROOT, "bin", "go"), Root: answer.GOROOT, Version: release, Env: Plain(env)}, nil
}

// lastLine returns the last line of a text that is not empty.
func lastLine(text []byte) string {
	all := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.TrimPrefix(strings.TrimSpace(all[len(all)-1]), "go: ")
}

// Plain returns an environment in which a go command uses its own GOROOT and starts no other toolchain. A go command that has switched
// toolchains sets GOROOT for the programs that it starts.
func Plain(env []string) []string {
	env = slices.DeleteFunc(slices.Clone(env), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return name == "GOROOT" || name == "GOTOOLCHAIN" || name == "GOTOOLDIR" || name == "GOVERSION"
	})
	return append(env, "GOTOOLCHAIN=local")
}
