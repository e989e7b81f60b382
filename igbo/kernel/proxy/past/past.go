package past

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"github.com/igbolab/igbolab/igbo/durable"
)

// Limits of the file.
const (
	mostBytes   = 4 << 20   // beyond this size the older half is removed
	longestCell = 256 << 10 // bytes in a line; longer cells are not stored
	patience    = 2 * time.Second
)

// Entry is a cell that was run.
type Entry struct {
	Session int    `json:"session"`
	Count   int    `json:"count"` // position of the cell in its session, from 1
	Code    string `json:"code"`
	// Output is the text of its result, or "" if it has none. It is not stored.
	Output string `json:"-"`
}

// File is the file as one kernel uses it. Its methods are called one at a time.
type File struct {
	Path    string
	session int // 0 before the first cell is stored
	most    int64
}

// Add stores a cell that this kernel ran. The first call gives the session its number, which Add sets in the entry. It returns an error if
// the file cannot be written, or another process locks it for seconds.
func (f *File) Add(e *Entry) error {
	return f.locked(func() error {
		if f.session == 0 {
			all, err := f.read()
			if err != nil {
				return err
			}
			f.session = next(all)
		}
		e.Session = f.session
		line, err := json.Marshal(e)
		if err != nil || len(line) > longestCell {
			return err
		}
		return f.write(append(line, '\n'))
	})
}

// Before returns the cells of other sessions in order, and the number of this session. It returns an error if the file cannot be read.
func (f *File) Before() (all []Entry, session int, err error) {
	all, err = f.read()
	session = f.session
	if session == 0 {
		session = next(all)
	}
	all = slices.DeleteFunc(all, func(e Entry) bool { return e.Session == session })
	slices.SortStableFunc(all, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.Count, b.Count))
	})
	return all, session, err
}

// next returns the number of a new session.
func next(all []Entry) int {
	last := 0
	for _, e := range all {
		last = max(last, e.Session)
	}
	return last + 1
}

// locked runs do while no other process writes.
func (f *File) locked(do func() error) error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return fmt.Errorf("past: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	lock := flock.New(f.Path+".lock", flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, 5*time.Millisecond); err != nil {
		return fmt.Errorf("past: locking %s: %w", f.Path, err)
	}
	defer func() { _ = lock.Close() }()
	if err := do(); err != nil {
		return fmt.Errorf("past: %w", err)
	}
	return nil
}

// errForeign is the error for a file that does not contain cells, and is therefore not changed.
var errForeign = errors.New("the file contains text but no cells, so it is not a history of igbolab (set IGBOLAB_HISTORY to another file)")

// read returns the stored cells. It skips damaged lines, for example of a process that was killed. It returns an error if the file cannot
// be read, or was not written by this package.
func (f *File) read() (all []Entry, err error) {
	text, err := os.ReadFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var e Entry
		if json.Unmarshal(line, &e) == nil && e.Session > 0 && e.Count > 0 {
			all = append(all, e)
		}
	}
	if len(all) == 0 && len(bytes.TrimSpace(text)) > 0 {
		return nil, fmt.Errorf("%s: %w", f.Path, errForeign)
	}
	return all, nil
}

// write appends a line. Only the user can read the file.
func (f *File) write(line []byte) error {
	if err := f.shorten(); err != nil {
		return err
	}
	file, err := os.OpenFile(f.Path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if info, err := file.Stat(); err == nil && info.Mode().Perm() != 0o600 {
		_ = file.Chmod(0o600) // systems without such modes ignore it
	}
	_, err = file.Write(line)
	return errors.Join(err, file.Close())
}

// shorten removes the older half of a file that is too long.
func (f *File) shorten() error {
	most := cmp.Or(f.most, mostBytes)
	info, err := os.Stat(f.Path)
	if err != nil || info.Size() < most {
		return nil // a missing file is short
	}
	text, err := os.ReadFile(f.Path)
	if err != nil {
		return err
	}
	text = text[len(text)-int(min(most/2, int64(len(text)))):]
	_, text, _ = bytes.Cut(text, []byte("\n"))
	return durable.WriteFile(f.Path, text, 0o600)
}
