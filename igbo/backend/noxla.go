//go:build !cgo || noxla

package backend

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/gomlx/compute"
)

var xlaHint = missingXLA(os.Getenv("IGBOLAB_LIVING") != "") // the kernel tells cells that they live

func missingXLA(living bool) string {
	if living {
		return "XLA is not in the process of stateful cells: after %live off a cell is a program, which has it"
	}
	return "XLA is not in this build: build with a C compiler (cgo) and without the tag noxla"
}

// XLACompiled tells whether this binary holds the XLA backend.
const XLACompiled = false

var errNoXLA = errors.New(xlaHint)

func openXLA(string) (compute.Backend, error) { return nil, errNoXLA }

// Plugins lists the XLA plugins found: none in a build without XLA.
func Plugins() (map[string]string, error) { return nil, nil }

// InstallXLA reports that this build cannot use XLA.
func InstallXLA(io.Writer, string) (string, error) { return "", errNoXLA }

// InstallWheel reports that this build cannot use XLA.
func InstallWheel(context.Context, io.Writer, string) (string, error) { return "", errNoXLA }

// RemoveXLA reports that this build cannot use XLA.
func RemoveXLA(io.Writer) error { return errNoXLA }

// APIVersion is empty: no backend of this build has a plugin.
func APIVersion(compute.Backend) string { return "" }

// PluginPath is empty: no backend of this build has a plugin.
func PluginPath(compute.Backend) string { return "" }
