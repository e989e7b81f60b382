package bench

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/igbolab/igbolab/igbo/lab"
)

//go:embed requirements.txt
var requirements []byte

// home is the folder of the peers' environment: igbo/bench/.venv of the
// checkout, or .venv here where this is none.
func home() string {
	checkout, err := lab.FindCheckout(".")
	if err != nil {
		return ".venv"
	}
	return filepath.Join(checkout, "igbo", "bench", ".venv")
}

// DefaultPython is the Python that Setup makes.
func DefaultPython() string { return pythonOf(home()) }

func pythonOf(venv string) string {
	if runtime.GOOS == "windows" {
		return filepath.Join(venv, "Scripts", "python.exe")
	}
	return filepath.Join(venv, "bin", "python")
}

// Setup makes a Python environment with the pinned peers, with the given
// Python 3.11, and returns its Python. It downloads some gigabytes.
func Setup(ctx context.Context, python string, w io.Writer) (string, error) {
	venv := home()
	if err := runTool(ctx, w, python, "-m", "venv", venv); err != nil {
		return "", err
	}
	list, err := os.CreateTemp("", "igbo-bench-*.txt")
	if err != nil {
		return "", fmt.Errorf("bench: %w", err)
	}
	defer os.Remove(list.Name())
	if _, err := list.Write(requirements); err != nil {
		return "", fmt.Errorf("bench: %w", err)
	}
	if err := list.Close(); err != nil {
		return "", fmt.Errorf("bench: %w", err)
	}
	return pythonOf(venv), runTool(ctx, w, pythonOf(venv), "-m", "pip", "install", "-r", list.Name())
}

func runTool(ctx context.Context, w io.Writer, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = w, w, time.Second
	alone(cmd)
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("bench: %s: %w", cmd, err)
	}
	return nil
}
