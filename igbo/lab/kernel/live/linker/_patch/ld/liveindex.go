package ld

import (
	"encoding/binary"
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

// liveTable is an open hash table of symbols in a file that is mapped: what the host has, and where.
type liveTable struct {
	memory  []byte
	buckets []liveEntry
	used    *uint64 // buckets in use
	end     *uint64 // of the names
}

// liveEntry is a symbol; one without an address is not there.
type liveEntry struct {
	hash    uint32
	version uint8
	kind    uint8
	length  uint16 // of the name
	name    uint64 // where it stands
	addr    uint64
	size    uint64
}

// The file starts with a mark, the number of buckets, how many are used, and where the names end.
const (
	liveMark = 0x786564_6e69_6f67
	liveHead = 32
)

// liveAlias is the version of entries "package#number", which stand for others: the address is
// the other's place and one, kind and size are the FuncID and the first line.
const liveAlias = 9

func liveNumbered(pkg string, number int) string { return fmt.Sprintf("%s#%d", pkg, number) }

func liveHash(name string, version int) uint32 {
	h := uint32(2166136261) ^ uint32(version)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return max(h, 1)
}

// liveOpen maps a table.
func liveOpen(path string, write bool) *liveTable {
	flags, protection := os.O_RDONLY, syscall.PROT_READ
	if write {
		flags, protection = os.O_RDWR, syscall.PROT_READ|syscall.PROT_WRITE
	}
	f, err := os.OpenFile(path, flags, 0)
	if err != nil {
		Exitf("live: %v", err)
	}
	info, err := f.Stat()
	if err != nil {
		Exitf("live: %v", err)
	}
	return liveMap(f, int(info.Size()), protection)
}

func liveMap(f *os.File, size, protection int) *liveTable {
	memory, err := syscall.Mmap(int(f.Fd()), 0, size, protection, syscall.MAP_SHARED)
	if err != nil {
		Exitf("live: %s: %v", f.Name(), err)
	}
	word := func(i int) *uint64 { return (*uint64)(unsafe.Pointer(&memory[8*i])) }
	if *word(0) != liveMark {
		Exitf("live: %s is no index", f.Name())
	}
	return &liveTable{memory: memory, used: word(2), end: word(3), buckets: unsafe.Slice((*liveEntry)(unsafe.Pointer(&memory[liveHead])), *word(1))}
}

// liveCreate makes an empty table with room for n symbols whose names take so many bytes.
func liveCreate(path string, n, names int) *liveTable {
	buckets := 1
	for buckets < 2*n {
		buckets *= 2
	}
	begin := liveHead + buckets*int(unsafe.Sizeof(liveEntry{}))
	f, err := os.Create(path)
	if err == nil {
		err = f.Truncate(int64(begin + names))
	}
	if err == nil {
		var head [liveHead]byte
		for i, v := range []uint64{liveMark, uint64(buckets), 0, uint64(begin)} {
			binary.LittleEndian.PutUint64(head[8*i:], v)
		}
		_, err = f.WriteAt(head[:], 0)
	}
	if err != nil {
		Exitf("live: %v", err)
	}
	return liveMap(f, begin+names, syscall.PROT_READ|syscall.PROT_WRITE)
}

func (x *liveTable) name(e *liveEntry) string {
	return unsafe.String(&x.memory[e.name], int(e.length))
}

// find is the bucket of a symbol, and whether it is there.
func (x *liveTable) find(name string, version int) (*liveEntry, bool) {
	h := liveHash(name, version)
	mask := uint32(len(x.buckets) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		e := &x.buckets[i]
		if e.hash == 0 {
			return e, false
		}
		if e.hash == h && int(e.version) == version && int(e.length) == len(name) && x.name(e) == name {
			return e, e.addr != 0
		}
	}
}

// set puts a symbol into its bucket.
func (x *liveTable) set(name string, version int, kind uint8, addr, size uint64) *liveEntry {
	if len(name) > 1<<16-1 {
		Exitf("live: a symbol's name has %d bytes", len(name))
	}
	e, _ := x.find(name, version)
	if e.hash == 0 {
		if *x.end+uint64(len(name))+1 > uint64(len(x.memory)) || *x.used*4 > uint64(len(x.buckets))*3 {
			Exitf("live: the index is full: restart the kernel")
		}
		copy(x.memory[*x.end:], name)
		e.name, e.length, e.version, e.hash = *x.end, uint16(len(name)), uint8(version), liveHash(name, version)
		*x.end += uint64(len(name)) + 1
		*x.used++
	}
	e.kind, e.addr, e.size = kind, addr, size
	return e
}

// alias lets a package's number stand for a symbol, which is made where it is not there.
func (x *liveTable) alias(pkg string, number int, name string, version int, id uint8, line uint64) {
	e, _ := x.find(name, version)
	if e.hash == 0 {
		e = x.set(name, version, 0, 0, 0)
	}
	at := (uintptr(unsafe.Pointer(e))-uintptr(unsafe.Pointer(&x.buckets[0])))/unsafe.Sizeof(*e) + 1
	x.set(liveNumbered(pkg, number), liveAlias, id, uint64(at), line)
}
