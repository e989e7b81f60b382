package verify

import "bytes"

// Words of the runtime's description of a module, each of 8 bytes. A slice takes three words.
const (
	wordHeader, wordNames, wordUnits, wordFiles, wordTables, wordFunctions, wordFtab = 0, 1, 4, 7, 10, 13, 16
	wordFind, wordMinPC, wordMaxPC, wordText, wordTextEnd                            = 19, 20, 21, 22, 23
	wordNoPtrData, wordData, wordBSS, wordNoPtrBSS, wordCounters                     = 24, 26, 28, 30, 32
	wordEnd, wordMaskData, wordMaskBSS, wordTypes                                    = 34, 35, 36, 37
)

// Sizes and constants of tables (internal/abi, runtime).
const (
	functionSize  = 44
	inlinedTable  = 2 // the pc table of inlined calls
	inlinedTree   = 3 // the function data with the tree of inlined calls
	inlinedSize   = 16
	bucketBytes   = 4096
	subBuckets    = 16
	headerMagic   = 0xfffffff1
	missing       = 1<<32 - 1
	sourcePrefix  = "gofile.."
	rootPrefix    = "$GOROOT/"
	functionInfo  = 16 // bytes before the files of a function
	inlinedRecord = 24
)

// word is a word of the description.
func (c *check) word(i int) uint64 { return u64(c.bytes(c.Data+uint64(8*i), 8)) }

// slice returns the address and the length of a slice in the description.
func (c *check) slice(i int) (at uint64, n int) {
	if c.word(i+1) != c.word(i+2) || c.word(i+1) > 1<<30 {
		differs("the slice in word %d of the description has the length %d and the capacity %d", i, c.word(i+1), c.word(i+2))
	}
	return c.word(i), int(c.word(i + 1))
}

// cstring checks a zero-terminated text of a table.
func (c *check) cstring(table int, at uint32, want string) {
	from, n := c.slice(table)
	if int(at)+len(want)+1 > n || string(c.bytes(from+uint64(at), len(want)+1)) != want+"\x00" {
		differs("text %d of the table in word %d is not %q", at, table, want)
	}
}

// functions compares the function tables with the object.
func (c *check) functions() {
	at, n := c.slice(wordFtab)
	if n != len(c.text)+1 || len(c.text) == 0 {
		differs("the table of functions has %d entries, want %d", n, len(c.text)+1)
	}
	for k, i := range c.text {
		entry := uint32(c.At[i] - c.base.text)
		row := c.bytes(at+uint64(8*k), 8)
		if u32(row) != entry {
			differs("entry %d of the table of functions is %#x, want %#x (%s)", k, u32(row), entry, c.object.symbols[i].name)
		}
		if c.object.symbols[i].name == nothing {
			c.nothing(entry, u32(row[4:]))
			continue
		}
		c.function(i, entry, u32(row[4:]))
	}
	last := c.text[len(c.text)-1]
	end := c.At[last] + uint64(c.object.symbols[last].size)
	if got := u32(c.bytes(at+uint64(8*len(c.text)), 4)); got != uint32(end-c.base.text) {
		differs("the table of functions ends with %#x, want %#x", got, end-c.base.text)
	}
	c.find(c.At[c.text[0]], end)
	units, n := c.slice(wordUnits)
	files, size := c.slice(wordFiles)
	for i := range n { // other entries are files that no function uses, or that have another number
		at := units + uint64(4*i)
		if c.accounted(at) {
			continue
		}
		if to := u32(c.bytes(at, 4)); to != missing && (int(to) >= size || to > 0 && c.bytes(files+uint64(to)-1, 1)[0] != 0) {
			differs("file %d of the table has the invalid offset %#x", i, to)
		}
	}
}

