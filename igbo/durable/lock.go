package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// LockFile is the name of the hidden file that Lock creates in a folder while it holds the lock.
const LockFile = ".igbo.lock"

// LockedError reports that another process holds the lock on a folder or file.
type LockedError struct {
	// Folder is the locked folder or file.
	Folder string
	// Holder identifies the process, as in "process 123" or "process 123 on node7".
	Holder string
}

// Error names the process that holds the lock and suggests a fix.
func (e *LockedError) Error() string {
	return fmt.Sprintf("another igbo (%s) is writing to %s; wait until it has ended, or name another folder", e.Holder, e.Folder)
}

// Lock locks an existing folder for this process until unlock is called or the process ends. It does not wait:
// if another process holds the lock, it returns a [*LockedError].
//
// It locks the file .igbo.lock with a lock of the operating system, and unlock removes the file. The file of a
// killed process is not locked, so the next Lock succeeds. On file systems without locks, such as some network
// mounts, Lock succeeds without locking.
func Lock(dir string) (unlock func() error, err error) {
	return LockAt(filepath.Join(dir, LockFile), dir)
}

// LockAt is like [Lock] but uses the lock file at path, in an existing folder. what is the file or folder that
// the lock protects; errors name it.
func LockAt(path, what string) (unlock func() error, err error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, pathError("lock", what, fmt.Errorf("%s %s", filepath.Base(path), notRegular(info.Mode())))
	}
	for range maxAttempt {
		held, free, err := hold(path, os.O_CREATE)
		if err != nil {
			return nil, pathError("lock", what, err)
		}
		if !free {
			if holder, known := holder(path); known {
				return nil, &LockedError{Folder: what, Holder: holder}
			}
			continue // the holder has just released it
		}
		if err := note(path, us()); err != nil {
			return nil, errors.Join(pathError("lock", what, err), release(held))
		}
		return func() error { return release(held) }, nil
	}
	return nil, &LockedError{Folder: what, Holder: "a process that does not say its number"}
}

// us identifies this process in a lock file.
func us() string {
	host, _ := os.Hostname()
	return fmt.Sprintf("%d %s", os.Getpid(), host)
}

// holder reads who holds a lock. While the lock is being taken, the answer is unknown: the file is empty, or
// names a process that has ended or released the lock.
func holder(path string) (string, bool) {
	number, host, ok := strings.Cut(noted(path), " ")
	pid, err := strconv.Atoi(number)
	if here, _ := os.Hostname(); ok && err == nil && host != here {
		return fmt.Sprintf("process %d on %s", pid, host), true
	}
	if ok && err == nil && alive(pid) {
		return fmt.Sprintf("process %d", pid), true
	}
	time.Sleep(10 * time.Millisecond)
	return "", false
}

// alive reports whether a process is running on this machine.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}

// hold opens or creates a file and locks it. It returns free = false if another process holds the lock or the
// file was removed in the meantime. If the file system does not support locks, the file is free and not locked.
func hold(path string, flag int) (held *flock.Flock, free bool, err error) {
	held = flock.New(path, flock.SetFlag(os.O_RDWR|flag), flock.SetPermissions(0o666))
	free, err = held.TryLock()
	switch {
	case errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK):
		return held, true, nil
	case err != nil || !free:
		return nil, false, err
	}
	mine, err := held.Stat()
	there, missing := os.Lstat(path)
	if err != nil || missing != nil || !os.SameFile(mine, there) {
		return nil, false, errors.Join(err, held.Unlock())
	}
	return held, true, nil
}

// release removes a lock file and then releases the lock. A process that has already opened the file notices
// that it no longer exists when it gets the lock. Windows cannot remove an open file, so there the file is
// removed after the release, unless another process has it open.
func release(held *flock.Flock) error {
	if held == nil {
		return nil
	}
	removed := os.Remove(held.Path())
	err := held.Unlock()
	if errors.Is(err, errors.ErrUnsupported) { // nothing was locked: in a browser there is only one process
		err = nil
	}
	if removed != nil {
		_ = os.Remove(held.Path())
	}
	return err
}

// note writes a line to a locked file, after the first byte. On Windows, the lock prevents reading of that
// byte.
func note(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.WriteAt([]byte(text+"\n"), 1)
	return errors.Join(err, f.Close())
}

// noted returns the line in a locked file, or "" if there is none yet.
func noted(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	text := make([]byte, 1024)
	n, _ := f.ReadAt(text, 1)
	line, _, ok := strings.Cut(string(text[:n]), "\n")
	if !ok {
		return ""
	}
	return line
}
