package stateful

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"
)

// Limits on the number of processes in the cache. Each takes 150 MB. Processes of checkouts that exist are kept longer than other
// processes.
const (
	keptOfCheckouts = 6
	keptOfNobody    = 1
)

// prune removes the least recently used processes, except those that a session uses, and the data of checkouts that no longer exist.
func (m Made) prune() error {
	current := m.current()
	found, err := filepath.Glob(filepath.Join(m.Cache, hostsFolder, "*"))
	if err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	slices.SortStableFunc(found, func(a, b string) int { return lastUse(b).Compare(lastUse(a)) })
	left := map[bool]int{true: keptOfCheckouts, false: keptOfNobody}
	linkers := map[string]bool{filepath.Base(m.linkerFolder()): true}
	var all error
	for _, folder := range found {
		of := current[filepath.Base(folder)]
		if left[of]--; left[of] < 0 && folder != m.Folder {
			removed, err := removeUnused(folder)
			all = errors.Join(all, err)
			if removed {
				continue
			}
		}
		s, _ := readSeal(folder) // without a seal there is no linker
		linkers[s.Linker] = true
	}
	found, err = filepath.Glob(filepath.Join(m.Cache, linkersFolder, "*"))
	for _, folder := range found {
		if !linkers[filepath.Base(folder)] {
			all = errors.Join(all, os.RemoveAll(folder))
		}
	}
	return errors.Join(all, err)
}

// current returns the names of the processes that checkouts use, and removes the states of checkouts that are gone.
func (m Made) current() map[string]bool {
	all := map[string]bool{}
	found, _ := filepath.Glob(filepath.Join(m.Cache, statesFolder, "*", stateFile)) // the pattern is valid
	for _, file := range found {
		var s state
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &s)
		}
		if _, gone := os.Stat(filepath.Join(s.Checkout, "go.mod")); err != nil || gone != nil {
			_ = os.RemoveAll(filepath.Dir(file)) // otherwise it is removed next time
			continue
		}
		all[s.Host] = true
	}
	return all
}

// lastUse returns when a session last started in a folder.
func lastUse(folder string) time.Time {
	info, err := os.Stat(filepath.Join(folder, provenFile))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// removeUnused removes the folder of a process that no session uses.
func removeUnused(folder string) (removed bool, err error) {
	l := flock.New(filepath.Join(folder, useFile), flock.SetPermissions(0o600))
	free, err := l.TryLock()
	if err != nil || !free {
		return false, err
	}
	defer l.Unlock()
	if err := os.Remove(filepath.Join(folder, provenFile)); err != nil && !errors.Is(err, os.ErrNotExist) { // first, so a partially removed folder is not ready
		return false, fmt.Errorf("stateful: %w", err)
	}
	if err := os.RemoveAll(folder); err != nil {
		return false, fmt.Errorf("stateful: %w", err)
	}
	return true, nil
}

// hold prevents the removal of the process's folder while a session uses it.
func (m Made) hold() (*flock.Flock, error) {
	l := flock.New(m.file(useFile), flock.SetPermissions(0o600))
	held, err := l.TryRLock() // an error means a file system without locks, on which nothing is removed
	if err == nil && !held {
		return nil, fmt.Errorf("stateful: using %s: another igbo is removing it (restart the kernel)", m.Folder)
	}
	if _, err := os.Stat(m.file(hostFile)); err != nil {
		return nil, errors.Join(fmt.Errorf("stateful: %w (restart the kernel)", err), l.Unlock())
	}
	now := time.Now()
	_ = os.Chtimes(m.file(provenFile), now, now) // failing only makes it look older
	return l, nil
}
