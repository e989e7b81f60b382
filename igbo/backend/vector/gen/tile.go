package main

import "fmt"

// shape is a tile of a product: of rows × columns of the result, c = a·b or c += a·b.
type shape struct {
	bits    int // of an element
	rows    int
	vectors int  // of columns
	part    bool // of the last vector the first elements alone
}

// tileSignature is the parameters of a tile's function. Strides are in bytes.
// sta is the way from an element of a to the next in its row.
const tileSignature = "c, a, b unsafe.Pointer, ldc, lda, sta, ldb, k int, more bool, width int"

// kind is the place of a tile in a set.
func (s shape) kind() string {
	switch {
	case s.rows > 1 && !s.part:
		return "Whole"
	case s.rows > 1:
		return "Part"
	case !s.part:
		return "Row"
	}
	return "RowPart"
}

func (s shape) name(t target) string { return fmt.Sprintf("tile%d%s%s", s.bits, s.kind(), t.name()) }

// entry is the tile as a field of a set, the whole one with its number of rows.
func (s shape) entry(t target) string {
	e := fmt.Sprintf("%s: %s", s.kind(), s.name(t))
	if s.kind() == "Whole" {
		e += fmt.Sprintf(", Rows: %d", s.rows)
	}
	return e
}

// shapes are the tiles of a target with masks: whole and part, of a number of rows and of one.
func shapes(rows int) (list []shape) {
	for _, bits := range []int{32, 64} {
		list = append(list, shape{bits, rows, 2, false}, shape{bits, 1, 2, false}, shape{bits, rows, 1, true}, shape{bits, 1, 1, true})
	}
	return list
}

// start writes the beginning of a tile's function.
func (s shape) start(w *text, t target) {
	w.print("\n// func %s(%s)\nTEXT ·%s(SB), NOSPLIT, $0-80\n", s.name(t), tileSignature, s.name(t))
}

// product is what a target must do for a tile. Accumulators are numbered by row and vector.
type product interface {
	zero(row, vector int)
	fetch(row, vector int) // an accumulator from c
	keep()                 // all accumulators to c
	skip(label string)     // to the label
	unless(label string)   // to the label where c is not added to
	depth()                // the loop over k, of loads of b, broadcasts of a, and fused additions
	end()
}

// write is a tile: every element a chain of fused multiplications and additions in the order of k,
// from 0 or, where more is set, from what c holds.
func (s shape) write(w *text, p product) {
	p.unless("fresh")
	s.each(p.fetch)
	p.skip("begin")
	w.print("fresh:\n")
	s.each(p.zero)
	w.print("begin:\n")
	p.depth()
	p.keep()
	p.end()
}

// each does something with every accumulator.
func (s shape) each(do func(row, vector int)) {
	for row := range s.rows {
		for v := range s.vectors {
			do(row, v)
		}
	}
}
