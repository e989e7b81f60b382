package lab

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

//go:embed requirements.txt
var requirements []byte

// xlaPatience is how long the XLA plugin may take to be fetched.
const xlaPatience = 10 * time.Second

// Setup makes what is missing: the virtual environment, the kernel and its
// tools, a warm build cache, and the kernel specification. Each part is done
// when its stamp is written last, so that a part that was interrupted is made
// again, and a second call returns at once, without network.
func (l *Lab) Setup(ctx context.Context) error {
	for _, part := range []struct {
		name, key string
		done      string
		make      func(context.Context) error
	}{
		{"JupyterLab", l.pythonKey(), filepath.Join(l.venv(), "ready"), l.makeVenv},
		{"the Go kernel and goimports", l.toolsKey(), filepath.Join(l.bin(), "ready"), l.makeTools},
		{"the build cache and XLA", l.toolsKey(), filepath.Join(l.Home, "warm"), l.warm},
	} {
		if text, err := os.ReadFile(part.done); err == nil && string(text) == part.key {
			continue
		}
		fmt.Fprintf(l.Out, "setting up %s …\n", part.name)
		if err := part.make(ctx); err != nil {
			return err
		}
		if err := os.WriteFile(part.done, []byte(part.key), 0o644); err != nil {
			return fmt.Errorf("lab: %w", err)
		}
	}
	return l.writeKernel()
}

// Ready tells whether Setup has nothing to install.
func (l *Lab) Ready() bool {
	venv, err := os.ReadFile(filepath.Join(l.venv(), "ready"))
	tools, toolsErr := os.ReadFile(filepath.Join(l.bin(), "ready"))
	return err == nil && toolsErr == nil && string(venv) == l.pythonKey() && string(tools) == l.toolsKey()
}

// pythonKey changes with the pinned requirements.
func (l *Lab) pythonKey() string {
	sum := sha256.Sum256(requirements)
	return hex.EncodeToString(sum[:])
}

// toolsKey changes with go.mod and with the Go release.
func (l *Lab) toolsKey() string {
	text, _ := os.ReadFile(filepath.Join(l.Checkout, "go.mod"))
	sum := sha256.Sum256(append(text, runtime.Version()...))
	return hex.EncodeToString(sum[:])
}

// makeVenv makes the virtual environment anew.
func (l *Lab) makeVenv(ctx context.Context) error {
	python, err := findPython(ctx, l.env)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(l.venv()); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if err := os.MkdirAll(l.Home, 0o755); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if err := l.run(ctx, l.Home, python, "-m", "venv", l.venv()); err != nil {
		return fmt.Errorf("%w\nPython's venv module is missing; on Debian and Ubuntu: apt install python3-venv", err)
	}
	pinned := filepath.Join(l.venv(), "requirements.txt")
	if err := os.WriteFile(pinned, requirements, 0o644); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	err = l.run(ctx, l.Home, l.python("python"), "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary=:all:", "-r", pinned)
	if err != nil {
		return fmt.Errorf("%w\nJupyterLab could not be installed; the first start needs the network", err)
	}
	return l.writeSettings()
}

// settings keep JupyterLab from asking for news and updates.
const settings = `{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}}
`

func (l *Lab) writeSettings() error {
	dir := filepath.Join(l.venv(), "share", "jupyter", "lab", "settings")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return replaceFile(filepath.Join(dir, "overrides.json"), []byte(settings))
}

// oldest is the oldest Python that JupyterLab's pinned release runs on.
var oldest = [2]int{3, 10}

var versionPattern = regexp.MustCompile(`(\d+)\.(\d+)`)

