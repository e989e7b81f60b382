package workflow

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

// Limits of the default folder. Older parts, and the oldest parts beyond the size limit, are removed. A single
// part may use up to half of the size.
const (
	maxAge  = 30 * 24 * time.Hour
	maxSize = 256 << 20
)

// CachedPart describes a part in the default folder.
type CachedPart struct {
	// Cell is the name of the cell, or the function that [Value] ran.
	Cell string
	// Size is the size in bytes.
	Size int64
	// Time is the time at which the part was stored.
	Time time.Time
}

// Cached returns the parts in the default folder, oldest first.
func Cached() ([]CachedPart, error) {
	dir, err := folder()
	if err != nil {
		return nil, err
	}
	s := &store{dir: dir}
	var parts []CachedPart
	for _, f := range s.files() {
		r, err := s.read(strings.TrimSuffix(f.Name(), suffix))
		if err == nil {
			parts = append(parts, CachedPart{r.Name, f.Size(), f.ModTime()})
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
		return fmt.Errorf("workflow: %w", err)
	}
	return nil
}

// folder creates the default folder, which only the user can access. Headless runs of notebooks set another
// folder in IGBOLAB_KEPT, so their cells are computed.
func folder() (string, error) {
	dir := cmp.Or(os.Getenv("GONB_TMP_DIR"), os.Getenv("IGBOLAB_KEPT"))
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("workflow: finding the cache folder: %w", err)
		}
		dir = filepath.Join(cache, "igbolab")
	}
	dir = filepath.Join(dir, "study")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("workflow: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil { // the folder belongs to another user
		return "", fmt.Errorf("workflow: %w", err)
	}
	return dir, nil
}

// prune removes parts that are too old, and the oldest parts beyond the size limit.
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
