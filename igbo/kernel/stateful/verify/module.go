package verify

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Module holds a linked module and what it is checked against.
type Module struct {
	// Object is the compiler's object file, and Image the file that the linker wrote.
	Object, Image []byte
	// Data is the address of the module's description.
	Data uint64
	// At holds the addresses that the linker reports for the object's symbols, by number.
	At map[int]uint64
	// Symbols holds the symbols of the process.
	Symbols Symbols
	// Tables holds the method tables that the process has made at run time, by the addresses of interface and type.
	Tables map[[2]uint64]uint64
	// Types are the types of the variables of cells, by name.
	Types map[string]uint64
	// Moved reports whether a variable can change to the type at address to, which has the same layout. If nil, no change is allowed.
	Moved func(name string, to uint64) bool
	// Words holds the positions of words in the module's description for this Go release.
	Words Layout
	// Package is the import path of the package in the object. It is empty for a cell.
	Package string
	// Memory reads what the process has mapped from files.
	Memory func(at uint64, n int) ([]byte, error)
}

// difference is what a check panics with.
type difference string

func differs(format string, args ...any) { panic(difference(fmt.Sprintf(format, args...))) }

// Check compares a module with its object, and returns an error for the first difference. Its cost grows with the size of both.
func (m Module) Check() (found Links, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case difference:
			err = errors.New("verify: checking the linked module: " + string(r))
		case error:
			err = fmt.Errorf("verify: checking the linked module: the file is damaged: %w", r)
		default:
			panic(r)
		}
	}()
	o, err := parse(m.Object)
	if err != nil {
		return Links{}, fmt.Errorf("verify: %w", err)
	}
	c := &check{Module: m, object: o, own: map[uint64]int{}, words: m.Words}
	c.segments()
	c.places()
	for _, i := range c.all {
		c.contents(i)
	}
	c.functions()
	found = c.links()
	c.description()
	c.rest()
	return found, nil
}

// Links holds the addresses of the module's types that reflection must find, and of its method tables.
type Links struct{ Types, Tables []uint64 }

// segment is a mapped part of the module.
type segment struct {
	low, high uint64
	b         []byte
	seen      []bool // bytes that are accounted for
	flags     elf.ProgFlag
}

// check is the state of a running check.
type check struct {
	Module
	object *object
	parts  []*segment
	own    map[uint64]int // numbers of symbols by their addresses
	all    []int          // the module's own symbols
	order  []int          // sorted by address, one symbol for each address
	text   []int          // the functions among them
	base   struct{ text, types, rodata uint64 }
	words  Layout
}

// headSize is the size of the file's header before the text. Nothing in the module reads it.
const headSize = 4096

// segments reads the mapped segments.
func (c *check) segments() {
	f, err := elf.NewFile(bytes.NewReader(c.Image))
	if err != nil {
		panic(err)
	}
	for _, p := range f.Progs {
		if p.Type != elf.PT_LOAD || p.Memsz == 0 {
			continue
		}
		s := &segment{low: p.Vaddr, high: p.Vaddr + p.Memsz, b: c.Image[p.Off : p.Off+p.Filesz], flags: p.Flags}
		if s.seen = make([]bool, len(s.b)); p.Off == 0 {
			for i := range min(headSize, len(s.seen)) {
				s.seen[i] = true
			}
		}
		if p.Filesz > p.Memsz || p.Flags&(elf.PF_W|elf.PF_X) == elf.PF_W|elf.PF_X {
			differs("the segment at %#x has the wrong kind", p.Vaddr)
		}
		for _, t := range c.parts {
			if s.low < t.high && t.low < s.high {
				differs("segments at %#x and %#x overlap", s.low, t.low)
			}
		}
		c.parts = append(c.parts, s)
	}
	for to, name := range map[*uint64]string{&c.base.text: "runtime.text", &c.base.types: "runtime.types", &c.base.rodata: "runtime.rodata"} {
		e, ok := c.Symbols.Process.find(name, 0)
		if *to = e.address; !ok {
			differs("the process has no symbol %s", name)
		}
	}
}

