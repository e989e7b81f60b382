//go:build !js

package provenance

import "os"

// executable is the file of the running program.
func executable() (string, error) { return os.Executable() }
