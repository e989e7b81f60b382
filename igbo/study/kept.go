package study

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The bounds of the default folder: what is older or beyond the size goes, oldest first.
// One part may have half of the size.
const (
	maxAge  = 30 * 24 * time.Hour
	maxSize = 256 << 20
)

// KeptPart is a part in the default folder.
type KeptPart struct {
	// Cell is the name of the cell, or the function that [Value] ran.
	Cell string
	// Size is in bytes.
	Size int64
	// Time is when the part was kept.
	Time time.Time
}

// Kept lists the parts in the default folder, oldest first.
func Kept() ([]KeptPart, error) {
	dir, err := folder()
	if err != nil {
		return nil, err
	}
	s := &store{dir: dir}
	var parts []KeptPart
	for _, f := range s.files() {
		r, err := s.read(strings.TrimSuffix(f.Name(), suffix))
		if err == nil {
			parts = append(parts, KeptPart{r.Name, f.Size(), f.ModTime()})
		}
	}
	return parts, nil
}

// Clear removes every part in the default folder.
func Clear() error {
	dir, err := folder()
	if err != nil {
		return err
	}
	failures := []error{os.RemoveAll(filepath.Join(dir, unfinished)), os.RemoveAll(filepath.Join(dir, doing))}
	for _, f := range (&store{dir: dir}).files() {
		failures = append(failures, os.Remove(filepath.Join(dir, f.Name())))
	}
	if err := errors.Join(failures...); err != nil {
		return fmt.Errorf("study: %w", err)
	}
	return nil
}

// folder makes the default folder, which is the user's alone. Notebooks that are run headless name one of their own by
// IGBOLAB_KEPT, so that their outputs are those of cells that compute.
func folder() (string, error) {
	dir := cmp.Or(os.Getenv("GONB_TMP_DIR"), os.Getenv("IGBOLAB_KEPT"))
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("study: no cache folder: %w", err)
		}
		dir = filepath.Join(cache, "igbolab")
	}
	dir = filepath.Join(dir, "study")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("study: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil { // another user's folder
		return "", fmt.Errorf("study: %w", err)
	}
	return dir, nil
}

// prune removes what is too old, and the oldest files beyond a size.
func (s *store) prune(now time.Time, limit int64) {
	s.pruneStates(now)
	size := int64(0)
	for _, f := range slices.Backward(s.files()) {
		if size+f.Size() > limit || now.Sub(f.ModTime()) > maxAge {
			_ = os.Remove(filepath.Join(s.dir, f.Name()))
			continue
		}
		size += f.Size()
	}
}
