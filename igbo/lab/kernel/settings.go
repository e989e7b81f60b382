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
)

// Settings are what a kernel's folder was set up with.
type Settings struct {
	// Source is the folder of the project's go.mod.
	Source string `json:"source"`
	// Go is the go command, and GoVersion its release.
	Go        string `json:"go"`
	GoVersion string `json:"go_version"`
	// ModCache and BuildCache are Go's caches.
	ModCache   string `json:"module_cache"`
	BuildCache string `json:"build_cache"`
}

func (k *Kernel) settingsFile() string { return filepath.Join(k.Home, "settings.json") }

// needsFile lists the folders without which cells cannot be built.
func (k *Kernel) needsFile() string { return filepath.Join(k.Home, "needs") }

// Settings are what the kernel was set up with. Errors: it never was; its file is damaged.
func (k *Kernel) settings() (s Settings, err error) {
	text, err := os.ReadFile(k.settingsFile())
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err == nil && (!filepath.IsAbs(s.Source) || !filepath.IsAbs(s.Go)) {
		err = errors.New("it names no source, or no go command")
	}
	if err != nil {
		return Settings{}, fmt.Errorf("kernel: %s: %w", k.settingsFile(), err)
	}
	return s, nil
}

// findGo is the user's go command.
func findGo() (string, error) {
	path, err := exec.LookPath("go")
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", fmt.Errorf("kernel: no go command on the PATH, which compiles the cells: %w", err)
	}
	return path, nil
}

// examine asks the user's go command about itself.
func examine(ctx context.Context, source string) (Settings, error) {
	text, err := goSays(ctx, source, "go", os.Environ(), "env", "-json", "GOROOT", "GOVERSION", "GOMODCACHE", "GOCACHE")
	if err != nil {
		return Settings{}, err
	}
	var answer struct{ GOROOT, GOVERSION, GOMODCACHE, GOCACHE string }
	if err := json.Unmarshal(text, &answer); err != nil {
		return Settings{}, fmt.Errorf("kernel: go env: %w", err)
	}
	return Settings{
		Source: source, GoVersion: answer.GOVERSION, Go: executable(filepath.Join(answer.GOROOT, "bin"), "go"),
		ModCache: answer.GOMODCACHE, BuildCache: answer.GOCACHE,
	}, nil
}

// goSays is what a go command prints in the source; one that fails tells what it wrote to its standard error.
func goSays(ctx context.Context, source, program string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = source, append(env, "GOWORK=off")
	text, err := cmd.Output()
	if err == nil {
		return text, nil
	}
	said := ""
	if exit, is := errors.AsType[*exec.ExitError](err); is && len(exit.Stderr) > 0 {
		said = "\n" + strings.TrimSpace(string(exit.Stderr))
	}
	return nil, fmt.Errorf("kernel: go %s: %w%s", args[0], err, said)
}

// writeSettings keeps what the kernel is set up with.
func (k *Kernel) writeSettings(s Settings) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		err = durable.WriteFile(k.settingsFile(), append(text, '\n'), 0o600)
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
	if err := durable.WriteFile(k.needsFile(), []byte(needs), 0o600); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	return nil
}

// needs are the folders and files without which cells cannot be built.
func (k *Kernel) needs() []string {
	text, _ := os.ReadFile(k.needsFile())
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}
