package ledger

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
)

const (
	writtenFolder = "written"
	lockedFolder  = "locked"
	// mostRecords is the number of records above which those of missing files are removed.
	mostRecords = 2000
)

// folder returns the path of a ledger folder in the user's cache.
func folder(name string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "igbolab", name), nil
}

// entry returns the ledger file for a path, and the path with links resolved.
func entry(name, path string) (file, real string, err error) {
	if real, err = durable.RealPath(path); err != nil {
		return "", "", err
	}
	dir, err := folder(name)
	return filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256([]byte(real)))), real, err
}

// Mine reports whether the current content of a file was written by igbo.
func Mine(path string) bool {
	file, _, err := entry(writtenFolder, path)
	if err != nil {
		return false
	}
	digests, _ := read(file)
	if len(digests) == 0 {
		return false
	}
	digest, err := durable.Digest(path)
	return err == nil && slices.Contains(digests, digest)
}

// Knows reports whether igbo has ever written a file at this path, whatever its content is now.
func Knows(path string) bool {
	file, _, err := entry(writtenFolder, path)
	if err != nil {
		return false
	}
	digests, _ := read(file)
	return len(digests) > 0
}

// Foreign reports whether a file exists that igbo did not write or that has been changed since. It is false for
// empty files, which can be replaced without loss, and for files that are not regular, such as pipes, which are
// not replaced.
func Foreign(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Size() > 0 && !Mine(path)
}

// ErrForeign reports an output for which Foreign is true.
var ErrForeign = errors.New("igbo did not write this file, or it was changed since (use another name, or move the file away)")

// Announce records content that igbo is about to write to a file. If igbo is killed during the write, the file
// counts as igbo's with the new content, and also with the old content if that was igbo's.
func Announce(path string, content []byte) error {
	file, real, err := entry(writtenFolder, path)
	if err != nil {
		return err
	}
	var former []string
	if digest, err := durable.Digest(path); err == nil {
		if digests, _ := read(file); slices.Contains(digests, digest) {
			former = []string{digest}
		}
	}
	return write(file, real, append(former, fmt.Sprintf("%x", sha256.Sum256(content))))
}

// Wrote records that the current content of a file was written by igbo.
func Wrote(path string) error {
	file, real, err := entry(writtenFolder, path)
	if err != nil {
		return err
	}
	digest, err := durable.Digest(path)
	if err != nil {
		return err
	}
	if digests, _ := read(file); slices.Equal(digests, []string{digest}) {
		return nil
	}
	return write(file, real, []string{digest})
}

// read returns the digests in a record, and the path of its file.
func read(file string) (digests []string, real string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, ""
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	return strings.Fields(first), strings.TrimSuffix(rest, "\n")
}

// write writes a record: a line of digests, then the path.
func write(file, real string, digests []string) error {
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	prune(dir)
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s\n%s\n", strings.Join(digests, " "), real)
	return durable.AddFile(file, text.Bytes(), 0o600)
}

// prune removes the records of missing files if there are many records.
func prune(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) < mostRecords {
		return
	}
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		_, real := read(file)
		if _, err := os.Lstat(real); errors.Is(err, fs.ErrNotExist) {
			_ = os.Remove(file)
		}
	}
}

// Lock locks paths for this process until unlock is called or the process ends. It does not wait: if another
// process has locked one of them, it returns a *durable.LockedError that contains the path. The paths must
// differ and need not exist.
func Lock(paths ...string) (unlock func(), err error) {
	var held []func() error
	unlock = func() {
		for _, release := range slices.Backward(held) {
			_ = release() // a file that cannot be removed does no harm
		}
	}
	for _, l := range lines(paths) {
		release, err := durable.LockAt(l.file, l.path)
		var taken *durable.LockedError
		if errors.As(err, &taken) {
			unlock()
			return nil, err
		}
		if err == nil { // otherwise the cache is not writable, and nothing is locked
			held = append(held, release)
		}
	}
	return unlock, nil
}

// line is a path and its lock file.
type line struct{ file, path string }

// lines returns the lock files in a fixed order, so two concurrent commands cannot each get only some of them.
func lines(paths []string) (all []line) {
	for _, path := range paths {
		file, _, err := entry(lockedFolder, path)
		if err == nil && os.MkdirAll(filepath.Dir(file), 0o700) == nil {
			all = append(all, line{file, path})
		}
	}
	slices.SortFunc(all, func(a, b line) int { return strings.Compare(a.file, b.file) })
	return slices.CompactFunc(all, func(a, b line) bool { return a.file == b.file })
}
