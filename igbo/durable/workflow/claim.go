package workflow

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// unfinished is the folder, next to the parts, with the state of unfinished cells.
const unfinished = "unfinished"

// doing is the folder, next to the parts, with the cells that processes are running.
const doing = "doing"

// pause is the time between two checks for a cell that another task is running.
const pause = 100 * time.Millisecond

// claim reserves a cell for this process. The cell is not free while another process runs it and saves its
// state; the caller then waits for that process. Cells that do not save state, or are on a file system without
// locks, may run twice concurrently, which only costs time.
func (r *runner) claim(c *cell) (release func(), free bool) {
	dir := r.doing(c)
	if dir == "" {
		return func() {}, true
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return func() {}, !errors.Is(err, fs.ErrNotExist)
	}
	unlock, err := durable.Lock(dir)
	if err != nil { // the owner of the folder removes it
		locked := (*durable.LockedError)(nil)
		return func() {}, !errors.As(err, &locked) && !errors.Is(err, fs.ErrNotExist)
	}
	return func() {
		_ = unlock()
		_ = os.Remove(dir) // fails if another process has claimed it
		_ = os.Remove(filepath.Dir(dir))
	}, true
}

// tidy removes the files of a process that was killed after it had stored a part.
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

// doing returns the folder that the process that runs a cell holds, or "" if there is none.
func (r *runner) doing(c *cell) string {
	if r.scratch(c) == "" {
		return ""
	}
	return filepath.Join(r.store.dir, doing, filepath.Base(r.scratch(c)))
}

// wait waits for a time, or until the context ends.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// scratch returns the folder for the state of the cell, or "" if no state is saved.
func (r *runner) scratch(c *cell) string {
	if r.store == nil || c.id == "" || r.options.Checkpoints <= 0 {
		return ""
	}
	return r.store.scratch(c.id)
}

// scratch creates a folder for the state of an unfinished cell.
func (s *store) scratch(id string) string {
	return filepath.Join(s.dir, unfinished, s.key(id)[:16])
}

// pruneStates removes saved state that has not been used for a long time.
func (s *store) pruneStates(now time.Time) {
	dir := filepath.Join(s.dir, unfinished)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > maxAge {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}
