package study

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// unfinished is the folder, beside the parts, of the state of unfinished cells.
const unfinished = "unfinished"

// doing is the folder, beside the parts, of the cells that a process is at.
const doing = "doing"

// pause is how long a task waits for a cell of another one before it looks again.
const pause = 100 * time.Millisecond

// claim takes a cell for this process. It is not free while another process,
// which lives, is at it; that one keeps the state of the unfinished cell, and is
// waited for. Cells that keep no state, and those on a file system without
// locks, may be done twice at once, which changes nothing but the time.
func (r *runner) claim(c *cell) (release func(), free bool) {
	dir := r.doing(c)
	if dir == "" {
		return func() {}, true
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return func() {}, !errors.Is(err, fs.ErrNotExist)
	}
	unlock, err := durable.Lock(dir)
	if err != nil { // the folder goes with the one who had it
		locked := (*durable.LockedError)(nil)
		return func() {}, !errors.As(err, &locked) && !errors.Is(err, fs.ErrNotExist)
	}
	return func() {
		_ = unlock()
		_ = os.Remove(dir) // fails where another one has come
		_ = os.Remove(filepath.Dir(dir))
	}, true
}

// tidy removes what a process left that was killed after it had kept a part.
func (r *runner) tidy(c *cell) {
	if !exists(r.scratch(c)) && !exists(r.doing(c)) {
		return
	}
	if release, free := r.claim(c); free {
		_ = os.RemoveAll(r.scratch(c))
		release()
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// doing is the folder that the process holds that is at a cell; empty where none is.
func (r *runner) doing(c *cell) string {
	if r.scratch(c) == "" {
		return ""
	}
	return filepath.Join(r.store.dir, doing, filepath.Base(r.scratch(c)))
}

// wait waits, but no longer than the context lasts.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// scratch is the folder for a cell's state; empty where none is kept.
func (r *runner) scratch(c *cell) string {
	if r.store == nil || c.id == "" || r.options.Checkpoints <= 0 {
		return ""
	}
	return r.store.scratch(c.id)
}

// scratch is a folder for the state of an unfinished cell.
func (s *store) scratch(id string) string {
	return filepath.Join(s.dir, unfinished, s.key(id)[:16])
}

// pruneStates removes state that nobody has touched for long.
func (s *store) pruneStates(now time.Time) {
	dir := filepath.Join(s.dir, unfinished)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > maxAge {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}
