package verify

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"
)

// links compares the module's lists of types and of method tables with the object.
func (c *check) links() (found Links) {
	types, tables := map[uint64]bool{}, map[uint64]bool{}
	for _, i := range c.order {
		s := &c.object.symbols[i]
		if s.flag&flagTypelink != 0 {
			types[c.At[i]-c.base.types] = true
		}
		if s.flag2&flag2Itab != 0 {
			tables[c.At[i]] = true
		}
	}
	for _, offset := range slices.Sorted(maps.Keys(types)) {
		found.Types = append(found.Types, c.base.types+offset)
	}
	found.Tables = slices.Sorted(maps.Keys(tables))
	if c.words.typelinks == 0 { // types have a separate section, which is not in a module's description
		for _, word := range []int{c.words.typesLength, c.words.itabs, c.words.itabsLength} {
			if got := c.word(word); got != 0 {
				differs("word %d of the description is %#x, want 0", word, got)
			}
		}
		return found
	}
	at, n := c.slice(c.words.typelinks)
	for i := range n {
		offset := uint64(u32(c.bytes(at+uint64(4*i), 4)))
		if !types[offset] {
			differs("entry %d of the list of types, %#x, is not a type of the object", i, offset)
		}
		delete(types, offset)
	}
	at, n = c.slice(c.words.itablinks)
	for i := range n {
		table := u64(c.bytes(at+uint64(8*i), 8))
		if !tables[table] {
			differs("entry %d of the list of method tables, %#x, is not in the object", i, table)
		}
		delete(tables, table)
	}
	if len(types)+len(tables) > 0 {
		differs("the lists lack %d types and %d method tables", len(types), len(tables))
	}
	return found
}

// lastType returns the end of the module's types and method tables, or 0 if it has none.
func (c *check) lastType() (end uint64) {
	for _, i := range c.order {
		if s := &c.object.symbols[i]; s.flag2&flag2Itab != 0 || s.kind == kindRODATA && strings.HasPrefix(s.name, "type:") {
			end = max(end, c.At[i]+uint64(s.size))
		}
	}
	return end
}

// alignment is the maximum gap between parts.
const alignment = 32

// description compares the runtime's description of the module with the module.
func (c *check) description() {
	size, ok := c.Symbols.Process.find("runtime.firstmoduledata", 0)
	if !ok || size.size < 8*uint64(c.words.last) {
		differs("the process has no module description")
	}
	c.header()
	first, last := c.text[0], c.text[len(c.text)-1]
	end := c.At[last] + uint64(c.object.symbols[last].size)
	for word, want := range map[int]uint64{
		wordMinPC: c.At[first], wordMaxPC: end, wordText: c.base.text, wordTypes: c.base.types, c.words.rodata: c.base.rodata,
	} {
		if got := c.word(word); got != want {
			differs("word %d of the description is %#x, want %#x", word, got, want)
		}
	}
	from, to := c.word(c.words.typesEnd), c.word(wordHeader)
	near := uint64(alignment)
	if c.words.typelinks == 0 {
		from, to, near = cmp.Or(c.lastType(), from), from, 1
	}
	if from > to || to-from >= near {
		differs("the types end at %#x, want %#x", from, to)
	}
	c.sections()
	at, n := c.slice(c.words.init)
	for i := range n {
		task := u64(c.bytes(at+uint64(8*i), 8))
		if k, is := c.own[task]; !is || c.object.symbols[k].name != prefix(cmp.Or(c.Package, "main"))+"..inittask" {
			differs("the initialisation task at %#x is not in the object", task)
		}
	}
	at, n = c.slice(c.words.sections)
	if n != 1 {
		differs("the text has %d sections, want 1", n)
	}
	if b := c.bytes(at, 24); u64(b) != 0 || c.word(wordTextEnd)-end >= alignment || u64(b[8:]) != c.word(wordTextEnd)+1-c.word(wordMinPC) || u64(b[16:]) != c.word(wordMinPC) {
		differs("the entry %x of the text section does not match the addresses %#x to %#x", b, c.word(wordMinPC), end)
	}
	for i := c.words.ptab; i < int(size.size)/8; i++ { // fields for plugins and shared libraries, and fields that the runtime fills in
		if i >= c.words.init && i < c.words.init+3 {
			continue
		}
		if c.word(i) != 0 {
			differs("word %d of the description is %#x, want 0", i, c.word(i))
		}
	}
}

