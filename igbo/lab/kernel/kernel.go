package kernel

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/igbolab/igbolab/igbo/lab/session"
)

// Options says where the kernel lives and what it is made from.
type Options struct {
	// Home is the kernel's own folder; empty is [DefaultHome].
	Home string
	// Source is the folder of the project's go.mod; empty is the one that Home was set up with.
	Source string
	// Out gets progress and messages; nil drops them.
	Out io.Writer
	// Supervisor is the command that calls [session.Supervise].
	Supervisor []string
	// Force ends a set-up by force when it is closed; nil never does.
	Force <-chan struct{}
}

// Kernel is the folder of a kernel.
type Kernel struct {
	Options
}

// Open checks the options and finds the folders; it makes nothing.
//
// Errors: a source that is none of this project; a home that was never set up, where no source is given.
func Open(o Options) (*Kernel, error) {
	k := &Kernel{Options: o}
	if err := k.findHome(); err != nil {
		return nil, err
	}
	if o.Out == nil {
		k.Out = io.Discard
	}
	if o.Source == "" {
		s, err := k.settings()
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("kernel: none is set up in %s; `igbo kernel install` does that", k.Home)
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

// findHome makes the kernel's folder a whole path.
func (k *Kernel) findHome() (err error) {
	if k.Home == "" {
		k.Home, err = DefaultHome()
	}
	if err == nil {
		k.Home, err = filepath.Abs(k.Home)
	}
	return err
}

// DefaultHome is igbolab/kernel in the user's folder for data.
func DefaultHome() (string, error) {
	data, err := dataFolder()
	if err != nil {
		return "", err
	}
	return filepath.Join(data, "igbolab", "kernel"), nil
}

// dataFolder is where the platform keeps a user's data.
func dataFolder() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) && runtime.GOOS != "windows" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("kernel: no folder for data: %w", err)
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

// program is one of the kernel's programs.
func (k *Kernel) program(name string) string { return executable(k.bin(), name) }

// executable is the file of a program.
func executable(dir, name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(dir, name)
}

func (k *Kernel) runtime() session.Runtime {
	return session.Runtime{Folder: filepath.Join(k.Home, "runtime"), Supervisor: k.Supervisor}
}
