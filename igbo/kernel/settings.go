package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/kernel/stateful"
)

// shared is the mode of files that other users can read, if an administrator opens the kernel's folder for them.
const shared = 0o644

// Settings records what a kernel was set up with.
type Settings struct {
	// Source is the folder of the project's go.mod.
	Source string `json:"source"`
	// Go is the go command that compiles cells and the kernel's programs, and GoVersion is its release.
	Go        string `json:"go"`
	GoVersion string `json:"go_version"`
	// ModCache and BuildCache are Go's caches.
	ModCache   string `json:"module_cache"`
	BuildCache string `json:"build_cache"`
}

func (k *Kernel) settingsFile() string { return filepath.Join(k.Home, "settings.json") }

// needsFile lists the folders without which cells cannot be built.
func (k *Kernel) needsFile() string { return filepath.Join(k.Home, "needs") }

// settings returns what the kernel was set up with. It returns an error if the kernel was never set up, or if the file is
// damaged.
func (k *Kernel) settings() (s Settings, err error) {
	text, err := os.ReadFile(k.settingsFile())
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	switch {
	case err != nil:
	case !filepath.IsAbs(s.Source):
		err = fmt.Errorf("source must be an absolute path, got %q", s.Source)
	case !filepath.IsAbs(s.Go):
		err = fmt.Errorf("go must be an absolute path, got %q", s.Go)
	}
	if err != nil {
		return Settings{}, fmt.Errorf("kernel: reading %s: %w (run `igbo kernel install`)", k.settingsFile(), err)
	}
	return s, nil
}

// findGo returns the path of the user's go command.
func findGo() (string, error) {
	path, err := exec.LookPath("go")
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", fmt.Errorf("kernel: finding the go command, which compiles cells: %w (install Go, or add it to the PATH)", err)
	}
	return path, nil
}

// examine queries the user's go command and chooses the Go release for cells: another one if stateful cells do not run on the
// user's. The error unfit explains why cells will be programs; the settings are complete even then.
func examine(ctx context.Context, source string, say func(format string, args ...any)) (s Settings, unfit, err error) {
	env := withoutRoot(os.Environ())
	text, err := goReports(ctx, source, "go", env, "env", "-json", "GOROOT", "GOVERSION", "GOEXPERIMENT", "GOMODCACHE", "GOCACHE")
	if err != nil {
		return Settings{}, nil, err
	}
	var answer struct{ GOROOT, GOVERSION, GOEXPERIMENT, GOMODCACHE, GOCACHE string }
	if err := json.Unmarshal(text, &answer); err != nil {
		return Settings{}, nil, fmt.Errorf("kernel: reading the output of go env: %w", err)
	}
	local := stateful.Toolchain{Go: executable(filepath.Join(answer.GOROOT, "bin"), "go"), Version: answer.GOVERSION, Experiment: answer.GOEXPERIMENT}
	chosen, unfit := stateful.Choose(ctx, local, source, env, say)
	return Settings{Source: source, GoVersion: chosen.Version, Go: chosen.Go, ModCache: answer.GOMODCACHE, BuildCache: answer.GOCACHE}, unfit, ctx.Err()
}

// goReports returns the output of a go command that runs in the source. If the command fails, the error contains its standard
// error.
func goReports(ctx context.Context, source, program string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = source, append(env, "GOWORK=off")
	text, err := cmd.Output()
	if err == nil {
		return text, nil
	}
	reported := ""
	if exit, is := errors.AsType[*exec.ExitError](err); is && len(exit.Stderr) > 0 {
		reported = "\n" + strings.TrimSpace(string(exit.Stderr))
	}
	return nil, fmt.Errorf("kernel: running go %s: %w%s", args[0], err, reported)
}

// writeSettings saves the settings of the kernel.
func (k *Kernel) writeSettings(s Settings) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		err = durable.WriteFile(k.settingsFile(), append(text, '\n'), shared)
	}
	if err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	return nil
}

// writeNeeds lists the source, the go command, and the modules that cells may link.
func (k *Kernel) writeNeeds(ctx context.Context, s Settings) error {
	text, err := k.goCommand(ctx, s, "list", "-mod=readonly", "-m", "-f", "{{if .Dir}}{{.Dir}}{{end}}", "all")
	if err != nil {
		return err
	}
	needs := s.Go + "\n" + filepath.Join(s.Source, "go.mod") + "\n" + string(text)
	if err := durable.WriteFile(k.needsFile(), []byte(needs), shared); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	return nil
}

// needs lists the folders and files that are necessary to build cells.
func (k *Kernel) needs() []string {
	text, _ := os.ReadFile(k.needsFile())
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}
