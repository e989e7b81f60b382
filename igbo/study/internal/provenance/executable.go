//go:build !js

package provenance

import "os"

// executable is the file of the running program.
func executable() (string, error) { return os.Executable() }

// given is what identifies all that a cell is linked with, where who linked it says so.
func given() string { return "" }
