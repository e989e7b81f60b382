//go:build !cgo || noxla

package backend

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/gomlx/compute"
)

var xlaHint = missingXLA(os.Getenv("IGBOLAB_LIVING") != "") // the kernel sets IGBOLAB_LIVING for stateful cells

func missingXLA(living bool) string {
	if living {
		return "stateful cells cannot use XLA; run %live off first, because cells that run as programs can use it"
	}
	return "this build does not include XLA; build igbo with a C compiler (cgo) and without the tag noxla"
}

// XLACompiled reports whether this binary contains the XLA backend.
const XLACompiled = false

var errNoXLA = errors.New(xlaHint)

func openXLA(string) (compute.Backend, error) { return nil, errNoXLA }

// Plugins returns nil, because this build does not contain XLA.
func Plugins() (map[string]string, error) { return nil, nil }

// InstallXLA returns an error, because this build does not contain XLA.
func InstallXLA(io.Writer, string) (string, error) { return "", errNoXLA }

// InstallWheel returns an error, because this build does not contain XLA.
func InstallWheel(context.Context, io.Writer, string) (string, error) { return "", errNoXLA }

// RemoveXLA returns an error, because this build does not contain XLA.
func RemoveXLA(io.Writer) error { return errNoXLA }

// APIVersion returns "", because no backend of this build has a plugin.
func APIVersion(compute.Backend) string { return "" }

// PluginPath returns "", because no backend of this build has a plugin.
func PluginPath(compute.Backend) string { return "" }
