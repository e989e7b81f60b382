package reference

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/group"
)

//go:embed requirements.txt
var requirements []byte

// home returns the folder of the peers' environment in the user's cache, or in the temporary folder if there is no cache.
func home() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	return filepath.Join(cache, "igbolab", "bench", "peers")
}

// DefaultPython returns the path of the Python that Setup installs.
func DefaultPython() string { return pythonOf(home()) }

func pythonOf(venv string) string {
	if runtime.GOOS == "windows" {
		return filepath.Join(venv, "Scripts", "python.exe")
	}
	return filepath.Join(venv, "bin", "python")
}

// Setup makes a Python environment with the pinned peers, with the given
// Python 3.11, and returns its Python. It downloads some gigabytes, each file
// checked against its SHA-256.
//
// requirements.txt is made from requirements.in: with --python-platform
// x86_64-manylinux_2_28, aarch64-manylinux_2_28, aarch64-apple-darwin and x86_64-pc-windows-msvc,
//
//	uv pip compile --python-version 3.11 --generate-hashes --no-annotate --no-header --python-platform PLATFORM requirements.in
//
// gives the same versions and hashes; what only some list (nvidia-*, triton, colorama) carries a marker.
func Setup(ctx context.Context, python string, w io.Writer) (string, error) {
	var version bytes.Buffer
	if err := runTool(ctx, &version, python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"); err != nil {
		return "", err
	}
	if got := strings.TrimSpace(version.String()); got != "3.11" {
		return "", fmt.Errorf("reference: %s is Python %s, but the other programs require Python 3.11", python, got)
	}
	venv := home()
	if err := os.MkdirAll(filepath.Dir(venv), 0o755); err != nil {
		return "", fmt.Errorf("reference: %w", err)
	}
	if err := runTool(ctx, w, python, "-m", "venv", venv); err != nil {
		return "", err
	}
	list := filepath.Join(venv, "requirements.txt")
	if err := os.WriteFile(list, requirements, 0o644); err != nil {
		return "", fmt.Errorf("reference: %w", err)
	}
	return pythonOf(venv), runTool(ctx, w, pythonOf(venv), "-m", "pip", "install", "--require-hashes", "--only-binary=:all:", "-r", list)
}

func runTool(ctx context.Context, w io.Writer, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = w, w, time.Second
	group.Lead(cmd)
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("reference: %s: %w", cmd, err)
	}
	return nil
}
