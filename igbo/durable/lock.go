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

// LockFile is the hidden file that Lock keeps in a folder while it is held.
const LockFile = ".igbo.lock"

// LockedError says that another process holds a folder, or a file.
type LockedError struct {
	// Folder is the one that is held, or the file.
	Folder string
	// Holder is the process, such as "process 123" or "process 123 on node7".
	Holder string
}

// Error names who writes to the folder, and what to do.
func (e *LockedError) Error() string {
	return fmt.Sprintf("another igbo (%s) is writing to %s; wait until it has ended, or name another folder", e.Holder, e.Folder)
}

// Lock takes an existing folder for this process alone until unlock, or until
// the process ends in whatever way. It does not wait: where another process
// holds the folder the error is a *LockedError.
//
// The lock is one of the operating system's on the file .igbo.lock, which
// unlock removes. One that a killed process left holds nothing, and the next
// Lock takes it. On file systems without locks (some network mounts) Lock
// succeeds and holds nothing.
func Lock(dir string) (unlock func() error, err error) {
	return LockAt(filepath.Join(dir, LockFile), dir)
}

// LockAt is Lock with the lock's file at path, in a folder that must exist. what is the file or folder that the lock protects, which the
// error names.
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
			continue // it was let go of in this moment
		}
		if err := note(path, us()); err != nil {
			return nil, errors.Join(pathError("lock", what, err), release(held))
		}
		return func() error { return release(held) }, nil
	}
	return nil, &LockedError{Folder: what, Holder: "a process that does not say its number"}
}

// us is how this process names itself in a lock.
func us() string {
	host, _ := os.Hostname()
	return fmt.Sprintf("%d %s", os.Getpid(), host)
}

// holder reads who holds a lock; unknown for a moment while it is taken, when
// the file is empty or names one that is dead, or let go of.
func holder(path string) (string, bool) {
	number, host, ok := strings.Cut(noted(path), " ")
	pid, err := strconv.Atoi(number)
	if here, _ := os.Hostname(); ok && err == nil && host != here {
		return fmt.Sprintf("process %d on %s", pid, host), true
	}
	if ok && err == nil && alive(pid) {
		return fmt.Sprintf("process %d", pid), true
	}
	time.Sleep(2 * time.Millisecond)
	return "", false
}

// alive tells whether a process of this machine runs.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}

// hold opens, or makes, and locks a file. It is not free where another has it,
// or where it was removed meanwhile. Where the file system has no locks it is
// free and not locked.
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

// release removes a lock's file and lets go of it. The file goes first: who
// opened it before finds, once it has the lock, that it is gone. Windows
// removes no open file, so there it goes after, unless somebody has it open.
func release(held *flock.Flock) error {
	if held == nil {
		return nil
	}
	removed := os.Remove(held.Path())
	err := held.Unlock()
	if errors.Is(err, errors.ErrUnsupported) { // nothing was held: a browser, which has one process
		err = nil
	}
	if removed != nil {
		_ = os.Remove(held.Path())
	}
	return err
}

// note writes a line into a locked file, behind its first byte: that one is
// locked against reading too on Windows.
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

// noted is the line in a locked file; empty where there is none yet.
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
