package verify

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Module is what is to be checked.
type Module struct {
	// Object is the compiler's object file, and Image the linker's.
	Object, Image []byte
	// Data is where the module's description lies.
	Data uint64
	// At is where the linker says that it has laid the object's symbols, by their numbers.
	At map[int]uint64
	// Symbols is what the process has beside the module.
	Symbols Symbols
	// Tables are tables of methods that the process has made while it ran, by the addresses of interface and type.
	Tables map[[2]uint64]uint64
	// Types are the types of living variables, by name.
	Types map[string]uint64
	// Root is the GOROOT that the linker writes into names of files.
	Root string
	// Memory reads what the process has mapped from files.
	Memory func(at uint64, n int) ([]byte, error)
}

// difference is what a check panics with.
type difference string

func differs(format string, args ...any) { panic(difference(fmt.Sprintf(format, args...))) }

// Check compares a module with its object. Cost: the size of both. Errors: the first difference.
func (m Module) Check() (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case difference:
			err = errors.New("verify: " + string(r))
		case error:
			err = fmt.Errorf("verify: the module is damaged: %w", r)
		default:
			panic(r)
		}
	}()
	o, err := parse(m.Object)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	c := &check{Module: m, object: o, own: map[uint64]int{}}
	c.segments()
	c.places()
	for _, i := range c.all {
		c.contents(i)
	}
	c.functions()
	c.links()
	c.description()
	c.rest()
	return nil
}

// segment is a part of the module that is mapped.
type segment struct {
	low, high uint64
	b         []byte
	seen      []bool // bytes that are accounted for
	flags     elf.ProgFlag
}

// check is a check that goes on.
type check struct {
	Module
	object *object
	parts  []*segment
	own    map[uint64]int // numbers of symbols by their addresses
	all    []int          // the module's own symbols
	order  []int          // the same by address, of those at one address one
	text   []int          // of these, functions
	base   struct{ text, types uint64 }
}

// headSize is the part of the file before the text, which nothing of the module reads.
const headSize = 4096

// segments reads what is mapped.
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
			differs("a segment at %#x is of another kind", p.Vaddr)
		}
		for _, t := range c.parts {
			if s.low < t.high && t.low < s.high {
				differs("segments at %#x and %#x overlap", s.low, t.low)
			}
		}
		c.parts = append(c.parts, s)
	}
	for to, name := range map[*uint64]string{&c.base.text: "runtime.text", &c.base.types: "runtime.types"} {
		e, ok := c.Symbols.Process.find(name, 0)
		if *to = e.address; !ok {
			differs("the process has no %s", name)
		}
	}
}

// bytes are n of the module; they are accounted for from here on.
func (c *check) bytes(at uint64, n int) []byte {
	for _, s := range c.parts {
		if at < s.low || n < 0 || at+uint64(n) > s.high {
			continue
		}
		from := int(at - s.low)
		if from >= len(s.b) { // not in the file: zero
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
	differs("%d bytes at %#x are not the module's", n, at)
	return nil
}

// accounted tells that the byte at an address is accounted for.
func (c *check) accounted(at uint64) bool {
	for _, s := range c.parts {
		if at >= s.low && at-s.low < uint64(len(s.seen)) {
			return s.seen[at-s.low]
		}
	}
	return true
}

// within tells what kind of memory holds an address.
func (c *check) within(at uint64) (flags elf.ProgFlag, ok bool) {
	for _, s := range c.parts {
		if at >= s.low && at < s.high {
			return s.flags, true
		}
	}
	return 0, false
}

// places checks where the module's symbols lie: in memory of their kind, one beside the other.
func (c *check) places() {
	for _, i := range slices.Sorted(maps.Keys(c.At)) {
		if i < 0 || i >= c.object.defined {
			differs("the linker names a symbol that the object has not: %d", i)
		}
		s, at := &c.object.symbols[i], c.At[i]
		if s.size == 0 {
			continue
		}
		want := elf.PF_R
		switch {
		case s.kind == kindText:
			want |= elf.PF_X
			c.text = append(c.text, i)
		case s.kind == kindRODATA:
		case s.kind == kindNoPtrData || s.kind == kindData || s.kind == kindBSS || s.kind == kindNoPtrBSS:
			want |= elf.PF_W
		default:
			differs("%s is of kind %d", s.name, s.kind)
		}
		if got, ok := c.within(at); !ok || got != want {
			differs("%s lies in memory of the kind %v, expected %v", s.name, got, want)
		}
		c.all = append(c.all, i)
		other, is := c.own[at]
		if is && s.kind != kindRODATA { // data of the same content may be one
			differs("%s and %s lie at %#x", s.name, c.object.symbols[other].name, at)
		}
		if !is || s.size > c.object.symbols[other].size {
			c.own[at] = i
		}
	}
	c.order = slices.Collect(maps.Values(c.own))
	byPlace := func(a, b int) int { return int(c.At[a]) - int(c.At[b]) }
	slices.SortFunc(c.order, byPlace)
	slices.SortFunc(c.text, byPlace)
	var end uint64
	for _, i := range c.order {
		s := &c.object.symbols[i]
		if c.At[i] < end {
			differs("%s at %#x overlaps what lies before it", s.name, c.At[i])
		}
		end = c.At[i] + uint64(s.size)
	}
}

// padding is what stands between functions.
const padding = 0xcc

// note is how the linker's note of the release begins. Two words hold its place, and that of the description. Nothing of the module reads
// the three.
const note = "\xff Go buildinf:"

// rest checks that what nothing accounts for is the linker's note, or padding.
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
				differs("the byte %#x at %#x belongs to nothing", b, s.low+uint64(i))
			}
		}
	}
}
