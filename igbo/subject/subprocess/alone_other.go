//go:build !unix

package subprocess

import "os/exec"

// alone ends the program alone, where it has no group.
func alone(*exec.Cmd) {}
