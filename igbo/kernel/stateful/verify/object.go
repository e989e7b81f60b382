package verify

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Blocks of an object file (cmd/internal/goobj).
const (
	blockPackages  = 1
	blockFiles     = 2
	blockDefined   = 3
	blockHashed64  = 4
	blockHashed    = 5
	blockNonPkg    = 6
	blockNonPkgRef = 7
	blockRelocs    = 14
	blockAux       = 15
	blockData      = 16
	blockRefNames  = 17
	blockEnd       = 18
	blocks         = 19
	mark           = "\x00go120ld"
)

// Package numbers with a special meaning in a reference.
const (
	none     = 1<<31 - 1 - iota // symbols without a package
	hashed64                    // symbols identified by their content
	hashed                      // the same, with a longer hash
	builtin                     // functions of the runtime
	self                        // the object's own symbols
)

// static is the ABI number of a symbol that is local to its file.
const static = 1<<16 - 1

// Kinds of symbols in an object.
const (
	kindText       = 1
	kindRODATA     = 3
	kindNoPtrData  = 5
	kindData       = 7
	kindBSS        = 9
	kindNoPtrBSS   = 10
	flagDupok      = 1
	flagTypelink   = 4
	flag2Itab      = 2
	auxType        = 0
	auxFuncInfo    = 1
	auxFuncdata    = 2
	auxPcsp        = 7
	auxPcfile      = 8
	auxPcline      = 9
	auxPcinline    = 10
	auxPcdata      = 11
	symbolSize     = 21
	relocationSize = 23
	auxSize        = 9
)

// object is an object file.
type object struct {
	b       []byte
	blocks  [blocks]int
	symbols []symbol // defined symbols, then references without a package
	defined int
	first   [hashed64 - self + 2]int // start of the symbols of each special package
	names   map[reference]string
}

type reference struct{ pkg, number uint32 }

type symbol struct {
	name        string
	abi         uint16
	kind        uint8
	flag, flag2 uint8
	size        uint32
	data        []byte
	relocations []relocation
	aux         []aux
}

type relocation struct {
	at, size int
	kind     uint16
	add      int64
	target   reference
}

type aux struct {
	kind   uint8
	symbol reference
}

func u32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
func u64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// text returns a string of the file. Its length and position are at an offset.
func (o *object) text(at int) string {
	n, from := int(u32(o.b[at:])), int(u32(o.b[at+4:]))
	return string(o.b[from : from+n])
}

// member returns the object in an archive of the compiler.
func member(b []byte) []byte {
	const magic, head, name, size, sizeEnd, code = "!<arch>\n", 60, 16, 48, 58, "_go_.o"
	for rest := bytes.TrimPrefix(b, []byte(magic)); len(rest) > head; {
		n, err := strconv.Atoi(strings.TrimSpace(string(rest[size:sizeEnd])))
		if err != nil || n < 0 || head+n > len(rest) {
			break
		}
		if strings.TrimRight(string(rest[:name]), " /") == code {
			_, object, _ := bytes.Cut(rest[head:head+n], []byte("\n!\n"))
			return object
		}
		rest = rest[min(len(rest), head+n+n%2):]
	}
	return nil
}

// parse reads the compiler's file. It panics if the file is truncated.
func parse(archive []byte) (*object, error) {
	b := member(archive)
	if len(b) < len(mark)+12+4*blocks || string(b[:len(mark)]) != mark {
		return nil, errors.New("not an object file of this Go release")
	}
	o := &object{b: b, names: map[reference]string{}}
	for i := range o.blocks {
		o.blocks[i] = int(u32(b[len(mark)+12+4*i:]))
	}
	count := func(block, size int) int { return (o.blocks[block+1] - o.blocks[block]) / size }
	n := [...]int{count(blockDefined, symbolSize), count(blockHashed64, symbolSize), count(blockHashed, symbolSize), count(blockNonPkg, symbolSize)}
	o.defined = n[0] + n[1] + n[2] + n[3]
	o.first = [...]int{none - self: 0, none - hashed64: n[0], none - hashed: n[0] + n[1], 0: n[0] + n[1] + n[2]}
	o.symbols = make([]symbol, o.defined+count(blockNonPkgRef, symbolSize))
	for i := range o.symbols {
		at := o.blocks[blockDefined] + i*symbolSize
		o.symbols[i] = symbol{name: o.text(at), abi: binary.LittleEndian.Uint16(b[at+8:]), kind: plainKind(b[at+10]), flag: b[at+11], flag2: b[at+12], size: u32(b[at+13:])}
		if i < o.defined {
			o.parts(&o.symbols[i], i)
		}
	}
	for at := o.blocks[blockRefNames]; at < o.blocks[blockEnd]; at += 16 {
		o.names[reference{u32(b[at:]), u32(b[at+4:])}] = o.text(at + 8)
	}
	return o, nil
}

