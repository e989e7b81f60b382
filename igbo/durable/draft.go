package durable

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

const (
	prefix     = ".igbo-"
	draftEnd   = ".tmp"
	lockEnd    = ".lock"
	oldEnd     = ".old"
	idBytes    = 8
	maxAttempt = 100
)

// draft is a write on its way, in the folder of its target.
type draft struct {
	folder, id string
	lock       *flock.Flock
}

// path is one of the draft's hidden files.
func (d *draft) path(end string) string { return filepath.Join(d.folder, prefix+d.id+end) }

// newDraft begins a draft in the folder of its target. The lock is made first
// and removed last, so that a draft without one is nobody's.
func newDraft(target string) (*draft, error) {
	folder := filepath.Dir(target)
	for range maxAttempt {
		var random [idBytes]byte
		_, _ = rand.Read(random[:]) // never fails
		d := &draft{folder: folder, id: hex.EncodeToString(random[:])}
		held, free, err := hold(d.path(lockEnd), os.O_CREATE|os.O_EXCL)
		if err != nil {
			return nil, err
		}
		if !free { // a sweep came between making and locking
			continue
		}
		d.lock = held
		if err := note(d.path(lockEnd), filepath.Base(target)); err != nil {
			return nil, errors.Join(err, d.close())
		}
		return d, nil
	}
	return nil, errors.New("cannot lock a draft")
}

// close removes what is left of the draft.
func (d *draft) close() error {
	err := errors.Join(os.RemoveAll(d.path(draftEnd)), os.RemoveAll(d.path(oldEnd)))
	return errors.Join(err, release(d.lock))
}

// Recover puts a folder's last whole state back where a writer was killed
// while it replaced the folder, and removes what killed writers left beside
// it. Where there is nothing to do, or no permission, it does nothing.
func Recover(path string) { sweep(filepath.Dir(filepath.Clean(path))) }

// sweep removes the drafts of writers that are dead. It does what it can: a
// leftover that stays does no harm.
func sweep(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	ids := map[string]bool{}
	for _, e := range entries {
		if id, ok := draftID(e.Name()); ok {
			ids[id] = true
		}
	}
	for id := range ids {
		(&draft{folder: folder, id: id}).sweep()
	}
}

// sweep removes a draft whose writer is dead.
func (d *draft) sweep() {
	held, free, err := hold(d.path(lockEnd), 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_ = d.close()
	case err != nil || !free || !held.Locked():
		// its writer lives, or the file system cannot tell
	default:
		d.lock = held
		d.putBack(noted(d.path(lockEnd)))
		_ = d.close()
	}
}

// putBack ends a replacement that was cut between its two renames. The draft
// was whole by then.
func (d *draft) putBack(base string) {
	if base == "" || base != filepath.Base(base) {
		return
	}
	target := filepath.Join(d.folder, base)
	if _, err := os.Lstat(d.path(oldEnd)); err != nil {
		return
	}
	if _, err := os.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	if os.Rename(d.path(draftEnd), target) != nil {
		_ = os.Rename(d.path(oldEnd), target)
	}
}

// draftID is the ID in a hidden file's name.
func draftID(name string) (string, bool) {
	end := filepath.Ext(name)
	if end != draftEnd && end != lockEnd && end != oldEnd || len(name) != len(prefix)+2*idBytes+len(end) || name[:len(prefix)] != prefix {
		return "", false
	}
	id := name[len(prefix) : len(prefix)+2*idBytes]
	_, err := hex.DecodeString(id)
	return id, err == nil
}
