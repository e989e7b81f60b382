package lab

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/lab/kernel"
	"github.com/igbolab/igbolab/igbo/lab/setup"
)

//go:embed requirements.txt
var requirements []byte

// Setup makes what is missing: the virtual environment, and the kernel with its
// programs, its warm build cache and its specification. A part that was interrupted is
// made again, and a second call returns at once, without network.
func (l *Lab) Setup(ctx context.Context) error {
	parts, err := l.kernel.Parts()
	if err != nil {
		_, python := findPython(ctx, l.env) // what is missing is told at once
		return errors.Join(python, err)
	}
	if err := setup.Make(ctx, l.Out, l.Home, append([]setup.Part{l.environmentPart()}, parts...)...); err != nil {
		return err
	}
	return l.registerKernel()
}

// SetupLive makes the kernel whose values live, beside the other. Errors: a release of Go, or a platform, on
// which living cells are not proven.
func (l *Lab) SetupLive(ctx context.Context) error {
	if err := l.kernel.SetupLive(ctx); err != nil {
		return err
	}
	_, err := l.kernel.Register(l.share(), kernel.LiveName, l.kernel.LiveSpec(!l.XLA()))
	return err
}

// SetupPython makes the virtual environment alone, which is all that pages and slides need.
func (l *Lab) SetupPython(ctx context.Context) error {
	return setup.Make(ctx, l.Out, l.Home, l.environmentPart())
}

// environmentPart is the virtual environment; its key changes with the pinned requirements.
func (l *Lab) environmentPart() setup.Part {
	sum := sha256.Sum256(requirements)
	return setup.Part{Name: "JupyterLab", Key: hex.EncodeToString(sum[:]), Stamp: filepath.Join(l.venv(), "ready"), Make: l.makeVenv}
}

// Ready tells whether Setup has nothing to install.
func (l *Lab) Ready() bool { return l.environmentPart().Done() && l.kernel.Ready() }

// registerKernel writes the specification into the lab's folder, so that it hides no kernel of
// the user's. It is the only one for Go there: a notebook that asks for GoNB's opens with it, as the one of its language.
func (l *Lab) registerKernel() error {
	if _, err := l.kernel.Register(l.share(), kernel.Name, l.kernel.Spec(!l.XLA())); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(l.share(), "kernels", "gonb")) // which labs before this one had
}
