package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

const module = "github.com/igbolab/igbolab"

// CheckSource tells whether a folder holds the project's go.mod.
func CheckSource(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return fmt.Errorf("kernel: %s is no source of the project, expected a folder with its go.mod: %w", dir, err)
	}
	if first, _, _ := strings.Cut(string(text), "\n"); strings.TrimSpace(first) != "module "+module {
		return fmt.Errorf("kernel: the go.mod of %s is of another project, expected module %s", dir, module)
	}
	return nil
}

// FindSource is the folder of the source that this program was built from: a
// checkout, or, for a program that `go install` made, a folder of the module cache.
// Where that has gone, and for a program built with -trimpath, which knows no folder,
// the program's version is looked up in the module cache, and fetched where it is not there.
//
// Errors: the checkout has gone since, or the source cannot be known; the option --source then says it.
func FindSource(ctx context.Context) (string, error) {
	_, file, _, _ := runtime.Caller(0)
	dir := filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(file)))) // of igbo/lab/kernel/source.go
	fault := errors.New("kernel: this igbo does not know which source it was built from: name it with --source")
	if filepath.IsAbs(file) {
		err := CheckSource(dir)
		if err == nil {
			return dir, nil
		}
		fault = fmt.Errorf("%w; it was there when this igbo was built: name its new place with --source", err)
	}
	info, _ := debug.ReadBuildInfo()
	if info != nil && info.Main.Path == module && info.Main.Sum != "" { // one that was downloaded
		return download(ctx, info.Main.Version)
	}
	return "", fault
}

// download is the folder of a version in the module cache.
func download(ctx context.Context, version string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", module+"@"+version)
	cmd.Dir = os.TempDir()
	cmd.Env = append(os.Environ(), "GOWORK=off", "GO111MODULE=on")
	text, err := cmd.Output()
	var answer struct{ Dir, Error string }
	if json.Unmarshal(text, &answer) != nil || answer.Dir == "" {
		return "", fmt.Errorf("kernel: the source of %s is not to be had (%w) %s; name a checkout with --source", version, err, answer.Error)
	}
	return answer.Dir, CheckSource(answer.Dir)
}
