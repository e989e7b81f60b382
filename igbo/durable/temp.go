package durable

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

const (
	prefix     = ".igbo-"
	tempEnd    = ".tmp"
	lockEnd    = ".lock"
	oldEnd     = ".old"
	idBytes    = 8
	maxAttempt = 100
)

// A temp is an unfinished write: temporary files in the folder of the target.
type temp struct {
	folder, id string
	lock       *flock.Flock
}

// path returns the path of a hidden file of the write.
func (d *temp) path(end string) string { return filepath.Join(d.folder, prefix+d.id+end) }

// newTemp starts a write in the folder of the target. The lock file is created first and removed last, so a
// temporary file without a lock file belongs to no writer.
func newTemp(target string) (*temp, error) {
	folder := filepath.Dir(target)
	for range maxAttempt {
		var random [idBytes]byte
		_, _ = rand.Read(random[:]) // rand.Read never fails
		d := &temp{folder: folder, id: hex.EncodeToString(random[:])}
		held, free, err := hold(d.path(lockEnd), os.O_CREATE|os.O_EXCL)
		if err != nil {
			return nil, err
		}
		if !free { // another process removed it between creation and locking
			continue
		}
		d.lock = held
		if err := note(d.path(lockEnd), filepath.Base(target)); err != nil {
			return nil, errors.Join(err, d.close())
		}
		return d, nil
	}
	return nil, fmt.Errorf("cannot lock a temporary file in %d attempts (try again)", maxAttempt)
}

// close removes the remaining temporary files.
func (d *temp) close() error {
	err := errors.Join(os.RemoveAll(d.path(tempEnd)), os.RemoveAll(d.path(oldEnd)))
	return errors.Join(err, release(d.lock))
}

// Recover restores the last complete state of a folder if a writer was killed while replacing it. It also
// removes the files of killed writers next to the folder. It does nothing if there is nothing to do or
// permission is missing.
func Recover(path string) { sweep(filepath.Dir(filepath.Clean(path))) }

// sweep removes the temporary files of writers that have ended. It ignores failures because such files do no
// harm.
func sweep(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	ids := map[string]bool{}
	for _, e := range entries {
		if id, ok := tempID(e.Name()); ok {
			ids[id] = true
		}
	}
	for id := range ids {
		(&temp{folder: folder, id: id}).sweep()
	}
}

// sweep removes the temporary files of a write if its writer has ended.
func (d *temp) sweep() {
	held, free, err := hold(d.path(lockEnd), 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_ = d.close()
	case err != nil || !free || !held.Locked():
		// its writer is running, or the file system cannot tell
	default:
		d.lock = held
		d.putBack(noted(d.path(lockEnd)))
		_ = d.close()
	}
}

// putBack completes a replacement that was interrupted between its two renames. At that point, the temporary
// folder is complete.
func (d *temp) putBack(base string) {
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
	if os.Rename(d.path(tempEnd), target) != nil {
		_ = os.Rename(d.path(oldEnd), target)
	}
}

// tempID returns the ID in the name of a hidden file.
func tempID(name string) (string, bool) {
	end := filepath.Ext(name)
	if end != tempEnd && end != lockEnd && end != oldEnd || len(name) != len(prefix)+2*idBytes+len(end) || name[:len(prefix)] != prefix {
		return "", false
	}
	id := name[len(prefix) : len(prefix)+2*idBytes]
	_, err := hex.DecodeString(id)
	return id, err == nil
}
