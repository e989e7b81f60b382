//go:build !unix

package subprocess

import "os/exec"

// alone does nothing, because the platform has no process groups: only the program itself ends.
func alone(*exec.Cmd) {}
