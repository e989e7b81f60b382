package verify

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// Index is a file of symbols that the linker has written: an open hash table.
type Index struct {
	file    *os.File
	buckets int
}

const (
	indexMark  = 0x786564_6e69_6f67
	indexHead  = 32
	bucketSize = 32
	alias      = 9 // the version of a number that stands for a name
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
	x := &Index{file: f, buckets: int(u64(head[8:]))}
	if err != nil || u64(head) != indexMark || x.buckets <= 0 || x.buckets&(x.buckets-1) != 0 {
		return nil, errors.Join(fmt.Errorf("verify: %s is no index", path), f.Close())
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

// read reads a part; one that cannot be read is no symbol's.
func (x *Index) read(b []byte, at int64) {
	if _, err := x.file.ReadAt(b, at); err != nil {
		panic(err)
	}
}

// bucket is what stands in a bucket, without its name, and how long that is.
func (x *Index) bucket(i int) (hash uint32, e entry, from int64, n int) {
	var b [bucketSize]byte
	x.read(b[:], int64(indexHead+i*bucketSize))
	return u32(b[:]), entry{version: b[4], kind: b[5], address: u64(b[16:]), size: u64(b[24:])}, int64(u64(b[8:])), int(b[6]) | int(b[7])<<8
}

// at is the entry of a bucket.
func (x *Index) at(i int) entry {
	_, e, from, n := x.bucket(i)
	b := make([]byte, n)
	x.read(b, from)
	e.name = string(b)
	return e
}

// find looks for a symbol.
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

// Symbols is what the process has: its own symbols, and those of modules before.
type Symbols struct {
	// Process and Session are the linker's indices.
	Process, Session *Index
	// Refused tells an address within a module that was not taken.
	Refused func(address uint64) bool
}

// find looks for a symbol as the linker is to do it: the latest of a session comes first.
func (x Symbols) find(name string, version int) (entry, bool) {
	if e, ok := x.Session.find(name, version); ok && !x.Refused(e.address) {
		return e, true
	}
	return x.Process.find(name, version)
}

// numbered is the symbol that compilers refer to by its number in a package, with what its alias says: the kind of its function
// and the line where it starts.
func (x Symbols) numbered(pkg string, number uint32) (e, said entry, ok bool) {
	name := fmt.Sprintf("%s#%d", pkg, number)
	for _, index := range []*Index{x.Session, x.Process} {
		if said, ok = index.find(name, alias); ok && !(index == x.Session && x.Refused(said.address)) {
			of := index.at(int(said.address) - 1)
			e, ok = x.find(of.name, int(of.version))
			return e, said, ok
		}
	}
	return e, said, false
}

// shared tells a name that means the same in all modules.
func shared(name string) bool {
	return !strings.Contains(name, "main.") || !strings.Contains(name, "·")
}
