package workflow

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/durable/workflow/internal/provenance"
	"github.com/igbolab/igbolab/igbo/internal/plain"
)

// header is the start of every file. The number is the version of the format.
const header = "igbolab study 4\n"

// suffix ends the files' names.
const suffix = ".study"

// A store is a folder of parts, with the origin of the parts that it returns.
type store struct {
	written int64 // number of bytes written by this store
	dir     string
	origin  provenance.Origin
	limit   int64 // maximum bytes, beyond which the oldest parts are removed; 0 for none
}

// A record is the content of a file. Its key is the digest of everything that the part depends on.
type record struct {
	// Name is the name of the cell, and ID its machine-independent digest.
	Name   string
	ID     string
	Origin provenance.Origin
	Value  []byte
}

// key returns the key of a cell's part.
func (s *store) key(id string) string { return keyOf(id, s.origin) }

func keyOf(id string, o provenance.Origin) string {
	key, _ := plain.Digest(id, o) // plain strings, which always have a digest
	return key
}

// read reads a file. It returns an error if the file is damaged or was stored under another key.
func (s *store) read(key string) (record, error) {
	rest, err := content(filepath.Join(s.dir, key+suffix))
	if err != nil {
		return record{}, err
	}
	if len(rest) < sha256.Size {
		return record{}, errForeign
	}
	if sum := seal(key, rest[sha256.Size:]); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return record{}, errors.New("workflow: the file was changed after it was written")
	}
	var r record
	if err := plain.Decode(rest[sha256.Size:], &r); err != nil {
		return record{}, err
	}
	if keyOf(r.ID, r.Origin) != key {
		return record{}, errors.New("workflow: the file has the name of another part")
	}
	return r, nil
}

var errForeign = errors.New("workflow: igbo did not write this file")

// content returns the content of a file after its header. It returns an error without reading further if the
// file has no header, or is a pipe or device, which may never end.
func content(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errForeign
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	begin := make([]byte, len(header))
	if _, err := io.ReadFull(f, begin); err != nil || string(begin) != header {
		return nil, errForeign
	}
	rest := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	_, err = rest.ReadFrom(f)
	return rest.Bytes(), err
}

// seal returns the digest of a file's content and its key.
func seal(key string, content []byte) [sha256.Size]byte {
	return sha256.Sum256(append([]byte(key), content...))
}

// attempts is the maximum number of attempts to write a file. If locks do not work across machines on a shared
// folder, another writer may mistake a temporary file for an abandoned one.
const attempts = 3

// write replaces a file atomically and keeps the folder within its limits.
func (s *store) write(name, id string, value []byte) error {
	content, err := plain.Encode(record{name, id, s.origin, value})
	if err != nil {
		return fmt.Errorf("workflow: %w", err)
	}
	if most := s.limit / 2; s.limit > 0 && int64(len(content)) > most { // otherwise all others would be removed for it
		return fmt.Errorf("workflow: %s has %.1f MB and is too large to cache (max %d MB)", name, float64(len(content))/1e6, most/1e6)
	}
	key := s.key(id)
	sum, path := seal(key, content), filepath.Join(s.dir, key+suffix)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		_ = os.Remove(path) // a link, a pipe, or an empty folder
	}
	for range attempts {
		err = durable.AddFile(path, slices.Concat([]byte(header), sum[:], content), 0o666)
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("workflow: %w", err)
	}
	if s.limit > 0 && s.due(int64(len(content))) {
		s.prune(time.Now(), s.limit)
	}
	return nil
}

// due reports whether enough bytes have been written that the folder may be far beyond its size limit. Listing
// a full folder takes long.
func (s *store) due(bytes int64) bool {
	const often = 64
	total := atomic.AddInt64(&s.written, bytes)
	return total == bytes || total*often/s.limit > (total-bytes)*often/s.limit
}

// files returns the folder's files, oldest first.
func (s *store) files() []fs.FileInfo {
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

// elsewhere returns valid parts of another origin for the cells with the given ids, and a list of damaged
// files.
func (s *store) elsewhere(ids map[string]*cell) (foreign map[*cell]record, damaged []string) {
	foreign = map[*cell]record{}
	for _, f := range s.files() {
		r, err := s.read(strings.TrimSuffix(f.Name(), suffix))
		if err != nil {
			path := filepath.Join(s.dir, f.Name())
			if errors.Is(err, fs.ErrPermission) {
				path += " (may not be read)"
			}
			damaged = append(damaged, path)
			continue
		}
		if c, ok := ids[r.ID]; ok && r.Origin != s.origin {
			foreign[c] = r
		}
	}
	return foreign, damaged
}
