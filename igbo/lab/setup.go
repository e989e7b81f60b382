package lab

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

//go:embed requirements.txt
var requirements []byte

// Setup makes what is missing: the virtual environment, the kernel and its
// tools, a warm build cache, and the kernel specification. Each part is done
// when its stamp is written last, so that a part that was interrupted is made
// again, and a second call returns at once, without network.
func (l *Lab) Setup(ctx context.Context) error {
	if err := private(l.Home); err != nil {
		return err
	}
	unlock, err := l.lockSetup(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	for _, part := range []struct {
		name, key string
		done      string
		make      func(context.Context, *progress) error
	}{
		{"JupyterLab", l.pythonKey(), filepath.Join(l.venv(), "ready"), l.makeVenv},
		{"the Go kernel and goimports", l.toolsKey(), filepath.Join(l.bin(), "ready"), l.makeTools},
		{"the build cache", l.toolsKey(), filepath.Join(l.Home, "warm"), l.warm},
	} {
		if text, err := os.ReadFile(part.done); err == nil && string(text) == part.key {
			continue
		}
		p := newProgress(l.Out, part.name)
		err := part.make(ctx, p)
		p.close()
		if err != nil {
			return err
		}
		if err := os.WriteFile(part.done, []byte(part.key), 0o600); err != nil {
			return fmt.Errorf("lab: %w", err)
		}
	}
	return l.writeKernel()
}

// private makes a folder that its owner alone can enter.
func private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

// lockSetup waits for another set-up of the same folder.
func (l *Lab) lockSetup(ctx context.Context) (unlock func(), err error) {
	lock := flock.New(filepath.Join(l.Home, "setup.lock"), flock.SetPermissions(0o600))
	held, err := lock.TryLock()
	if err == nil && !held {
		fmt.Fprintln(l.Out, "another igbo lab is setting up; waiting for it …")
		_, err = lock.TryLockContext(ctx, 100*time.Millisecond)
	}
	if err != nil {
		return nil, fmt.Errorf("lab: the set-up cannot be locked: %w", err)
	}
	return func() { _ = lock.Unlock() }, nil
}

// Ready tells whether Setup has nothing to install.
func (l *Lab) Ready() bool {
	venv, err := os.ReadFile(filepath.Join(l.venv(), "ready"))
	tools, toolsErr := os.ReadFile(filepath.Join(l.bin(), "ready"))
	return err == nil && toolsErr == nil && string(venv) == l.pythonKey() && string(tools) == l.toolsKey()
}

// pythonKey changes with the pinned requirements.
func (l *Lab) pythonKey() string {
	sum := sha256.Sum256(requirements)
	return hex.EncodeToString(sum[:])
}

// toolsKey changes with go.mod and with the Go release.
func (l *Lab) toolsKey() string {
	text, _ := os.ReadFile(filepath.Join(l.Checkout, "go.mod"))
	sum := sha256.Sum256(append(text, runtime.Version()...))
	return hex.EncodeToString(sum[:])
}

// makeTools builds the kernel and goimports at go.mod's versions.
func (l *Lab) makeTools(ctx context.Context, p *progress) error {
	if err := os.MkdirAll(l.bin(), 0o700); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	p.say("looking for what is compiled already")
	return l.run(ctx, l.Checkout, p.goSays(), "go", "build", "-v", "-o", l.bin()+string(filepath.Separator),
		"github.com/janpfeifer/gonb", "golang.org/x/tools/cmd/goimports")
}

// kernelSpec is Jupyter's kernel.json.
type kernelSpec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env"`
}

// writeKernel writes the kernel specification of the lab. It has GoNB's usual
// name, so that the notebooks open with anybody's GoNB, and lies in the lab's
// folder, so that it hides no other kernel.
func (l *Lab) writeKernel() error {
	spec := kernelSpec{
		Argv:        []string{filepath.Join(l.bin(), executable("gonb")), "--kernel", "{connection_file}", "-raw_error=true", "-go_work=" + l.Checkout},
		DisplayName: "Go (gonb)", Language: "go", InterruptMode: "message",
		Env: map[string]string{"GOFLAGS": l.goFlags()},
	}
	text, err := json.MarshalIndent(spec, "", "  ")
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	dir := filepath.Join(l.share(), "kernels", "gonb")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if err := writeFile(filepath.Join(dir, "kernel.json"), append(text, '\n')); err != nil {
		return err
	}
	return nil
}

// warm builds what cells link, so that the first cell does not wait for it.
func (l *Lab) warm(ctx context.Context, p *progress) error {
	start := time.Now()
	p.say("looking for what is compiled already")
	err := l.run(ctx, l.Checkout, p.goSays(), "go", "build", "-v", "./igbo/...", "./plots/...", "./datasets/...")
	if err != nil {
		return err
	}
	fmt.Fprintf(l.Out, "build cache warm after %s\n", time.Since(start).Round(time.Second))
	return nil
}
