package verify

import (
	"bytes"
	"strings"
)

// files compares the file names of a function.
func (c *check) files(s *symbol, info []byte, unit uint32) {
	at, n := c.slice(wordUnits)
	one := func(number uint32) {
		if int(unit)+int(number) >= n {
			differs("%s: file %d is not in the table", s.name, number)
		}
		c.cstring(wordFiles, u32(c.bytes(at+4*uint64(unit+number), 4)), c.source(number))
	}
	used := int(u32(info[functionInfo:]))
	for k := range used {
		one(u32(info[functionInfo+4+4*k:]))
	}
	tree := info[functionInfo+4+4*used:]
	for k := range int(u32(tree)) {
		one(u32(tree[4+inlinedRecord*k+4:]))
	}
}

// source returns the name of a file as the linker writes it without GOROOT in its environment.
func (c *check) source(number uint32) string {
	return strings.TrimPrefix(c.object.file(number), sourcePrefix)
}

// inlined compares the tree of calls that are inlined into a function.
func (c *check) inlined(s *symbol, info []byte, at uint32, n int) {
	got := c.bytes(c.word(c.words.funcdata)+uint64(at), inlinedSize*n)
	tree := info[functionInfo+4+4*u32(info[functionInfo:])+4:]
	for k := range n {
		row, call := got[inlinedSize*k:], tree[inlinedRecord*k:]
		name, kind, line := c.callee(reference{u32(call[12:]), u32(call[16:])})
		c.cstring(wordNames, u32(row[4:]), name)
		if row[0] != kind || row[1]|row[2]|row[3] != 0 || u32(row[8:]) != u32(call[20:]) || u32(row[12:]) != line {
			differs("%s: inlined call %d, of %s, differs from the object", s.name, k, name)
		}
	}
}

// callee returns the name, kind and line of an inlined function.
func (c *check) callee(r reference) (name string, kind uint8, line uint32) {
	i, here := c.object.number(r)
	if !here {
		pkg, name := c.object.other(r)
		e, reported, ok := c.Symbols.numbered(pkg, r.number)
		if !ok || name != "" && name != e.name {
			return name, 0, 0
		}
		return e.name, reported.kind, uint32(reported.size)
	}
	s := &c.object.symbols[i]
	if infos := s.auxiliary(auxFuncInfo); len(infos) == 1 {
		info := c.info(s)
		return s.name, info[8], u32(info[12:])
	}
	return s.name, 0, 0
}

// funcdata compares data of a function.
func (c *check) funcdata(s *symbol, number int, of reference, at uint32) {
	i, here := c.object.number(of)
	if !here || i >= c.object.defined {
		differs("%s: function data %d differ from the object", s.name, number)
	}
	d := &c.object.symbols[i]
	want := make([]byte, d.size)
	copy(want, d.data)
	for _, r := range d.relocations {
		c.relocate(d, r, 0, want)
	}
	if !bytes.Equal(c.bytes(c.word(c.words.funcdata)+uint64(at), len(want)), want) {
		differs("%s: function data %d at %#x differ from the object", s.name, number, at)
	}
}

// find compares the table that maps addresses to functions.
func (c *check) find(low, high uint64) {
	at, k, end := c.word(wordFind), 0, uint64(0)
	for i := uint64(0); low+i*bucketBytes < high; i++ {
		first := -1
		for j := range uint64(subBuckets) {
			pc := low + i*bucketBytes + j*bucketBytes/subBuckets
			if pc >= high {
				break
			}
			for k+1 < len(c.text) && c.At[c.text[k+1]] <= pc {
				k++
			}
			row := at + i*(4+subBuckets)
			if first < 0 {
				if first = k; int(u32(c.bytes(row, 4))) != first {
					differs("the functions at %#x begin with number %d, want %d", pc, u32(c.bytes(row, 4)), first)
				}
			}
			if got := first + int(c.bytes(row+4+j, 1)[0]); got != k {
				differs("the function at %#x is number %d, want %d", pc, got, k)
			}
			end = row + 4 + j + 1
		}
	}
	if c.word(c.words.tablesEnd) != end {
		differs("the tables of functions end at %#x, want %#x", c.word(c.words.tablesEnd), end)
	}
}
