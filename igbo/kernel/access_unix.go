//go:build unix

package kernel

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// readable and writable report whether this user can read, or write into, a folder. For a missing one the folder above counts.
func readable(dir string) bool { return accessible(dir, unix.R_OK|unix.X_OK) }
func writable(dir string) bool { return accessible(dir, unix.W_OK|unix.X_OK) }

func accessible(dir string, how uint32) bool {
	for !there(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	return unix.Access(dir, how) == nil
}
