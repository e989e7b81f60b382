package session

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

// Runtime is the folder that holds the folders of sessions.
type Runtime struct {
	// Folder is made with mode 0700 where it is missing.
	Folder string
	// Supervisor is the command that calls Supervise, usually the caller's own program.
	Supervisor []string
}

// New sweeps what died before and makes the folder of a new session.
func (r Runtime) New() (*Session, error) {
	if err := os.MkdirAll(r.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("session: %w", err)
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
		return nil, fmt.Errorf("session: %w", err)
	}
	s.lock = flock.New(filepath.Join(s.Folder, lockName), flock.SetPermissions(0o600))
	if held, err := s.lock.TryLock(); err != nil || !held {
		return nil, errors.Join(fmt.Errorf("session: %s cannot be locked: %w", s.Folder, err), os.RemoveAll(s.Folder))
	}
	err = os.WriteFile(filepath.Join(s.Folder, ownerName), []byte(strconv.Itoa(os.Getpid())), 0o600)
	if err = errors.Join(err, s.makeTemp()); err != nil {
		return nil, errors.Join(fmt.Errorf("session: %w", err), s.Close())
	}
	return s, nil
}

// Sweep ends what sessions left whose caller has died, removes their folders, and
// returns the process numbers of the callers that run.
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
	lockName  = "lock"  // held by the caller while it lives; in the runtime folder, held while sessions are made and swept
	ownerName = "owner" // the caller's process number, for messages alone
)

// lockAll keeps others from making and sweeping sessions.
func (r Runtime) lockAll() (unlock func(), err error) {
	lock := flock.New(filepath.Join(r.Folder, lockName), flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	return func() { _ = lock.Unlock() }, nil
}

// sweep looks at every session; a lock that can be taken is of one that died. A
// process number that was given anew misleads nobody, as none is looked at.
func (r Runtime) sweep() (running []int, err error) {
	entries, err := os.ReadDir(r.Folder)
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	var failures []error
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		folder := filepath.Join(r.Folder, e.Name())
		lock := flock.New(filepath.Join(folder, lockName), flock.SetPermissions(0o600))
		held, err := lock.TryLock()
		switch {
		case err != nil:
			failures = append(failures, fmt.Errorf("session: %w", err))
		case !held:
			running = append(running, owner(folder))
		default:
			failures = append(failures, endAll(e.Name(), 0), lock.Unlock(), removeFolder(folder))
		}
	}
	return running, errors.Join(failures...)
}

// owner reads the caller's process number, 0 where it cannot be read.
func owner(folder string) int {
	text, _ := os.ReadFile(filepath.Join(folder, ownerName))
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}
