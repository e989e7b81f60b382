package kernel

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
)

// Options locates the kernel and its source.
type Options struct {
	// Home is the folder of the kernel (default [DefaultHome]).
	Home string
	// Source is the folder of the project's go.mod (default: the folder that Home was set up with).
	Source string
	// Out receives progress messages. If it is nil, they are dropped.
	Out io.Writer
	// Supervisor is the command that ends the kernel's programs if the kernel is killed. For the igbo program, it is the
	// program's path, "lab" and "supervise".
	Supervisor []string
	// XLA reports whether cells link XLA. Setup then caches that build. If it is nil, cells do not link XLA.
	XLA func() bool
	// Force ends a set-up by force when it is closed. If it is nil, that never happens.
	Force <-chan struct{}
}

// Kernel is an installed kernel, or the folder of one to set up.
type Kernel struct {
	Options
}

// Open checks the options and finds the folders. It creates nothing.
//
// It returns an error if the source is not this project, or if Home was never set up and no source is given.
func Open(o Options) (*Kernel, error) {
	k := &Kernel{Options: o}
	if err := k.findHome(); err != nil {
		return nil, err
	}
	if o.Out == nil {
		k.Out = io.Discard
	}
	if o.XLA == nil {
		k.XLA = func() bool { return false }
	}
	if o.Source == "" {
		s, err := k.settings()
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("kernel: no kernel is set up in %s (run `igbo kernel install`)", k.Home)
		}
		k.Source = s.Source
		return k, err
	}
	var err error
	if k.Source, err = filepath.Abs(o.Source); err == nil {
		err = CheckSource(k.Source)
	}
	return k, err
}

// findHome returns the absolute path of the kernel's folder.
func (k *Kernel) findHome() (err error) {
	if k.Home == "" {
		k.Home, err = DefaultHome()
	}
	if err == nil {
		k.Home, err = filepath.Abs(k.Home)
	}
	return err
}

// DefaultHome returns igbolab/kernel in the user's data folder.
func DefaultHome() (string, error) {
	data, err := dataFolder()
	if err != nil {
		return "", err
	}
	return filepath.Join(data, "igbolab", "kernel"), nil
}

// dataFolder returns the platform's folder for user data.
func dataFolder() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) && runtime.GOOS != "windows" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("kernel: finding the data folder: %w", err)
	}
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("LOCALAPPDATA"); dir != "" {
			return dir, nil
		}
		return filepath.Join(home, "AppData", "Local"), nil
	case "darwin":
		return filepath.Join(home, "Library", "Application Support"), nil
	}
	return filepath.Join(home, ".local", "share"), nil
}

func (k *Kernel) bin() string { return filepath.Join(k.Home, "bin") }

// program returns the path of one of the kernel's programs.
func (k *Kernel) program(name string) string { return executable(k.bin(), name) }

// executable returns the path of a program in a folder.
func executable(dir, name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(dir, name)
}

func (k *Kernel) runtime() procgroup.Runtime {
	return procgroup.Runtime{Folder: filepath.Join(k.own(), "runtime"), Supervisor: k.Supervisor}
}

// own returns the folder for files that the kernel writes at run time: the kernel's own, or one in the user's cache if another user has set
// up the kernel, as on a shared server.
func (k *Kernel) own() string {
	cache, err := os.UserCacheDir()
	if err != nil || !there(k.settingsFile()) || writable(k.Home) {
		return k.Home
	}
	sum := sha256.Sum256([]byte(k.Home))
	return filepath.Join(cache, "igbolab", "kernels", hex.EncodeToString(sum[:8]))
}
