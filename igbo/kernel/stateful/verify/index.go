package verify

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// Index is a symbol index that the linker has written: an open-addressing hash table in a file.
type Index struct {
	file    *os.File
	buckets int
	kinds   uint64 // the last kinds of text, read-only data and writable data, one byte each
}

const (
	indexMark  = 0x786564_6e69_6f68
	indexHead  = 40
	bucketSize = 32
	alias      = 9 // the version of a number that represents a name
)

// entry is a symbol of an index.
type entry struct {
	name          string
	version, kind uint8
	address, size uint64
}

// OpenIndex opens an index.
func OpenIndex(path string) (*Index, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	head := make([]byte, indexHead)
	_, err = f.ReadAt(head, 0)
	x := &Index{file: f, buckets: int(u64(head[8:])), kinds: u64(head[32:])}
	if err != nil || u64(head) != indexMark || x.buckets <= 0 || x.buckets&(x.buckets-1) != 0 {
		return nil, errors.Join(fmt.Errorf("verify: %s is not a symbol index", path), f.Close())
	}
	return x, nil
}

// Close closes an index.
func (x *Index) Close() error {
	if x == nil {
		return nil
	}
	return x.file.Close()
}

// read reads a part of the file. If that fails, b stays as it is and matches no symbol.
func (x *Index) read(b []byte, at int64) {
	if _, err := x.file.ReadAt(b, at); err != nil {
		panic(err)
	}
}

// bucket returns the content of a bucket, and the position and length of its name.
func (x *Index) bucket(i int) (hash uint32, e entry, from int64, n int) {
	var b [bucketSize]byte
	x.read(b[:], int64(indexHead+i*bucketSize))
	return u32(b[:]), entry{version: b[4], kind: b[5], address: u64(b[16:]), size: u64(b[24:])}, int64(u64(b[8:])), int(b[6]) | int(b[7])<<8
}

// at returns the entry of a bucket.
func (x *Index) at(i int) entry {
	_, e, from, n := x.bucket(i)
	b := make([]byte, n)
	x.read(b, from)
	e.name = string(b)
	return e
}

// find returns the entry of a symbol.
func (x *Index) find(name string, version int) (entry, bool) {
	h := uint32(2166136261) ^ uint32(version)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	h = max(h, 1)
	for i, n := int(h)&(x.buckets-1), 0; n < x.buckets; i, n = (i+1)&(x.buckets-1), n+1 {
		switch hash, e, _, length := x.bucket(i); {
		case hash == 0:
			return entry{}, false
		case hash == h && int(e.version) == version && length == len(name):
			if e := x.at(i); e.name == name {
				return e, e.address != 0
			}
		}
	}
	return entry{}, false
}

// Forget removes the symbols with addresses from low to high, because no process has them. It reads the whole index.
func (x *Index) Forget(low, high uint64) error {
	f, err := os.OpenFile(x.file.Name(), os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	chunk := make([]byte, bucketSize<<15)
	for from := 0; from < x.buckets*bucketSize && err == nil; from += len(chunk) {
		chunk = chunk[:min(len(chunk), x.buckets*bucketSize-from)]
		if _, err = f.ReadAt(chunk, int64(indexHead+from)); err == nil {
			err = forget(f, chunk, indexHead+from, low, high)
		}
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("verify: forgetting a module: %w", err)
	}
	return nil
}

// forget removes symbols from buckets that begin at a position of the file.
func forget(f *os.File, buckets []byte, from int, low, high uint64) error {
	const addressAt, versionAt = 16, 4
	for at := 0; at < len(buckets); at += bucketSize {
		b := buckets[at : at+bucketSize]
		if address := u64(b[addressAt:]); address >= low && address < high && b[versionAt] != alias {
			if _, err := f.WriteAt(make([]byte, 8), int64(from+at+addressAt)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Symbols holds the symbols of the process: its own, and those of earlier modules.
type Symbols struct {
	// Process and Session are the indices that the linker wrote.
	Process, Session *Index
}

// find looks up a symbol in the linker's order: the latest symbol of the session comes first.
func (x Symbols) find(name string, version int) (entry, bool) {
	if e, ok := x.Session.find(name, version); ok {
		return e, true
	}
	return x.Process.find(name, version)
}

// numbered returns the symbol that compilers refer to by its number in a package. Its alias gives the function's kind and start line.
func (x Symbols) numbered(pkg string, number uint32) (e, reported entry, ok bool) {
	name := fmt.Sprintf("%s#%d", pkg, number)
	for _, index := range []*Index{x.Session, x.Process} {
		if reported, ok = index.find(name, alias); ok {
			of := index.at(int(reported.address) - 1)
			e, ok = x.find(of.name, int(of.version))
			return e, reported, ok
		}
	}
	return e, reported, false
}

// prefix returns an import path as symbols have it: a dot of its last element is escaped.
func prefix(path string) string {
	slash := strings.LastIndexByte(path, '/') + 1
	return path[:slash] + strings.ReplaceAll(path[slash:], ".", "%2e")
}

// shared reports whether a name means the same in all modules.
func shared(name string) bool {
	for at := 0; strings.Contains(name, "·"); at += len("main.") {
		i := strings.Index(name[at:], "main.")
		if i < 0 {
			break
		}
		if at += i; at == 0 || !strings.ContainsRune(pathRunes, rune(name[at-1])) { // not a path that ends like this, such as .../domain
			return false
		}
	}
	return true
}

// pathRunes are those of an import path's elements.
const pathRunes = "/.-_~%+abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
