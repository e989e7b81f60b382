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

const xlaHint = "`igbo doctor --install-xla` installs the XLA plugin"

// XLACompiled reports whether this binary contains the XLA backend.
const XLACompiled = true

// openXLA opens XLA with an installed plugin from a trusted folder. It never downloads a plugin.
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

// Plugins returns the installed XLA plugins as a map from name to path. The search loads each plugin that it finds.
// Plugins therefore first checks all of them, and returns an error if another user could have replaced one, or if one
// differs from the plugin that was installed. A panic in go-xla, for example due to a corrupt plugin, is returned as an
// error.
func Plugins() (found map[string]string, err error) {
	defer func() {
		if r := recover(); r != nil {
			found, err = nil, fmt.Errorf("backend: searching for XLA plugins: %v", r)
		}
	}()
	if err := checkPlugins(); err != nil {
		return nil, err
	}
	return pjrt.AvailablePlugins(), nil
}

// APIVersion returns the version of the PJRT API that the backend's plugin implements, such as "0.115". It returns "" if
// the backend has no plugin.
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

// PluginPath returns the path of the backend's plugin. It returns "" if the backend has no plugin.
func PluginPath(b compute.Backend) string {
	if x, isXLA := b.(*xla.Backend); isXLA {
		if plugin, err := pjrt.GetPlugin(x.PluginName()); err == nil {
			return plugin.Path()
		}
	}
	return ""
}