// findPython finds a Python that is new enough.
func findPython(ctx context.Context, env []string) (string, error) {
	var seen []string
	for _, name := range []string{"python3", "python", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(ctx, path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
		cmd.Env = env
		out, err := cmd.Output()
		v := versionPattern.FindSubmatch(out)
		if err != nil || v == nil {
			continue
		}
		major, _ := strconv.Atoi(string(v[1]))
		minor, _ := strconv.Atoi(string(v[2]))
		if major > oldest[0] || major == oldest[0] && minor >= oldest[1] {
			return path, nil
		}
		seen = append(seen, fmt.Sprintf("%s is %s", path, v[0]))
	}
	if len(seen) > 0 {
		return "", fmt.Errorf("lab: Python is too old (%s), expected %d.%d or newer", strings.Join(seen, ", "), oldest[0], oldest[1])
	}
	return "", fmt.Errorf("lab: no Python on the PATH, expected python3, %d.%d or newer", oldest[0], oldest[1])
}

// makeTools builds the kernel and goimports at go.mod's versions.
func (l *Lab) makeTools(ctx context.Context) error {
	if err := os.MkdirAll(l.bin(), 0o755); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return l.run(ctx, l.Checkout, "go", "build", "-o", l.bin()+string(filepath.Separator),
		"github.com/janpfeifer/gonb", "golang.org/x/tools/cmd/goimports")
}

// fetchXLA fetches the XLA plugin where that is asked for and it is not there.
// A failure is one line: the embedded backend runs everything.
func (l *Lab) fetchXLA(ctx context.Context) {
	if l.FetchXLA == nil || l.XLA() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, xlaPatience)
	defer cancel()
	if err := l.FetchXLA(ctx); err != nil {
		fmt.Fprintf(l.Out, "no XLA plugin: the embedded backend is used (%s)\n", clip(err.Error()))
		return
	}
	l.env = l.environment(os.Environ())
}

// kernelSpec is Jupyter's kernel.json.
type kernelSpec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env"`
}

// writeKernel writes the kernel specification of the lab. It has GoNB's usual
// name, so that the notebooks open with anybody's GoNB, and lies in the lab's
// folder, so that it hides no other kernel.
func (l *Lab) writeKernel() error {
	spec := kernelSpec{
		Argv:        []string{filepath.Join(l.bin(), executable("gonb")), "--kernel", "{connection_file}", "-raw_error=true", "-go_work=" + l.Checkout},
		DisplayName: "Go (gonb)", Language: "go", InterruptMode: "message",
		Env: map[string]string{"GOFLAGS": l.goFlags()},
	}
	text, err := json.MarshalIndent(spec, "", "  ")
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	dir := filepath.Join(l.share(), "kernels", "gonb")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if err := replaceFile(filepath.Join(dir, "kernel.json"), append(text, '\n')); err != nil {
		return err
	}
	return nil
}

// warm fetches the XLA plugin and builds what cells link, so that the first
// cell does not wait for it.
func (l *Lab) warm(ctx context.Context) error {
	l.fetchXLA(ctx)
	start := time.Now()
	err := l.run(ctx, l.Checkout, "go", "build", "./igbo/...", "./plots/...", "./datasets/...",
		"github.com/janpfeifer/gonb/cache", "github.com/janpfeifer/gonb/gonbui/dom", "github.com/janpfeifer/gonb/gonbui/widgets")
	if err != nil {
		return err
	}
	fmt.Fprintf(l.Out, "build cache warm after %s\n", time.Since(start).Round(time.Second))
	return nil
}

// run runs a command with the lab's environment; its output is shown where it fails.
func (l *Lab) run(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, l.env
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("lab: %s: %w\n%s", filepath.Base(name), err, tail(text.String(), 20))
	}
	return nil
}

// tail keeps the last lines of a text.
func tail(text string, lines int) string {
	all := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

func executable(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// replaceFile writes a file under a temporary name and renames it.
func replaceFile(path string, content []byte) error {
	draft, err := os.CreateTemp(filepath.Dir(path), ".lab-*.tmp")
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(content)
	if err = errors.Join(err, draft.Chmod(0o644), draft.Close()); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if err := os.Rename(draft.Name(), path); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}
