package main

import "fmt"

// shape is the shape of a tile of a matrix product, c = a·b or c += a·b.
type shape struct {
	bits    int // bits per element
	rows    int
	vectors int  // number of vectors per row
	part    bool // only the first elements of the last vector are used
}

// tileSignature is the parameter list of a tile's function (see vector.Tile).
const tileSignature = "c, a, b unsafe.Pointer, ldc, lda, sta, ldb, k int, more bool, width int"

// kind returns the name of the tile's field in vector.Tiles.
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

// entry returns the tile as a field of a composite literal. The entry of the whole tile also sets Rows.
func (s shape) entry(t target) string {
	e := fmt.Sprintf("%s: %s", s.kind(), s.name(t))
	if s.kind() == "Whole" {
		e += fmt.Sprintf(", Rows: %d", s.rows)
	}
	return e
}

// shapes returns the tiles of a target with masked instructions: Whole, Row, Part and RowPart for both element types.
func shapes(rows int) (list []shape) {
	for _, bits := range []int{32, 64} {
		list = append(list, shape{bits, rows, 2, false}, shape{bits, 1, 2, false}, shape{bits, rows, 1, true}, shape{bits, 1, 1, true})
	}
	return list
}

// start writes the start of a tile's function.
func (s shape) start(w *text, t target) {
	w.print("\n// func %s(%s)\nTEXT ·%s(SB), NOSPLIT, $0-80\n", s.name(t), tileSignature, s.name(t))
}

// product writes the parts of a tile for a target. Accumulators are identified by row and vector.
type product interface {
	zero(row, vector int)
	fetch(row, vector int) // load an accumulator from c
	keep()                 // store all accumulators to c
	skip(label string)     // jump to the label
	unless(label string)   // jump to the label unless more is set
	depth()                // write the loop over k, which loads b, broadcasts a and applies fused multiply-adds
	end()
}

// write writes a tile. Each element is summed by fused multiply-adds in the order of k, starting from 0, or from c if
// more is set.
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

// each calls do for every accumulator.
func (s shape) each(do func(row, vector int)) {
	for row := range s.rows {
		for v := range s.vectors {
			do(row, v)
		}
	}
}
