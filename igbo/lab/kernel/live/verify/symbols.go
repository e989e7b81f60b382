package verify

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// Kinds of relocations (cmd/internal/objabi).
const (
	relocAddr       = 1
	relocAddrOff    = 5
	relocCall       = 7
	relocPCRel      = 14
	relocTLS        = 15
	relocMethodOff  = 26
	relocWeak       = 1 << 15
	threadLocal     = -8 // where Go keeps the goroutine, from the thread's base
	typeHead        = 24 // bytes of a type that hold no address: size, pointers, hash, flags, alignment, kind
	linkerTextFirst = 1
	linkerTextEnd   = 7
	linkerReadOnly  = 31
	linkerWritable  = 58
)

// class is the kind of memory of a symbol of the linker's.
func class(kind uint8) string {
	switch {
	case kind >= linkerTextFirst && kind <= linkerTextEnd:
		return "text"
	case kind <= linkerReadOnly:
		return "read-only data"
	case kind <= linkerWritable:
		return "data"
	}
	return "nothing"
}

// classOf is the same of an object's symbol.
func classOf(kind uint8) string {
	switch kind {
	case kindText, kindFIPS:
		return "text"
	case kindRODATA, kindRODATA + 1:
		return "read-only data"
	}
	return "data"
}

// contents compares a symbol of the module with the object's.
func (c *check) contents(i int) {
	s := &c.object.symbols[i]
	if len(s.data) > int(s.size) {
		differs("%s has %d bytes, and its data %d", s.name, s.size, len(s.data))
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
		differs("byte %d of %s is %#x, expected %#x", at, s.name, got[at], want[at])
	}
	if s.abi != static && shared(s.name) && (strings.HasPrefix(s.name, "type:") || strings.HasPrefix(s.name, "go:itab.")) {
		if e, ok := c.Symbols.find(s.name, int(s.abi)); ok && e.address != c.At[i] {
			differs("%s is there already, at %#x", s.name, e.address)
		}
	}
}

// relocate resolves a relocation of a symbol that lies at an address.
func (c *check) relocate(s *symbol, r relocation, at uint64, data []byte) {
	if r.size == 0 {
		return
	}
	kind := r.kind &^ relocWeak
	var value uint64
	if kind != relocTLS {
		to, class := c.address(r.target)
		if kind == relocCall && class != "text" {
			differs("%s: the %v is a call of %s", s.name, r, class)
		}
		value = to + uint64(r.add)
		switch kind {
		case relocAddr:
		case relocAddrOff, relocMethodOff:
			if value -= c.base.types; class == "text" {
				value += c.base.types - c.base.text
			}
		case relocCall, relocPCRel:
			value -= at + uint64(r.at) + uint64(r.size)
		default:
			differs("%s: the %v is of kind %d, which is not known", s.name, r, r.kind)
		}
	} else {
		value = uint64(r.add + threadLocal)
	}
	switch field := data[r.at:]; r.size {
	case 4:
		if int64(value) != int64(int32(value)) && value>>32 != 0 {
			differs("%s: the %v does not fit: %#x", s.name, r, value)
		}
		binary.LittleEndian.PutUint32(field, uint32(value))
	case 8:
		binary.LittleEndian.PutUint64(field, value)
	default:
		differs("%s: the %v has %d bytes", s.name, r, r.size)
	}
}

// address is where a reference has to lead, and to what kind of memory.
func (c *check) address(r reference) (at uint64, kind string) {
	i, here := c.object.number(r)
	if !here {
		pkg, name := c.object.other(r)
		e, _, ok := c.Symbols.numbered(pkg, r.number)
		if !ok || name != "" && e.name != name {
			differs("number %d of %s is %q in the process, expected %q", r.number, pkg, e.name, name)
		}
		return e.address, class(e.kind)
	}
	s := &c.object.symbols[i]
	if at, is := c.At[i]; is {
		return at, classOf(s.kind)
	}
	if s.abi == static || !shared(s.name) {
		differs("%s is the cell's own, and not in the module", s.name)
	}
	e, ok := c.Symbols.find(s.name, int(s.abi))
	if !ok {
		return c.table(s), "read-only data"
	}
	if i < c.object.defined {
		c.same(s, e)
	}
	return e.address, class(e.kind)
}

// table is the table of methods that the process has made for a symbol.
func (c *check) table(s *symbol) uint64 {
	if s.flag2&flag2Itab == 0 || len(s.relocations) < 2 {
		differs("nobody has %s", s.name)
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
		differs("nobody has %s", s.name)
	}
	return at
}

// same compares a symbol that the object defines with the one of the process that stands in its place.
func (c *check) same(s *symbol, e entry) {
	if got, want := class(e.kind), classOf(s.kind); got != want {
		differs("%s is %s, expected %s", s.name, got, want)
	}
	if e.size != uint64(s.size) && s.kind != kindText {
		differs("%s has %d bytes, expected %d", s.name, e.size, s.size)
	}
	if strings.HasPrefix(s.name, "type:") && len(s.data) >= typeHead && !strings.HasPrefix(s.name, "type:.") {
		got, err := c.Memory(e.address, typeHead)
		if err != nil || !bytes.Equal(got, s.data[:typeHead]) {
			differs("%s at %#x is another type: %x, expected %x (%v)", s.name, e.address, got, s.data[:typeHead], err)
		}
	}
	for _, t := range s.auxiliary(auxType) {
		if got, is := c.Types[s.name]; is {
			if want, _ := c.address(t); got != want {
				differs("the type of %s lies at %#x, expected %#x", s.name, got, want)
			}
		}
	}
}
