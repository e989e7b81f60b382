//go:build !js

package provenance

import "os"

// executable returns the path of the running program.
func executable() (string, error) { return os.Executable() }
