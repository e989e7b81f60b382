//go:build cgo && !noxla

package backend

import (
	"fmt"
	"io"

	"github.com/gomlx/compute"
	"github.com/gomlx/go-xla/compute/xla"
	"github.com/gomlx/go-xla/installer"
	"github.com/gomlx/go-xla/pjrt"
)

const xlaHint = "`igbo doctor --install-xla` fetches the XLA plugin"

// XLACompiled tells whether this binary holds the XLA backend.
const XLACompiled = true

// openXLA opens XLA with an installed plugin. It never downloads one.
func openXLA(config string) (compute.Backend, error) {
	xla.EnableAutoInstall(false)
	return xla.New(config)
}

// Plugins lists the XLA plugins found: name → path. A corrupt plugin makes the
// search panic inside XLA's binding; that comes back as an error.
func Plugins() (found map[string]string, err error) {
	defer func() {
		if r := recover(); r != nil {
			found, err = nil, fmt.Errorf("backend: the search for XLA plugins failed: %v", r)
		}
	}()
	return pjrt.AvailablePlugins(), nil
}

// InstallXLA fetches the XLA plugins for this machine with go-xla's installer
// into its default folder, reports to w, and returns that folder. A plugin
// that is there is kept.
func InstallXLA(w io.Writer) (folder string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("backend: installing the XLA plugin failed: %v", r)
		}
	}()
	if folder, err = installer.DefaultHomeLibPath(); err != nil {
		return "", fmt.Errorf("backend: no folder for the XLA plugin: %w", err)
	}
	fmt.Fprintf(w, "fetching the XLA plugin into %s/go-xla\n", folder)
	if err := installer.AutoInstall("", true, installer.Quiet); err != nil {
		return "", fmt.Errorf("backend: the XLA plugin could not be fetched: %w", err)
	}
	return folder, nil
}
