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

	modules "golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

const module = "github.com/igbolab/igbolab"

// CheckSource reports an error if a folder does not contain the project's go.mod.
func CheckSource(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return fmt.Errorf("kernel: %s must be a folder with the go.mod of igbolab: %w", dir, err)
	}
	if first, _, _ := strings.Cut(string(text), "\n"); strings.TrimSpace(first) != "module "+module {
		return fmt.Errorf("kernel: the go.mod of %s must declare module %s", dir, module)
	}
	return nil
}

// FindSource returns the folder of the source that this program was built from: a checkout, or, for a program that `go install`
// built, a folder of the module cache. If that folder is missing, or the program was built with -trimpath and does not record it,
// FindSource looks the program's version up in the module cache, and downloads it if necessary. Programs of a release work so too.
//
// It returns an error if the checkout no longer exists, or if the source cannot be determined; use the option --source then.
func FindSource(ctx context.Context) (string, error) {
	_, file, _, _ := runtime.Caller(0)
	dir := filepath.Dir(filepath.Dir(filepath.Dir(file))) // of igbo/kernel/source.go
	fault := errors.New("kernel: finding the source code of this igbo: not found (pass a checkout with --source)")
	if filepath.IsAbs(file) {
		err := CheckSource(dir)
		if err == nil {
			return dir, nil
		}
		fault = fmt.Errorf("%w; it existed when this igbo was built (pass its new folder with --source)", err)
	}
	info, _ := debug.ReadBuildInfo()
	if info != nil && published(info.Main) {
		return download(ctx, info.Main.Version)
	}
	return "", fault
}

// published reports whether a program's main module is a version of this module that the go command can download: it was downloaded
// for the build, or the checkout was at the tag of a release, without changes.
func published(m debug.Module) bool {
	if m.Path != module {
		return false
	}
	return m.Sum != "" || semver.IsValid(m.Version) && semver.Build(m.Version) == "" && !modules.IsPseudoVersion(m.Version)
}

// download returns the folder of a version in the module cache.
func download(ctx context.Context, version string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", module+"@"+version)
	cmd.Dir = os.TempDir()
	cmd.Env = append(os.Environ(), "GOWORK=off", "GO111MODULE=on")
	text, err := cmd.Output()
	var answer struct{ Dir, Error string }
	if json.Unmarshal(text, &answer) != nil || answer.Dir == "" {
		return "", fmt.Errorf("kernel: downloading the source code of igbolab %s: %w %s (or pass a checkout with --source)", version, err, answer.Error)
	}
	return answer.Dir, CheckSource(answer.Dir)
}
