//go:build !unix

package reference

import "os/exec"

// alone does nothing on this system: the context ends the command, but not its helpers.
func alone(*exec.Cmd) {}
