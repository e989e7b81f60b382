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

// UserPlace is Jupyter's folder for a user's data.
func UserPlace() (string, error) {
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return filepath.Abs(dir)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("kernel: no folder of Jupyter's data: %w", err)
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

// PrefixPlace is Jupyter's folder for data in an installation of Python.
func PrefixPlace(prefix string) (string, error) {
	prefix, err := filepath.Abs(prefix)
	if err != nil {
		return "", fmt.Errorf("kernel: %w", err)
	}
	return filepath.Join(prefix, "share", "jupyter"), nil
}

// SysPrefix is the prefix of the Python that is in use: of the virtual environment that is
// active, or else of the first Python on the PATH.
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
	return "", errors.New("kernel: no Python on the PATH whose prefix could be asked: name it with --prefix")
}

// SearchPath are the folders in which Jupyter looks for kernels, in its order.
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
