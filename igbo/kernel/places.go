package kernel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// UserPlace returns Jupyter's data folder of the user.
func UserPlace() (string, error) {
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return filepath.Abs(dir)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("kernel: finding Jupyter's data folder: %w", err)
	}
	switch runtime.GOOS {
	case "darwin":
		return filepath.Join(home, "Library", "Jupyter"), nil
	case "windows":
		if dir := os.Getenv("APPDATA"); dir != "" {
			return filepath.Join(dir, "jupyter"), nil
		}
		return filepath.Join(home, "AppData", "Roaming", "jupyter"), nil
	}
	data, err := dataFolder()
	return filepath.Join(data, "jupyter"), err
}

// PrefixPlace returns Jupyter's data folder in an installation of Python.
func PrefixPlace(prefix string) (string, error) {
	prefix, err := filepath.Abs(prefix)
	if err != nil {
		return "", fmt.Errorf("kernel: %w", err)
	}
	return filepath.Join(prefix, "share", "jupyter"), nil
}

// SysPrefix returns the prefix of the Python in use: the active virtual environment, or else the first Python on the PATH.
func SysPrefix(ctx context.Context) (string, error) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := os.Getenv(name); dir != "" {
			return dir, nil
		}
	}
	for _, name := range []string{"python3", "python"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		out, err := exec.CommandContext(ctx, path, "-c", "import sys; print(sys.prefix)").Output()
		if prefix := strings.TrimSpace(string(out)); err == nil && filepath.IsAbs(prefix) {
			return prefix, nil
		}
	}
	return "", errors.New("kernel: no working Python found in the PATH (pass the folder of a Python installation with --prefix)")
}

// SearchPath lists the folders in which Jupyter looks for kernels, in its order.
func SearchPath(ctx context.Context) (places []string) {
	places = append(places, filepath.SplitList(os.Getenv("JUPYTER_PATH"))...)
	if user, err := UserPlace(); err == nil {
		places = append(places, user)
	}
	if prefix, err := SysPrefix(ctx); err == nil {
		places = append(places, filepath.Join(prefix, "share", "jupyter"))
	}
	if runtime.GOOS == "windows" {
		if dir := os.Getenv("PROGRAMDATA"); dir != "" {
			places = append(places, filepath.Join(dir, "jupyter"))
		}
	} else {
		places = append(places, "/usr/local/share/jupyter", "/usr/share/jupyter")
	}
	return slices.Compact(places)
}