// bytes returns n bytes of the module and marks them as accounted for.
func (c *check) bytes(at uint64, n int) []byte {
	for _, s := range c.parts {
		if at < s.low || n < 0 || at+uint64(n) > s.high {
			continue
		}
		from := int(at - s.low)
		if from >= len(s.b) { // bytes beyond the file are zero
			return make([]byte, n)
		}
		for i := from; i < min(from+n, len(s.b)); i++ {
			s.seen[i] = true
		}
		if from+n <= len(s.b) {
			return s.b[from : from+n]
		}
		return append(slices.Clone(s.b[from:]), make([]byte, from+n-len(s.b))...)
	}
	differs("%d bytes at %#x are outside of the module", n, at)
	return nil
}

// accounted reports whether the byte at an address is accounted for.
func (c *check) accounted(at uint64) bool {
	for _, s := range c.parts {
		if at >= s.low && at-s.low < uint64(len(s.seen)) {
			return s.seen[at-s.low]
		}
	}
	return true
}

// within returns the kind of memory that holds an address.
func (c *check) within(at uint64) (flags elf.ProgFlag, ok bool) {
	for _, s := range c.parts {
		if at >= s.low && at < s.high {
			return s.flags, true
		}
	}
	return 0, false
}

// places checks the addresses of the module's symbols: in memory of their kind, without overlap.
func (c *check) places() {
	for _, i := range slices.Sorted(maps.Keys(c.At)) {
		if i < 0 || i >= c.object.defined {
			differs("symbol %d of the linker's report is not in the object", i)
		}
		s, at := &c.object.symbols[i], c.At[i]
		if s.size == 0 {
			continue
		}
		want := elf.PF_R
		switch {
		case s.kind == kindText:
			want |= elf.PF_X
			if first, is := c.own[at]; is && c.object.hashedText(i, first) {
				c.all = append(c.all, i)
				continue // closures with the same name and content are one function, at the first one's address
			}
			c.text = append(c.text, i)
		case s.kind == kindRODATA:
		case s.kind == kindNoPtrData || s.kind == kindData || s.kind == kindBSS || s.kind == kindNoPtrBSS:
			want |= elf.PF_W
		default:
			differs("%s has the unsupported kind %d", s.name, s.kind)
		}
		if got, ok := c.within(at); !ok || got != want {
			differs("%s is in memory of kind %v, want %v", s.name, got, want)
		}
		other, is := c.own[at]
		if is && c.object.oneValue(i, other) {
			continue // the linker keeps the first
		}
		c.all = append(c.all, i)
		if is && s.kind != kindRODATA { // data with the same content may be merged
			differs("%s and %s have the same address %#x", s.name, c.object.symbols[other].name, at)
		}
		if !is || s.size > c.object.symbols[other].size {
			c.own[at] = i
		}
	}
	if len(c.text) == 0 {
		c.addNothing()
	}
	c.order = slices.Collect(maps.Values(c.own))
	byPlace := func(a, b int) int { return int(c.At[a]) - int(c.At[b]) }
	slices.SortFunc(c.order, byPlace)
	slices.SortFunc(c.text, byPlace)
	var end uint64
	for _, i := range c.order {
		s := &c.object.symbols[i]
		if c.At[i] < end {
			differs("%s at %#x overlaps the symbol before it", s.name, c.At[i])
		}
		end = c.At[i] + uint64(s.size)
	}
}

// padding is the byte between functions.
const padding = 0xcc

// note is the beginning of the linker's note about the release. Two words hold the address of the note and of the description. Nothing in
// the module reads them.
const note = "\xff Go buildinf:"

// rest checks that bytes that are not accounted for are the linker's note or padding.
func (c *check) rest() {
	notes := map[uint64]bool{c.Data: true}
	for _, s := range c.parts {
		const head = 32
		if s.flags&elf.PF_W != 0 && len(s.b) > head && string(s.b[:len(note)]) == note {
			notes[s.low] = true
			n := head + 1 + int(s.b[head])
			c.bytes(s.low, n+1+int(s.b[n]))
		}
	}
	for _, s := range c.parts {
		for i, b := range s.b {
			if i%8 == 0 && i+8 <= len(s.b) && !s.seen[i] && notes[u64(s.b[i:])] {
				delete(notes, u64(s.b[i:]))
				c.bytes(s.low+uint64(i), 8)
			}
			if !s.seen[i] && b != 0 && !(b == padding && s.flags&elf.PF_X != 0) {
				differs("the byte %#x at %#x belongs to no symbol", b, s.low+uint64(i))
			}
		}
	}
}
