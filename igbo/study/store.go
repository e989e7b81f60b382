package study

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
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// The bounds of the folder: what is older or beyond the size goes, oldest first.
const (
	maxAge  = 30 * 24 * time.Hour
	maxSize = 256 << 20
)

// header begins every file; the number is that of the format.
const header = "igbolab study 2\n"

// suffix ends the files' names.
const suffix = ".study"

// Part is a kept result.
type Part struct {
	// Study is the name of the function, with its package.
	Study string
	// Size is in bytes.
	Size int64
	// Time is when the result was kept.
	Time time.Time
}

// Kept lists the results in the folder, oldest first.
func Kept() ([]Part, error) {
	dir, err := folder()
	if err != nil {
		return nil, err
	}
	s := store{dir: dir}
	var parts []Part
	for _, f := range s.files() {
		p, err := s.read(strings.TrimSuffix(f.Name(), suffix))
		if err == nil {
			parts = append(parts, Part{p.study, f.Size(), f.ModTime()})
		}
	}
	return parts, nil
}

// Clear removes every kept result.
func Clear() error {
	dir, err := folder()
	if err != nil {
		return err
	}
	var failures []error
	for _, f := range (store{dir: dir}).files() {
		failures = append(failures, os.Remove(filepath.Join(dir, f.Name())))
	}
	if err := errors.Join(failures...); err != nil {
		return fmt.Errorf("study: %w", err)
	}
	return nil
}

// folder makes the folder of results, which is the user's alone.
func folder() (string, error) {
	dir := os.Getenv("GONB_TMP_DIR")
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

// store is a folder of results, and the code that asks.
type store struct{ dir, code string }

// part is the content of a file.
type part struct {
	study string
	value []byte
}

// read reads a file; one that was cut or altered, or kept under another key, is an error.
func (s store) read(key string) (part, error) {
	text, err := os.ReadFile(filepath.Join(s.dir, key+suffix))
	if err != nil {
		return part{}, err
	}
	rest, ok := bytes.CutPrefix(text, []byte(header))
	if !ok || len(rest) < sha256.Size {
		return part{}, errors.New("study: no file of ours")
	}
	if sum := seal(key, rest[sha256.Size:]); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return part{}, errors.New("study: a file that was altered")
	}
	name, value, ok := bytes.Cut(rest[sha256.Size:], []byte{0})
	if !ok {
		return part{}, errors.New("study: a file without a name")
	}
	return part{string(name), value}, nil
}

// seal is the digest of a file, and of the key that it answers for.
func seal(key string, content []byte) [sha256.Size]byte {
	return sha256.Sum256(append([]byte(key), content...))
}

// write replaces a file as a whole and keeps the folder within its bounds.
func (s store) write(key string, p part) error {
	content := append(append([]byte(p.study), 0), p.value...)
	sum := seal(key, content)
	err := durable.WriteFile(filepath.Join(s.dir, key+suffix), slices.Concat([]byte(header), sum[:], content), 0o600)
	if err != nil {
		return fmt.Errorf("study: %w", err)
	}
	s.prune(time.Now(), maxSize)
	return nil
}

// files lists the folder's files, oldest first.
func (s store) files() []fs.FileInfo {
	entries, _ := os.ReadDir(s.dir)
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && filepath.Ext(e.Name()) == suffix {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	return files
}

// prune removes what is too old, and the oldest files beyond a size.
func (s store) prune(now time.Time, limit int64) {
	size := int64(0)
	for _, f := range slices.Backward(s.files()) {
		size += f.Size()
		if size > limit || now.Sub(f.ModTime()) > maxAge {
			_ = os.Remove(filepath.Join(s.dir, f.Name()))
		}
	}
}
