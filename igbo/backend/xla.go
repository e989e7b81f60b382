//go:build cgo && !noxla

package backend

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/go-xla/compute/xla"
	"github.com/gomlx/go-xla/pjrt"
)

const xlaHint = "`igbo doctor --install-xla` fetches the XLA plugin"

// XLACompiled tells whether this binary holds the XLA backend.
const XLACompiled = true

// openXLA opens XLA with an installed plugin from a trusted folder. It never downloads one.
func openXLA(config string) (compute.Backend, error) {
	xla.EnableAutoInstall(false)
	name, _, _ := strings.Cut(config, ",")
	check := checkPlugins
	if filepath.IsAbs(name) {
		check = func() error { return checkPlugin(name) }
	}
	if err := check(); err != nil {
		return nil, err
	}
	return openClient(config, xla.NewWithOptions)
}

// Plugins lists the XLA plugins found: name → path. The search loads what it
// finds, so a plugin that others could have put there, or that is not the one
// that was installed, is an error. A corrupt plugin makes the search panic inside
// XLA's binding; that comes back as an error.
func Plugins() (found map[string]string, err error) {
	defer func() {
		if r := recover(); r != nil {
			found, err = nil, fmt.Errorf("backend: the search for XLA plugins failed: %v", r)
		}
	}()
	if err := checkPlugins(); err != nil {
		return nil, err
	}
	return pjrt.AvailablePlugins(), nil
}

// APIVersion is the version of PJRT's interface that a backend's plugin speaks,
// such as "0.115"; empty for a backend without one.
func APIVersion(b compute.Backend) string {
	x, isXLA := b.(*xla.Backend)
	if !isXLA {
		return ""
	}
	plugin, err := pjrt.GetPlugin(x.PluginName())
	if err != nil {
		return ""
	}
	major, minor := plugin.Version()
	return fmt.Sprintf("%d.%d", major, minor)
}

// PluginPath is the file of a backend's plugin; empty for a backend without one.
func PluginPath(b compute.Backend) string {
	if x, isXLA := b.(*xla.Backend); isXLA {
		if plugin, err := pjrt.GetPlugin(x.PluginName()); err == nil {
			return plugin.Path()
		}
	}
	return ""
}