// function compares the table entries of a function.
func (c *check) function(i int, entry, at uint32) {
	s := &c.object.symbols[i]
	table, n := c.slice(wordFunctions)
	if int(at)+functionSize > n {
		differs("%s: its entry is after the end of the table", s.name)
	}
	f := c.bytes(table+uint64(at), functionSize)
	info := c.info(s)
	c.cstring(wordNames, u32(f[4:]), s.name)
	inlined := u32(info[functionInfo+4+4*u32(info[functionInfo:]):])
	byPC, data := s.auxiliary(auxPcdata), s.auxiliary(auxFuncdata)
	pcdata, funcdata := len(byPC), len(data)
	if inlined > 0 {
		pcdata, funcdata = max(pcdata, inlinedTable+1), max(funcdata, inlinedTree+1)
	}
	want := map[string][2]uint32{
		"entry": {u32(f), entry}, "arguments": {u32(f[8:]), u32(info)}, "deferred return": {u32(f[12:]), c.deferred(s)},
		"tables by pc": {u32(f[28:]), uint32(pcdata)}, "first line": {u32(f[36:]), u32(info[12:])},
		"kind": {uint32(f[40]), uint32(info[8])}, "flags": {uint32(f[41]), uint32(info[9])}, "padding": {uint32(f[42]), 0}, "data": {uint32(f[43]), uint32(funcdata)},
	}
	for name, v := range want {
		if v[0] != v[1] {
			differs("%s: its %s is %#x, want %#x", s.name, name, v[0], v[1])
		}
	}
	for k, kind := range []uint8{auxPcsp, auxPcfile, auxPcline} {
		c.byPC(s, u32(f[16+4*k:]), s.auxiliary(kind))
	}
	c.files(s, info, u32(f[32:]))
	rest := c.bytes(table+uint64(at)+functionSize, 4*(pcdata+funcdata))
	for j := range pcdata {
		var want []reference
		if j < len(byPC) {
			want = byPC[j : j+1]
		}
		if j == inlinedTable && inlined > 0 {
			want = s.auxiliary(auxPcinline)
		}
		c.byPC(s, u32(rest[4*j:]), want)
	}
	for j := range funcdata {
		var of reference
		if j < len(data) {
			of = data[j]
		}
		at := u32(rest[4*(pcdata+j):])
		switch {
		case j == inlinedTree && inlined > 0:
			c.inlined(s, info, at, int(inlined))
		case of == reference{}:
			if at != missing {
				differs("%s: function data %d are at %#x, want none", s.name, j, at)
			}
		default:
			c.funcdata(s, j, of, at)
		}
	}
}

// info returns the compiler's description of a function.
func (c *check) info(s *symbol) []byte {
	all := s.auxiliary(auxFuncInfo)
	if len(all) != 1 {
		differs("%s has %d descriptions in the object, want 1", s.name, len(all))
	}
	i, _ := c.object.number(all[0])
	return c.object.symbols[i].data
}

// deferred returns where a function continues after a recovered panic: the call of runtime.deferreturn.
func (c *check) deferred(s *symbol) uint32 {
	for _, r := range s.relocations {
		if r.kind != relocCall {
			continue
		}
		if _, here := c.object.number(r.target); !here {
			if pkg, _ := c.object.other(r.target); pkg == "builtin" {
				if e, _, ok := c.Symbols.numbered(pkg, r.target.number); ok && e.name == "runtime.deferreturn" {
					return uint32(r.at - 1)
				}
			}
		}
	}
	return 0
}

// byPC compares a pc table.
func (c *check) byPC(s *symbol, at uint32, of []reference) {
	var want []byte
	if len(of) == 1 && of[0] != (reference{}) {
		i, here := c.object.number(of[0])
		if !here {
			differs("%s: a pc table differs from the object", s.name)
		}
		want = c.object.symbols[i].data
	}
	if len(want) == 0 {
		if at != 0 {
			differs("%s: a pc table is at %#x, want none", s.name, at)
		}
		return
	}
	table, n := c.slice(wordTables)
	if at == 0 || int(at)+len(want) > n || !bytes.Equal(c.bytes(table+uint64(at), len(want)), want) {
		differs("%s: the pc table at %#x differs from the object", s.name, at)
	}
}
