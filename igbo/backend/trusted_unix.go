//go:build unix

package backend

import (
	"fmt"
	"os"
	"syscall"
)

// trusted returns an error if a user other than root and the current user can replace the file at path.
func trusted(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if owner := info.Sys().(*syscall.Stat_t).Uid; owner != 0 && int(owner) != os.Geteuid() {
		return fmt.Errorf("%s belongs to user %d; it must belong to you or to root", path, owner)
	}
	if info.Mode().Perm()&0o002 != 0 {
		return fmt.Errorf("everyone can write to %s (mode %04o); remove this permission with chmod o-w", path, info.Mode().Perm())
	}
	return nil
}
