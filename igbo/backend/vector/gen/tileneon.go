package main

import (
	"fmt"
	"strings"
)

// tiles returns only whole tiles, because NEON has no masked instructions.
func (neon) tiles() (list []shape) {
	for _, bits := range []int{32, 64} {
		list = append(list, shape{bits, 8, 2, false}, shape{bits, 1, 2, false})
	}
	return list
}

// tileNEON writes a tile. R0 points to c, R2 to b, and R4 and the following registers to the rows of a. R13 to R15 hold
// the row strides of c, a and b, and R19 holds the column stride of a. The first vector registers hold elements of a, 16
// bytes of each row at a time, V8 to V11 a row of b, and V16 and up the accumulators.
type tileNEON struct {
	shape
	w *text
}

func (t neon) tile(w *text, s shape) {
	s.start(w, t)
	for _, r := range []string{"c+0(FP), R0", "a+8(FP), R4", "b+16(FP), R2", "ldc+24(FP), R13", "lda+32(FP), R14", "sta+40(FP), R19", "ldb+48(FP), R15", "k+56(FP), R3"} {
		w.line("MOVD %s", r)
	}
	for r := 1; r < s.rows; r++ {
		w.line("ADD R14, R%d, R%d", 3+r, 4+r)
	}
	w.line("MOVD R0, R1")
	s.write(w, tileNEON{s, w})
}

func (p tileNEON) accumulator(row, vector int) int { return 16 + 2*row + vector }

// lanes returns the arrangement specifier of a vector.
func (p tileNEON) lanes() string { return map[int]string{32: "S4", 64: "D2"}[p.bits] }

func (p tileNEON) zero(row, vector int) {
	r := p.accumulator(row, vector)
	p.w.line("VEOR V%d.B16, V%d.B16, V%d.B16", r, r, r)
}

// fetch loads both vectors of a row.
func (p tileNEON) fetch(row, vector int) {
	if vector == 0 {
		p.w.line("VLD1.P (R1)(R13), [V%d.%s, V%d.%s]", p.accumulator(row, 0), p.lanes(), p.accumulator(row, 1), p.lanes())
	}
}

func (p tileNEON) keep() {
	p.each(func(row, vector int) {
		if vector == 0 {
			p.w.line("VST1.P [V%d.%s, V%d.%s], (R0)(R13)", p.accumulator(row, 0), p.lanes(), p.accumulator(row, 1), p.lanes())
		}
	})
}

func (p tileNEON) skip(label string) { p.w.line("B %s", label) }

func (p tileNEON) unless(label string) {
	p.w.line("MOVBU more+64(FP), R12")
	p.w.line("CBZ R12, %s", label)
}

// depth writes the loop over k. If the elements of each row of a are contiguous, it loads as many as fit into a vector at
// a time. If the elements of each column are contiguous, as in a transpose, it loads one column at a time. Otherwise it
// loads single elements.
func (p tileNEON) depth() {
	lanes := 128 / p.bits
	p.w.line("CBZ R3, end")
	p.w.line("CMP $%d, R19", p.bits/8)
	p.w.line("BNE %s", map[bool]string{true: "across", false: "one"}[p.rows > 1])
	p.w.line("SUBS $%d, R3, R3", lanes)
	p.w.line("BLT tail")
	p.w.print("loop:\n")
	for r := range p.rows {
		p.w.line("VLD1.P 16(R%d), [V%d.%s]", 4+r, r, p.lanes())
	}
	for j := range lanes {
		p.column(8+2*(j%2), func(row int) (int, int) { return row, j })
	}
	p.w.line("SUBS $%d, R3, R3", lanes)
	p.w.line("BGE loop")
	p.w.print("tail:\n")
	p.w.line("ADDS $%d, R3, R3", lanes)
	p.w.line("BEQ end")
	p.w.print("one:\n")
	for r := range p.rows {
		p.w.line("FMOV%s (R%d), F%d", p.lanes()[:1], 4+r, r)
		p.w.line("ADD R19, R%d, R%d", 4+r, 4+r)
	}
	p.column(8, func(row int) (int, int) { return row, 0 })
	p.w.line("SUBS $1, R3, R3")
	p.w.line("BNE one")
	if p.rows > 1 {
		p.across(lanes)
	}
	p.w.print("end:\n")
}

// across writes the loop over columns of a with contiguous elements. The element for a row is row%lanes of vector
// row/lanes.
func (p tileNEON) across(lanes int) {
	p.w.line("B end")
	p.w.print("across:\n")
	p.w.line("CMP $%d, R14", p.bits/8)
	p.w.line("BNE one")
	p.w.print("columns:\n")
	var list []string
	for v := range p.rows / lanes {
		list = append(list, fmt.Sprintf("V%d.%s", v, p.lanes()))
	}
	p.w.line("VLD1.P (R4)(R19), [%s]", strings.Join(list, ", "))
	p.column(8, func(row int) (int, int) { return row / lanes, row % lanes })
	p.w.line("SUBS $1, R3, R3")
	p.w.line("BNE columns")
}

// column adds the products of a column of a and the next row of b. at returns the vector and the index in it of the
// element for each row.
func (p tileNEON) column(b int, at func(row int) (vector, element int)) {
	p.w.line("VLD1.P (R2)(R15), [V%d.%s, V%d.%s]", b, p.lanes(), b+1, p.lanes())
	p.each(func(row, vector int) {
		m, j := at(row)
		p.fmla(p.accumulator(row, vector), b+vector, m, j)
	})
}

// fmla writes d += n·m[j].
func (p tileNEON) fmla(d, n, m, j int) {
	word := 0x4F801000 | uint32(j&1)<<21 | uint32(j>>1)<<11
	if p.bits == 64 {
		word = 0x4FC01000 | uint32(j)<<11
	}
	p.w.line("WORD $0x%08x // fmla v%d.%s, v%d, v%d[%d]", word|uint32(m)<<16|uint32(n)<<5|uint32(d), d, p.lanes(), n, m, j)
}

func (p tileNEON) end() { p.w.line("RET") }
