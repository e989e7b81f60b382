package verify

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// Kinds of relocations (cmd/internal/objabi).
const (
	relocAddr      = 1
	relocAddrOff   = 5
	relocCall      = 7
	relocPCRel     = 14
	relocTLS       = 15
	relocMethodOff = 26
	relocWeak      = 1 << 15
	threadLocal    = -8 // offset of the goroutine in thread-local storage
	typeHead       = 24 // bytes of a type before its first address: size, pointers, hash, flags, alignment, kind
)

// class returns the kind of memory of a symbol of the linker.
func (c *check) class(kind uint8) string {
	kinds := c.Symbols.Process.kinds
	switch {
	case kind > 0 && kind <= uint8(kinds):
		return "text"
	case kind <= uint8(kinds>>8):
		return "read-only data"
	case kind <= uint8(kinds>>16):
		return "data"
	}
	return "nothing"
}

// classOf returns the kind of memory of a symbol of the object.
func classOf(kind uint8) string {
	switch kind {
	case kindText:
		return "text"
	case kindRODATA:
		return "read-only data"
	}
	return "data"
}

// contents compares a symbol of the module with the object.
func (c *check) contents(i int) {
	s := &c.object.symbols[i]
	if len(s.data) > int(s.size) {
		differs("%s has %d bytes, but its data have %d", s.name, s.size, len(s.data))
	}
	want := make([]byte, s.size)
	copy(want, s.data)
	for _, r := range s.relocations {
		c.relocate(s, r, c.At[i], want)
	}
	if got := c.bytes(c.At[i], int(s.size)); !bytes.Equal(got, want) {
		at := 0
		for got[at] == want[at] {
			at++
		}
		differs("byte %d of %s is %#x, want %#x", at, s.name, got[at], want[at])
	}
	if s.abi != static && shared(s.name) && (strings.HasPrefix(s.name, "type:") || strings.HasPrefix(s.name, "go:itab.")) {
		if e, ok := c.Symbols.find(s.name, int(s.abi)); ok && e.address != c.At[i] {
			differs("%s already exists, at %#x", s.name, e.address)
		}
	}
}

// relocate resolves a relocation of a symbol at an address.
func (c *check) relocate(s *symbol, r relocation, at uint64, data []byte) {
	if r.size == 0 {
		return
	}
	kind := r.kind &^ relocWeak
	var value uint64
	if kind != relocTLS {
		to, class := c.address(r.target)
		if kind == relocCall && class != "text" {
			differs("%s: the %v calls a symbol of class %q, which is not a function", s.name, r, class)
		}
		value = to + uint64(r.add)
		switch kind {
		case relocAddr:
		case relocAddrOff, relocMethodOff:
			switch {
			case class == "text":
				value -= c.base.text
			case c.ofTypes(r.target):
				value -= c.base.types
			default: // the pointer mask of a stack
				value -= c.base.rodata
			}
		case relocCall, relocPCRel:
			value -= at + uint64(r.at) + uint64(r.size)
		default:
			differs("%s: the %v has the unknown kind %d", s.name, r, r.kind)
		}
	} else {
		value = uint64(r.add + threadLocal)
	}
	switch field := data[r.at:]; r.size {
	case 4:
		if int64(value) != int64(int32(value)) && value>>32 != 0 {
			differs("%s: the %v has the value %#x, which does not fit into 4 bytes", s.name, r, value)
		}
		binary.LittleEndian.PutUint32(field, uint32(value))
	case 8:
		binary.LittleEndian.PutUint64(field, value)
	default:
		differs("%s: the %v has %d bytes, want 4 or 8", s.name, r, r.size)
	}
}

// ofTypes reports whether a reference leads to a type, or to another package, to which only types refer.
func (c *check) ofTypes(r reference) bool {
	i, here := c.object.number(r)
	return !here || strings.HasPrefix(c.object.symbols[i].name, "type:")
}

// address returns the address to which a reference must lead, and the kind of its memory.
func (c *check) address(r reference) (at uint64, kind string) {
	i, here := c.object.number(r)
	if !here {
		pkg, name := c.object.other(r)
		e, _, ok := c.Symbols.numbered(pkg, r.number)
		if !ok || name != "" && e.name != name {
			differs("number %d of %s is %q in the process, want %q", r.number, pkg, e.name, name)
		}
		return e.address, c.class(e.kind)
	}
	s := &c.object.symbols[i]
	if at, is := c.At[i]; is {
		return at, classOf(s.kind)
	}
	if s.abi == static || !shared(s.name) {
		differs("%s belongs to the cell, but is not in the module", s.name)
	}
	e, ok := c.Symbols.find(s.name, int(s.abi))
	if !ok {
		return c.table(s), "read-only data"
	}
	if i < c.object.defined {
		c.same(s, e)
	}
	return e.address, c.class(e.kind)
}

// table returns the address of the method table that the process has made for a symbol.
func (c *check) table(s *symbol) uint64 {
	if s.flag2&flag2Itab == 0 || len(s.relocations) < 2 {
		differs("symbol %s not found in any module", s.name)
	}
	var of [2]uint64
	for _, r := range s.relocations {
		if r.size == 8 && (r.at == 0 || r.at == 8) {
			at, _ := c.address(r.target)
			of[r.at/8] = at + uint64(r.add)
		}
	}
	at, ok := c.Tables[of]
	if !ok {
		differs("symbol %s not found in any module", s.name)
	}
	return at
}

// same compares a symbol that the object defines with the process's symbol that replaces it.
func (c *check) same(s *symbol, e entry) {
	if got, want := c.class(e.kind), classOf(s.kind); got != want {
		differs("%s is %s, want %s", s.name, got, want)
	}
	if e.size != uint64(s.size) && s.kind != kindText {
		differs("%s has %d bytes, want %d", s.name, e.size, s.size)
	}
	if strings.HasPrefix(s.name, "type:") && len(s.data) >= typeHead && !strings.HasPrefix(s.name, "type:.") {
		got, err := c.Memory(e.address, typeHead)
		if err != nil || !bytes.Equal(got, s.data[:typeHead]) {
			differs("%s at %#x is a different type: %x, want %x (%v)", s.name, e.address, got, s.data[:typeHead], err)
		}
	}
	for _, t := range s.auxiliary(auxType) {
		got, is := c.Types[s.name]
		if !is {
			continue
		}
		if want, _ := c.address(t); got != want && !c.moves(s.name, got, want) {
			differs("the type of %s is at %#x, want %#x", s.name, got, want)
		}
	}
}

// moves reports whether a variable may get a type with other methods. The layout must be the same.
func (c *check) moves(name string, from, to uint64) bool {
	return c.Moved != nil && c.layout(from) == c.layout(to) && c.Moved(name, to)
}

// layout returns a type's size, the size of its pointer part, its alignment and its kind.
func (c *check) layout(at uint64) [4]uint64 {
	head, err := c.Memory(at, typeHead)
	if err != nil { // the type is in this module
		head = c.bytes(at, typeHead)
	}
	return [4]uint64{u64(head), u64(head[8:]), uint64(head[21]), uint64(head[23])}
}
