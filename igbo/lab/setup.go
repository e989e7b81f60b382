package lab

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/internal/setup"
)

//go:embed requirements.txt
var requirements []byte

// Setup installs what is missing: the virtual environment, and the kernel with its programs, build cache and specification. It
// repeats a part that was interrupted. A second call returns at once, without network.
func (l *Lab) Setup(ctx context.Context) error {
	parts, err := l.kernel.Parts()
	if err != nil {
		_, python := findPython(ctx, l.env) // report a missing program at once
		return errors.Join(python, err)
	}
	if err := setup.Make(ctx, l.Out, l.Home, append([]setup.Part{l.environmentPart()}, parts...)...); err != nil {
		return err
	}
	if err := l.kernel.SetupStateful(ctx); err != nil {
		return err
	}
	return l.registerKernel()
}

// SetupPython only creates the virtual environment, which is sufficient for pages and slides.
func (l *Lab) SetupPython(ctx context.Context) error {
	return setup.Make(ctx, l.Out, l.Home, l.environmentPart())
}

// environmentPart returns the part that creates the virtual environment. Its key changes with the pinned requirements.
func (l *Lab) environmentPart() setup.Part {
	sum := sha256.Sum256(requirements)
	return setup.Part{Name: "JupyterLab", Key: hex.EncodeToString(sum[:]), Stamp: filepath.Join(l.venv(), "ready"), Make: l.makeVenv}
}

// Ready reports whether Setup has nothing to install.
func (l *Lab) Ready() bool { return l.environmentPart().Done() && l.kernel.Ready() }

// registerKernel writes the specification into the lab's folder, so it hides no kernel of the user. It is the only kernel for Go
// there, so a notebook that names GoNB's kernel opens with it.
func (l *Lab) registerKernel() error {
	if _, err := l.kernel.Register(l.share(), l.kernel.Spec(!l.XLA())); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(l.share(), "kernels", "gonb")) // earlier labs had it
}
