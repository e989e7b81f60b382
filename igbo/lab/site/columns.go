package site

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

const (
	// objectMagic is the beginning of an object file of Go 1.26. The offsets of its blocks are at objectHead.
	objectMagic = "\x00go120ld"
	objectHead  = len(objectMagic) + 8 + 4
	// namesBlock is the last block. It holds names that no linker reads.
	namesBlock = 17
)

// table is a block of rows. grows lists the offsets in a row of 32-bit numbers that mostly grow from row to row.
type table struct {
	block, row int
	grows      []int
}

// tables lists the tables of an object file; see Go's package cmd/internal/goobj.
var tables = []table{
	{3, 21, []int{4}}, {4, 21, []int{4}}, {5, 21, []int{4}}, {6, 21, []int{4}}, {7, 21, []int{4}}, // symbols by kind
	{8, 10, nil},                                            // flags of referenced symbols
	{11, 4, []int{0}}, {12, 4, []int{0}}, {13, 4, []int{0}}, // indices of a symbol's rows in the next two tables, and of its data
	{14, 23, []int{0, 19}}, // relocations
	{15, 9, []int{5}},      // auxiliary symbols
}

// columns rewrites a linker's archive for better compression: the tables of its object files are in column order, growing numbers become
// differences, and names that no linker reads are removed. The result begins with a list of the tables: their number, and for each its
// offset, the size of a row, the number of rows, and a bit for each offset of growing numbers. All are 32-bit little-endian numbers.
// packages.js restores the archive.
//
// It returns an error if an object file belongs to another release of Go.
func columns(archive []byte) ([]byte, error) {
	all, err := parts(archive)
	if err != nil {
		return nil, err
	}
	var list, body []byte
	body = append(body, archiveHead...)
	for _, p := range all {
		if at := bytes.Index(p.content, []byte(objectMagic)); at >= 0 {
			object, err := withoutNames(p.content[at:])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.name(), err)
			}
			for _, t := range tables {
				list = t.turn(object, list, len(body)+memberHead+at)
			}
			p.content = append(bytes.Clone(p.content[:at]), object...)
		}
		body = p.appendTo(body)
	}
	const entry = 16
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(list)/entry)), list...), body...), nil
}

// block returns the offset of a block of an object file. The block ends where the next one begins.
func block(object []byte, i int) int {
	return int(binary.LittleEndian.Uint32(object[objectHead+4*i:]))
}

// withoutNames returns an object file without names that no linker reads. It returns an error if its blocks are not those of Go 1.26.
func withoutNames(object []byte) ([]byte, error) {
	const head = objectHead + 4*(namesBlock+2)
	at := head
	for i := range namesBlock + 2 {
		if len(object) < head || block(object, i) < at || block(object, i) > len(object) {
			return nil, fmt.Errorf("not an object file of Go 1.26: the offset of block %d is out of range", i)
		}
		at = block(object, i)
	}
	for _, t := range tables {
		if n := block(object, t.block+1) - block(object, t.block); n%t.row != 0 {
			return nil, fmt.Errorf("not an object file of Go 1.26: block %d has %d bytes, which is not a multiple of %d", t.block, n, t.row)
		}
	}
	object = bytes.Clone(object[:block(object, namesBlock)])
	binary.LittleEndian.PutUint32(object[objectHead+4*(namesBlock+1):], uint32(len(object)))
	return object, nil
}

// turn rewrites the table of an object file in column order, and appends its description to the list. The file begins at begin.
func (t table) turn(object, list []byte, begin int) []byte {
	from, mask := block(object, t.block), uint32(0)
	rows := object[from:block(object, t.block+1)]
	n := len(rows) / t.row
	if n == 0 {
		return list
	}
	for _, at := range t.grows {
		mask |= 1 << at
		for i := n - 1; i > 0; i-- {
			number := rows[i*t.row+at:]
			binary.LittleEndian.PutUint32(number, binary.LittleEndian.Uint32(number)-binary.LittleEndian.Uint32(rows[(i-1)*t.row+at:]))
		}
	}
	turned := make([]byte, 0, len(rows))
	for c := range t.row {
		for i := range n {
			turned = append(turned, rows[i*t.row+c])
		}
	}
	copy(rows, turned)
	for _, x := range []int{begin + from, t.row, n, int(mask)} {
		list = binary.LittleEndian.AppendUint32(list, uint32(x))
	}
	return list
}
