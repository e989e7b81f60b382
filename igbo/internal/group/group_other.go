//go:build !unix

package group

import "os/exec"

// Lead does nothing, because the platform has no process groups: only the command itself ends.
func Lead(*exec.Cmd) {}
