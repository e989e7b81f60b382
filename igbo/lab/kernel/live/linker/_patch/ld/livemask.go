package ld

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"strings"

	"cmd/link/internal/loader"
	"internal/abi"
)

// Types that only the host has are read from the files that it has mapped, to make masks of the collector.

// liveImage is a file that the host has mapped.
type liveImage struct {
	low, high uint64
	path      string
	file      *elf.File
}

var liveImages []*liveImage

// liveMapped reads the list of the images.
func liveMapped() []*liveImage {
	if liveImages != nil {
		return liveImages
	}
	text, err := os.ReadFile(*flagLiveImages)
	if err != nil {
		Exitf("live: %v", err)
	}
	for line := range strings.Lines(string(text)) {
		m := &liveImage{}
		low, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		high, path, _ := strings.Cut(rest, " ")
		_, err := fmt.Sscan(low, &m.low)
		if err == nil {
			_, err = fmt.Sscan(high, &m.high)
		}
		if m.path = path; err == nil {
			liveImages = append(liveImages, m)
		}
	}
	return liveImages
}

// liveRead reads memory of the host.
func liveRead(addr uint64, n int) []byte {
	for _, m := range liveMapped() {
		if addr < m.low || addr >= m.high {
			continue
		}
		if m.file == nil {
			var err error
			if m.file, err = elf.Open(m.path); err != nil {
				Exitf("live: %v", err)
			}
		}
		for _, p := range m.file.Progs {
			if p.Type == elf.PT_LOAD && addr >= p.Vaddr && addr+uint64(n) <= p.Vaddr+p.Filesz {
				b := make([]byte, n)
				if _, err := p.ReadAt(b, int64(addr-p.Vaddr)); err != nil {
					Exitf("live: %v", err)
				}
				return b
			}
		}
	}
	Exitf("live: the host has nothing at %#x", addr)
	return nil
}

func liveWord(addr uint64) uint64 { return binary.LittleEndian.Uint64(liveRead(addr, 8)) }

// liveAddType is AddType for a type in the host's memory.
func (p *GCProg) liveAddType(off int64, typ uint64) {
	const word = 8
	arch := p.ctxt.Arch
	data := liveRead(typ, commonsize(arch))
	pointers := decodetypePtrdata(arch, data)
	if pointers == 0 {
		return
	}
	if !decodetypeGCMaskOnDemand(arch, data) {
		mask := liveRead(binary.LittleEndian.Uint64(data[4*word:]), int((pointers/word+7)/8))
		for i := range pointers / word {
			if mask[i/8]>>uint(i%8)&1 != 0 {
				p.w.Ptr(off/word + i)
			}
		}
		return
	}
	at := typ + uint64(commonsize(arch))
	switch decodetypeKind(arch, data) {
	case abi.Array: // element, slice, length
		element, n := liveWord(at), int64(liveWord(at+2*word))
		size := int64(liveWord(element))
		for i := range n {
			p.liveAddType(off+i*size, element)
		}
	case abi.Struct: // path, fields, number of fields; a field is name, type, offset
		fields, n := liveWord(at+word), liveWord(at+2*word)
		for i := range n {
			p.liveAddType(off+int64(liveWord(fields+3*word*i+2*word)), liveWord(fields+3*word*i+word))
		}
	default:
		Exitf("live: the type at %#x has no mask", typ)
	}
}

// liveFunction is what the tables say of a function of the host that was inlined.
func liveFunction(ldr *loader.Loader, s loader.Sym) (abi.FuncID, int32) {
	if pkg, i, ok := ldr.LiveNumber(s); ok {
		if e, ok := liveFind(liveNumbered(pkg, int(i)), liveAlias); ok {
			return abi.FuncID(e.kind), int32(e.size)
		}
	}
	return 0, 0
}
