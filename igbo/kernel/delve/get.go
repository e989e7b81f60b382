package delve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// Version is the release of Delve that Get installs. It debugs programs of Go 1.25 to 1.27.
const Version = "v1.27.2"

const command = "github.com/go-delve/delve/cmd/dlv"

// Tool holds the settings for the installation of Delve.
type Tool struct {
	// Go is the go command, and Env its environment.
	Go  string
	Env []string
	// Cache is the user's folder for installed tools. Several kernels share it.
	Cache string
	// Say receives progress messages, one line at a time. If it is nil, they are dropped.
	Say func(line string)
}

// path returns the path of the installed Delve.
func (t Tool) path() string {
	name := "dlv"
	if runtime.GOOS == "windows" {
		name = "dlv.exe"
	}
	return filepath.Join(t.Cache, "delve-"+Version, name)
}

// Get returns the path of Delve. If Delve is not installed, Get installs it, which needs the network and takes a minute or more. Concurrent
// callers wait for the first one.
//
// It returns an error if the go command cannot fetch or compile Delve, or if ctx is done.
func (t Tool) Get(ctx context.Context) (string, error) {
	if t.Say == nil {
		t.Say = func(string) {}
	}
	if installed(t.path()) {
		return t.path(), nil
	}
	if err := os.MkdirAll(t.Cache, 0o700); err != nil {
		return "", fmt.Errorf("delve: %w", err)
	}
	lock := flock.New(filepath.Join(t.Cache, "delve.lock"), flock.SetPermissions(0o600))
	if locked, err := lock.TryLock(); err != nil {
		return "", fmt.Errorf("delve: %w", err)
	} else if !locked {
		t.Say("waiting for another kernel that is installing Delve " + Version)
		if _, err := lock.TryLockContext(ctx, 200*time.Millisecond); err != nil {
			return "", fmt.Errorf("delve: waiting for another kernel that installs Delve: %w", err)
		}
	}
	defer func() { _ = lock.Unlock() }() // the lock ends with the process
	if installed(t.path()) {
		return t.path(), nil
	}
	return t.path(), t.install(ctx)
}

func installed(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// install compiles Delve in a temporary folder, which then becomes the folder of the release.
func (t Tool) install(ctx context.Context) error {
	temp, err := os.MkdirTemp(t.Cache, "delve-draft-")
	if err != nil {
		return fmt.Errorf("delve: %w", err)
	}
	defer os.RemoveAll(temp)
	t.Say("installing Delve " + Version + ", the debugger of Go; this happens once and takes a minute or more")
	cmd := exec.CommandContext(ctx, t.Go, "install", command+"@"+Version)
	cmd.Dir, cmd.WaitDelay = temp, time.Second
	cmd.Env = append(slices.Clone(t.Env), "GOBIN="+temp, "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0")
	log := &progress{say: t.Say}
	cmd.Stderr = log
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("delve: installing Delve %s: %s (the first use of breakpoints requires the network)", Version, log.reason(err))
	}
	if err := os.RemoveAll(filepath.Dir(t.path())); err != nil { // an incomplete installation
		return fmt.Errorf("delve: %w", err)
	}
	if err := os.Rename(temp, filepath.Dir(t.path())); err != nil {
		return fmt.Errorf("delve: %w", err)
	}
	t.Say("Delve " + Version + " is installed")
	return nil
}

// progress saves what the go command writes to its standard error, and reports the modules that it downloads.
type progress struct {
	text   bytes.Buffer
	passed int
	say    func(string)
}

// Write implements io.Writer.
func (p *progress) Write(b []byte) (int, error) {
	n, err := p.text.Write(b)
	for {
		line, _, whole := bytes.Cut(p.text.Bytes()[p.passed:], []byte("\n"))
		if !whole {
			return n, err
		}
		p.passed += len(line) + 1
		if module, is := bytes.CutPrefix(line, []byte("go: downloading ")); is {
			p.say("downloading " + string(module))
		}
	}
}

// reason returns the last line that the go command wrote, or the error if there is none.
func (p *progress) reason(err error) string {
	lines := strings.Split(strings.TrimSpace(p.text.String()), "\n")
	for _, line := range slices.Backward(lines) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "go: downloading ") {
			return strings.TrimPrefix(line, "go: ")
		}
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return "the go command failed: " + exit.Error()
	}
	return err.Error()
}
