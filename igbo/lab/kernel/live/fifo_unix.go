//go:build unix

package live

import (
	"os"
	"syscall"
)

// pipe makes a named pipe and opens it so that nobody waits for the other side.
func pipe(path string) (*os.File, error) {
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDWR, 0o600)
}
