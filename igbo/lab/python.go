package lab

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/internal/setup"
)

// makeVenv creates the virtual environment, and removes an earlier one.
func (l *Lab) makeVenv(ctx context.Context, p *setup.Progress) error {
	python, err := findPython(ctx, l.env)
	if err != nil {
		return err
	}
	if err := l.checkIdle("renew JupyterLab in"); err != nil {
		return err
	}
	if err := os.RemoveAll(l.venv()); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	p.Say("making a virtual environment with %s", python)
	p.Watch(l.venv())
	if err := l.run(ctx, l.Home, nil, python, "-m", "venv", l.venv()); err != nil {
		return fmt.Errorf("%w\nPython's venv module is missing; on Debian and Ubuntu: apt install python3-venv", err)
	}
	pinned := filepath.Join(l.venv(), "requirements.txt")
	if err := os.WriteFile(pinned, requirements, 0o600); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	p.Say("looking for packages")
	err = l.run(ctx, l.Home, p.PipReports(bytes.Count(requirements, []byte("=="))), l.python(), "-m", "pip", "install", "--progress-bar=off", "--no-input", "--require-hashes", "--only-binary=:all:", "-r", pinned)
	if err != nil {
		return fmt.Errorf("%w\nJupyterLab could not be installed; the first start requires a network connection", err)
	}
	return l.writeSettings()
}

// settings turn off JupyterLab's news and update checks, and make it save the state of widgets in notebooks.
const settings = `{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false},
"@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": true}}
`

func (l *Lab) writeSettings() error {
	dir := filepath.Join(l.venv(), "share", "jupyter", "lab", "settings")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return writeFile(filepath.Join(dir, "overrides.json"), []byte(settings))
}

// oldest is the oldest Python that JupyterLab's pinned release supports.
var oldest = [2]int{3, 10}

var versionPattern = regexp.MustCompile(`(\d+)\.(\d+)`)

// findPython finds a Python that is new enough.
func findPython(ctx context.Context, env []string) (string, error) {
	var seen, broken []string
	for _, name := range []string{"python3", "python", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(ctx, path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
		cmd.Env = env
		out, err := cmd.Output()
		v := versionPattern.FindSubmatch(out)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err != nil || v == nil {
			broken = append(broken, path)
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
		return "", fmt.Errorf("lab: Python is too old (%s); version %d.%d or newer is required", strings.Join(seen, ", "), oldest[0], oldest[1])
	}
	if len(broken) > 0 {
		return "", fmt.Errorf("lab: Python does not run (%s); version %d.%d or newer is required", strings.Join(broken, ", "), oldest[0], oldest[1])
	}
	return "", fmt.Errorf("lab: python3 not found on the PATH; version %d.%d or newer is required", oldest[0], oldest[1])
}
