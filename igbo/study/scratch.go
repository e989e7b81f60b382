package study

import (
	"os"
	"path/filepath"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// unfinished is the folder, beside the parts, of the state of unfinished cells.
const unfinished = "unfinished"

// scratch is a folder for the state of an unfinished cell, which one process
// has at a time.
type scratch struct {
	dir    string
	unlock func() error
}

// held ends the name of the folder of a state's lock.
const held = ".held"

// scratch returns the folder of a cell's state, nil where another process has
// it or it cannot be held.
func (s *store) scratch(id string) *scratch {
	dir := filepath.Join(s.dir, unfinished, s.scratchName(id))
	if os.MkdirAll(dir+held, 0o777) != nil {
		return nil
	}
	unlock, err := durable.Lock(dir + held)
	if err != nil {
		return nil
	}
	return &scratch{dir, unlock}
}

func (s *store) scratchName(id string) string { return s.key(id)[:16] }

// release lets go of the state, and removes it where the cell is finished.
func (s *scratch) release(finished bool) {
	if finished {
		_ = os.RemoveAll(s.dir)
	}
	_ = s.unlock()
	_ = os.Remove(s.dir + held) // not where another process came meanwhile
}

// clear removes the state that killed runs left of cells whose parts are there.
func (s *store) clear(finished func(yield func(id string) bool)) {
	entries, _ := os.ReadDir(filepath.Join(s.dir, unfinished))
	left := map[string]bool{}
	for _, e := range entries {
		left[e.Name()] = true
	}
	if len(left) == 0 {
		return
	}
	for id := range finished {
		if name := s.scratchName(id); left[name] || left[name+held] {
			if mine := s.scratch(id); mine != nil {
				mine.release(true)
			}
		}
	}
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