// plainKind returns the kind of a symbol without its FIPS 140 variant. Text and data of generic functions of such packages have the variant
// kinds. A program checks these symbols at its start, but a module does not.
func plainKind(kind uint8) uint8 {
	if kind > kindText && kind <= kindData+1 && kind%2 == 0 {
		return kind - 1
	}
	return kind
}

// parts reads relocations, auxiliary symbols and data of a symbol.
func (o *object) parts(s *symbol, i int) {
	within := func(block int) (from, to int) {
		at := o.blocks[block] + 4*i
		return int(u32(o.b[at:])), int(u32(o.b[at+4:]))
	}
	const blockRelocIndex, blockAuxIndex, blockDataIndex = 11, 12, 13
	for j, end := within(blockRelocIndex); j < end; j++ {
		r := o.b[o.blocks[blockRelocs]+j*relocationSize:]
		s.relocations = append(s.relocations, relocation{at: int(int32(u32(r))), size: int(r[4]), kind: binary.LittleEndian.Uint16(r[5:]), add: int64(u64(r[7:])), target: reference{u32(r[15:]), u32(r[19:])}})
	}
	for j, end := within(blockAuxIndex); j < end; j++ {
		a := o.b[o.blocks[blockAux]+j*auxSize:]
		s.aux = append(s.aux, aux{a[0], reference{u32(a[1:]), u32(a[5:])}})
	}
	from, to := within(blockDataIndex)
	s.data = o.b[o.blocks[blockData]+from : o.blocks[blockData]+to]
}

// number returns the number of a symbol in the object, and false for a symbol of another package.
func (o *object) number(r reference) (int, bool) {
	if r.pkg < self || r.pkg == builtin || r.pkg > none {
		return 0, false
	}
	return o.first[none-r.pkg] + int(r.number), true
}

// other returns the package and the name of a symbol of another package. Names that the object lacks are empty.
func (o *object) other(r reference) (pkg, name string) {
	if r.pkg == builtin {
		return "builtin", ""
	}
	return o.text(o.blocks[blockPackages] + 8*int(r.pkg)), o.names[r]
}

// file returns a source file by its number.
func (o *object) file(i uint32) string { return o.text(o.blocks[blockFiles] + 8*int(i)) }

// auxiliary returns the auxiliary symbols of a kind. A missing one is zero.
func (s *symbol) auxiliary(kind uint8) (all []reference) {
	for _, a := range s.aux {
		if a.kind == kind {
			all = append(all, a.symbol)
		}
	}
	return all
}

func (r relocation) String() string { return fmt.Sprintf("relocation at %d", r.at) }

// hashedText reports whether two functions have one name and are identified by their content, so they are one function.
func (o *object) hashedText(i, j int) bool {
	from, to := o.first[none-hashed], o.first[0]
	return i >= from && i < to && j >= from && j < to && o.symbols[i].kind == o.symbols[j].kind && o.symbols[i].name == o.symbols[j].name
}

// oneValue reports whether two symbols are values of functions with one name. Since go1.27 the compiler makes several values of a function
// literal that captures no variable and was inlined in several places. Their code may differ but is equivalent, and the linker uses the
// first value for all.
func (o *object) oneValue(i, j int) bool {
	a, b := &o.symbols[i], &o.symbols[j]
	return i >= o.first[0] && j >= o.first[0] && a.kind == kindRODATA && b.kind == kindRODATA && a.name == b.name && a.abi == b.abi && a.flag&b.flag&flagDupok != 0 && strings.HasSuffix(a.name, "·f")
}
