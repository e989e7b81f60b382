package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel"
	"github.com/igbolab/igbolab/igbo/lab/listener"
)

// Options locates the lab and its parts.
type Options struct {
	// Checkout is the folder of the project's go.mod.
	Checkout string
	// Home is the folder of the lab (default: igbolab/lab in the user's cache).
	Home string
	// Notebooks is the folder of the notebooks (default: notebooks in the checkout).
	Notebooks string
	// Out receives progress and messages.
	Out io.Writer
	// Supervisor is the command that ends JupyterLab and its programs if this process is killed, for example
	// `igbo lab supervise`.
	Supervisor []string
	// Force, if closed after the context has ended, ends JupyterLab and its kernels by force. If it is nil, that never happens.
	Force <-chan struct{}
	// XLA reports whether an XLA plugin is installed. Without one, cells are built without XLA, which halves their latency.
	XLA func() bool
}

// Lab is a notebook environment.
type Lab struct {
	Options
	kernel *kernel.Kernel
	env    []string // the environment of every command
}

// Open checks the options and finds the lab's folder. It creates nothing. It returns an error if the checkout has no go.mod, or there is no
// cache folder.
func Open(o Options) (*Lab, error) {
	checkout, err := filepath.Abs(o.Checkout)
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	if _, err := os.Stat(filepath.Join(checkout, "go.mod")); err != nil {
		return nil, fmt.Errorf("lab: %s is not a checkout of the project: %w", checkout, err)
	}
	o.Checkout = checkout
	if o.Home == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("lab: finding the cache folder: %w", err)
		}
		o.Home = filepath.Join(cache, "igbolab", "lab")
	}
	if o.Notebooks == "" {
		o.Notebooks = filepath.Join(checkout, "notebooks")
	}
	if o.Notebooks, err = filepath.Abs(o.Notebooks); err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	if info, err := os.Stat(o.Notebooks); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("lab: %s must be the folder of the notebooks, but is a file", o.Notebooks)
	}
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.XLA == nil {
		o.XLA = func() bool { return false }
	}
	l := &Lab{Options: o}
	l.kernel, err = kernel.Open(kernel.Options{
		Home: filepath.Join(o.Home, "kernel"), Source: checkout, Out: o.Out, Supervisor: o.Supervisor, Force: o.Force, XLA: o.XLA,
	})
	if err != nil {
		return nil, err
	}
	l.env = l.environment(os.Environ())
	return l, nil
}

// FindCheckout returns the folder at or above dir that holds the project's go.mod.
func FindCheckout(dir string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("lab: %w", err)
	}
	for at := start; ; at = filepath.Dir(at) {
		text, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module github.com/igbolab/igbolab\n") {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("lab: %s must be inside a checkout of igbolab", start)
		}
	}
}

// FindSource returns the checkout at or above dir, or, if there is none, the source that this program was built from.
func FindSource(ctx context.Context, dir string) (string, error) {
	checkout, err := FindCheckout(dir)
	if err == nil {
		return checkout, nil
	}
	source, fault := kernel.FindSource(ctx)
	if fault != nil {
		return "", fmt.Errorf("%w, and the source of this program was not found: %w", err, fault)
	}
	return source, nil
}

func (l *Lab) venv() string   { return filepath.Join(l.Home, "venv") }
func (l *Lab) share() string  { return filepath.Join(l.Home, "share") }
func (l *Lab) config() string { return filepath.Join(l.Home, "config") }

// python returns the Python of the virtual environment.
func (l *Lab) python() string {
	if runtime.GOOS == "windows" {
		return filepath.Join(l.venv(), "Scripts", "python.exe")
	}
	return filepath.Join(l.venv(), "bin", "python")
}

// dropped lists environment variables that the lab's commands do not get: those of other Pythons, and tokens.
var dropped = map[string]bool{"PYTHONPATH": true, "PYTHONHOME": true, listener.TokenVariable: true, "JUPYTER_TOKEN": true, "JUPYTER_TOKEN_FILE": true}

// environment returns the user's environment, with the lab's Python first, and with Jupyter's folders and settings replaced by
// the lab's.
func (l *Lab) environment(user []string) []string {
	set := map[string]string{
		"JUPYTER_PATH": l.share(), "JUPYTER_CONFIG_DIR": l.config(), "JUPYTER_DATA_DIR": l.share(),
		"JUPYTER_PREFER_ENV_PATH": "0",
		"IPYTHONDIR":              filepath.Join(l.Home, "ipython"), "PYTHONNOUSERSITE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
	}
	var env []string
	for _, pair := range user {
		name, value, _ := strings.Cut(pair, "=")
		if name == "PATH" {
			set["PATH"] = filepath.Dir(l.python()) + string(os.PathListSeparator) + value
			continue
		}
		if _, ours := set[name]; !ours && !dropped[name] {
			env = append(env, pair)
		}
	}
	for name, value := range set {
		env = append(env, name+"="+value)
	}
	return env
}

// Clean removes everything that the lab has created, and ends processes that killed labs have left. It returns an error if a lab is
// running.
func (l *Lab) Clean() error {
	if filepath.Base(l.Home) != "lab" {
		return fmt.Errorf("lab: not deleting %s: the folder of the lab must have the name lab", l.Home)
	}
	if _, err := os.Stat(l.Home); errors.Is(err, os.ErrNotExist) {
		fmt.Fprintln(l.Out, "nothing to clean")
		return nil
	}
	if err := l.checkIdle("remove"); err != nil {
		return err
	}
	if err := os.RemoveAll(l.Home); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	fmt.Fprintln(l.Out, "removed", l.Home)
	return nil
}

// checkIdle returns an error if a lab runs from the folder.
func (l *Lab) checkIdle(to string) error {
	running, err := l.runtime().Sweep()
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if len(running) > 0 {
		return fmt.Errorf("lab: cannot %s %s while igbo lab runs from it (process %s); stop it first with Ctrl-C", to, l.Home, list(running))
	}
	return nil
}

func list(numbers []int) string {
	var words []string
	for _, n := range numbers {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, ", ")
}