// header compares the header of the function tables.
func (c *check) header() {
	at := c.word(wordHeader)
	h := c.bytes(at, 72)
	files, size := c.slice(wordFiles)
	functions, _ := c.slice(wordFunctions)
	ftab, _ := c.slice(wordFtab)
	if n := len(bytes.FieldsFunc(c.bytes(files, size), func(r rune) bool { return r == 0 })); u64(h[16:]) != uint64(n) {
		differs("the tables of functions have %d files, want %d", u64(h[16:]), n)
	}
	if u32(h) != headerMagic || h[4]|h[5] != 0 || h[6] != 1 || h[7] != 8 || u64(h[8:]) != uint64(len(c.text)) || u64(h[24:]) != 0 || ftab != functions {
		differs("the tables of functions have the wrong header %x", h[:32])
	}
	for i, word := range []int{wordNames, wordUnits, wordFiles, wordTables, wordFunctions} {
		want, _ := c.slice(word)
		if got := at + u64(h[32+8*i:]); got != want {
			differs("table %d of functions is at %#x, want %#x", i, got, want)
		}
	}
}

// sections compares the addresses of the sections.
func (c *check) sections() {
	c.section(wordNoPtrData, kindNoPtrData)
	c.section(wordData, kindData)
	c.section(wordBSS, kindBSS)
	c.section(wordNoPtrBSS, kindNoPtrBSS)
	if c.word(wordCounters) != c.word(wordCounters+1) {
		differs("the module has coverage counters (unsupported)")
	}
	size, _ := c.Symbols.Process.find("runtime.firstmoduledata", 0)
	previous := c.Data + size.size
	for _, word := range []int{wordNoPtrData, wordNoPtrData + 1, wordData, wordData + 1, wordBSS, wordBSS + 1, wordNoPtrBSS, wordNoPtrBSS + 1, wordCounters, wordEnd} {
		if word%2 == 0 && c.word(word)-previous >= alignment || c.word(word) < previous {
			differs("word %d of the description is %#x, want at most %#x", word, c.word(word), previous)
		}
		previous = c.word(word)
	}
	if !slices.ContainsFunc(c.parts, func(s *segment) bool { return s.high == previous }) {
		differs("the module ends at %#x, which is not the end of a segment", previous)
	}
	c.program(wordMaskData, wordData)
	c.program(wordMaskBSS, wordBSS)
}

// program checks that a pointer mask program has the right length for a section. The process compares the mask with the types.
func (c *check) program(word, section int) {
	at, space, bits := c.word(word), (c.word(section+1)-c.word(section))/8, uint64(0)
	number := func() (n uint64) {
		for shift := 0; ; shift += 7 {
			b := c.bytes(at, 1)[0]
			at++
			if n |= uint64(b&0x7f) << shift; b&0x80 == 0 || shift > 21 {
				return n
			}
		}
	}
	for bits <= space {
		b := c.bytes(at, 1)[0]
		at++
		switch n := uint64(b & 0x7f); {
		case b == 0:
			return
		case b&0x80 == 0: // bits that follow
			c.bytes(at, int(n+7)/8)
			at += (n + 7) / 8
			bits += n
		default: // repeat so many previous bits
			if n == 0 {
				n = number()
			}
			if n > bits {
				differs("a pointer mask repeats %d bits, but has only %d so far", n, bits)
			}
			bits += n * number()
		}
	}
	differs("a pointer mask has %d bits, but its section has only %d words", bits, space)
}

// section checks that variables of a kind are in their section, and that the section has no others.
func (c *check) section(word int, kind uint8) {
	low, high := c.word(word), c.word(word+1)
	first, last := uint64(0), uint64(0)
	for _, i := range c.order {
		s, at := &c.object.symbols[i], c.At[i]
		in := at >= low && at+uint64(s.size) <= high
		if in != (s.kind == kind) {
			where := "outside of"
			if in {
				where = "in"
			}
			differs("%s at %#x has kind %d, but is %s the section %#x to %#x of kind %d", s.name, at, s.kind, where, low, high, kind)
		}
		if in {
			first, last = min(first-1, at-1)+1, max(last, at+uint64(s.size))
		}
	}
	if kind != kindNoPtrData && (first != low && first != 0 || high != max(last, low)) { // the linker's own data are there too
		differs("the section of kind %d is %#x to %#x, want %#x to %#x", kind, low, high, first, last)
	}
}
