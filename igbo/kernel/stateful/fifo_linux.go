package stateful

import (
	"cmp"
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// pipe makes a named pipe and opens it for reading and writing, so opening does not block.
func pipe(path string) (*os.File, error) {
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDWR, 0o600)
}

// readLocked waits for text on a stream. It passes the text on while it holds the stream's lock.
func readLocked(s *stream, chunk []byte, pass func([]byte)) (n int, err error) {
	raw, err := s.file.SyscallConn()
	if err != nil {
		return 0, err
	}
	failed := raw.Read(func(fd uintptr) bool {
		s.Lock()
		defer s.Unlock()
		n, err = syscall.Read(int(fd), chunk)
		if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR) {
			return false
		}
		if n > 0 {
			pass(chunk[:n])
		}
		return true
	})
	if err = cmp.Or(err, failed); err == nil && n == 0 {
		err = io.EOF
	}
	return n, err
}

// unread returns the number of bytes in a pipe that nobody has read.
func unread(f *os.File) (n int) {
	if raw, err := f.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { n, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
		if err != nil {
			n = 0
		}
	}
	return n
}
