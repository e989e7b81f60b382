package procgroup

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
)

// Runtime is the folder that contains the folders of sessions.
type Runtime struct {
	// Folder is created with mode 0700 if it is missing.
	Folder string
	// Supervisor is the command that calls Supervise, usually the caller's own program.
	Supervisor []string
}

// New cleans up after sessions whose callers have died, and creates the folder of a new session.
func (r Runtime) New() (*Session, error) {
	if err := os.MkdirAll(r.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("procgroup: %w", err)
	}
	if err := os.Chmod(r.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("procgroup: %w", err)
	}
	unlock, err := r.lockAll()
	if err != nil {
		return nil, err
	}
	defer unlock()
	if _, err := r.sweep(); err != nil {
		return nil, err
	}
	s := &Session{id: rand.Text()[:12], supervisor: r.Supervisor}
	s.Folder = filepath.Join(r.Folder, s.id)
	if err := os.Mkdir(s.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("procgroup: %w", err)
	}
	s.lock = flock.New(filepath.Join(s.Folder, lockName), flock.SetPermissions(0o600))
	if held, err := s.lock.TryLock(); err != nil || !held {
		return nil, errors.Join(fmt.Errorf("procgroup: locking %s: %w", s.Folder, err), os.RemoveAll(s.Folder))
	}
	err = os.WriteFile(filepath.Join(s.Folder, ownerName), []byte(strconv.Itoa(os.Getpid())), 0o600)
	if err = errors.Join(err, s.makeTemp()); err != nil {
		return nil, errors.Join(fmt.Errorf("procgroup: %w", err), s.Close())
	}
	return s, nil
}

// Sweep ends the processes of sessions whose callers have died, removes their folders, and returns the process IDs of the running callers.
func (r Runtime) Sweep() (running []int, err error) {
	if _, err := os.Stat(r.Folder); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	unlock, err := r.lockAll()
	if err != nil {
		return nil, err
	}
	defer unlock()
	return r.sweep()
}

const (
	lockName  = "lock"  // locked by the caller while it runs; in the runtime folder, locked while sessions are created and swept
	ownerName = "owner" // the caller's process number, only for messages
)

// lockAll prevents others from creating and removing sessions.
func (r Runtime) lockAll() (unlock func(), err error) {
	lock := flock.New(filepath.Join(r.Folder, lockName), flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil {
		return nil, fmt.Errorf("procgroup: %w", err)
	}
	return func() { _ = lock.Unlock() }, nil
}

// sweep checks every session. A session whose lock is free has died. It does not use process IDs, which the system reuses.
func (r Runtime) sweep() (running []int, err error) {
	entries, err := os.ReadDir(r.Folder)
	if err != nil {
		return nil, fmt.Errorf("procgroup: %w", err)
	}
	var failures []error
	for _, e := range entries {
		folder := filepath.Join(r.Folder, e.Name())
		if e.Name() == lockName {
			continue
		}
		if !e.IsDir() { // key files of earlier versions, which had no folders
			failures = append(failures, os.Remove(folder))
			continue
		}
		lock := flock.New(filepath.Join(folder, lockName), flock.SetPermissions(0o600))
		held, err := lock.TryLock()
		switch {
		case err != nil:
			failures = append(failures, fmt.Errorf("procgroup: %w", err))
		case !held:
			running = append(running, owner(folder))
		default:
			failures = append(failures, endAll(e.Name(), 0), lock.Unlock(), removeFolder(folder))
		}
	}
	return running, errors.Join(failures...)
}

// owner reads the caller's process number, or returns 0 if it cannot.
func owner(folder string) int {
	text, _ := os.ReadFile(filepath.Join(folder, ownerName))
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}
