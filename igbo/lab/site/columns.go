package site

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

const (
	// objectMagic begins an object file as Go 1.26 writes it; the places of its blocks stand objectHead bytes in.
	objectMagic = "\x00go120ld"
	objectHead  = len(objectMagic) + 8 + 4
	// namesBlock has names that no linker reads; it is the last.
	namesBlock = 17
)

// table is a block of rows; grows are the places in a row of numbers of 32 bits that mostly grow from row to row.
type table struct {
	block, row int
	grows      []int
}

// tables are those of an object file, as Go's package cmd/internal/goobj has them.
var tables = []table{
	{3, 21, []int{4}}, {4, 21, []int{4}}, {5, 21, []int{4}}, {6, 21, []int{4}}, {7, 21, []int{4}}, // symbols, by kinds
	{8, 10, nil},                                            // flags of those that are referred to
	{11, 4, []int{0}}, {12, 4, []int{0}}, {13, 4, []int{0}}, // where a symbol's rows of the next two begin, and its data
	{14, 23, []int{0, 19}}, // relocations
	{15, 9, []int{5}},      // what belongs to a symbol
}

// columns is a linker's archive as it compresses better: the tables of its object files column by column, numbers that grow as
// their differences, and without names that no linker reads. In front stand the tables: their number, and of each where it
// begins, the size of a row, the number of rows, and a bit for each place of numbers that grow; 32 bits each, the lowest byte
// first. packages.js makes the archive again.
//
// Errors: an object file of another release of Go.
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
				return nil, fmt.Errorf("%s %w", p.name(), err)
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

// block is where a block of an object file begins; its end is where the next one does.
func block(object []byte, i int) int {
	return int(binary.LittleEndian.Uint32(object[objectHead+4*i:]))
}

// withoutNames is a copy of an object file without names that no linker reads. Errors: its blocks are not those of Go 1.26.
func withoutNames(object []byte) ([]byte, error) {
	const head = objectHead + 4*(namesBlock+2)
	at := head
	for i := range namesBlock + 2 {
		if len(object) < head || block(object, i) < at || block(object, i) > len(object) {
			return nil, fmt.Errorf("is no object file of Go 1.26: its block %d begins nowhere", i)
		}
		at = block(object, i)
	}
	for _, t := range tables {
		if n := block(object, t.block+1) - block(object, t.block); n%t.row != 0 {
			return nil, fmt.Errorf("is no object file of Go 1.26: its block %d has %d bytes, expected rows of %d", t.block, n, t.row)
		}
	}
	object = bytes.Clone(object[:block(object, namesBlock)])
	binary.LittleEndian.PutUint32(object[objectHead+4*(namesBlock+1):], uint32(len(object)))
	return object, nil
}

// turn writes the table of an object file column by column, and appends to the list what it is; begin is where the file does.
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
