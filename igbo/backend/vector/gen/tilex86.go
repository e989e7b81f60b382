package main

import "fmt"

func (t avx512) tiles() []shape        { return shapes(8) }
func (t avx2) tiles() []shape          { return shapes(6) }
func (t avx512) tile(w *text, s shape) { t.tileFor(w, s, t) }
func (t avx2) tile(w *text, s shape)   { t.tileFor(w, s, t) }

// tileX86 writes a tile. DI and R12 point to the first and the middle row of c, SI and R13 to those of a. R10, R8 and R11
// hold the row strides of c, a and b. R14 and R9 hold three times the row strides of c and a. DX holds the column stride
// of a. The first vector registers hold a row of b, the next two elements of a, and the rest the accumulators.
type tileX86 struct {
	x86
	shape
	w *text
}

func (x x86) tileFor(w *text, s shape, t target) {
	s.start(w, t)
	p := tileX86{x, s, w}
	for _, r := range []string{"c+0(FP), DI", "a+8(FP), SI", "b+16(FP), BX", "ldc+24(FP), R10", "lda+32(FP), R8", "ldb+48(FP), R11"} {
		w.line("MOVQ %s", r)
	}
	if s.part {
		w.line("MOVQ width+72(FP), CX")
		if x.wide == 64 {
			lowBits(w, tailMask)
		} else {
			firstLanes(w, s.bits/8)
		}
	}
	w.line("MOVQ k+56(FP), CX")
	w.line("MOVQ sta+40(FP), DX")
	if s.rows > 1 {
		w.line("LEAQ (R8)(R8*2), R9")
		w.line("LEAQ (R10)(R10*2), R14")
		if p.middle() == 4 {
			w.line("LEAQ (SI)(R8*4), R13")
			w.line("LEAQ (DI)(R10*4), R12")
		} else {
			w.line("LEAQ (SI)(R9*1), R13")
			w.line("LEAQ (DI)(R14*1), R12")
		}
	}
	s.write(w, p)
}

// middle returns the row that R12 and R13 point to.
func (p tileX86) middle() int { return p.rows / 2 }

// address returns the address of a row, relative to the first or the middle row.
func (p tileX86) address(first, middle, length, triple string, row int) string {
	if p.rows > 1 && row >= p.middle() {
		first, row = middle, row-p.middle()
	}
	switch row {
	case 0:
		return fmt.Sprintf("(%s)", first)
	case 3:
		return fmt.Sprintf("(%s)(%s*1)", first, triple)
	}
	return fmt.Sprintf("(%s)(%s*%d)", first, length, row)
}

func (p tileX86) a(row int) string { return p.address("SI", "R13", "R8", "R9", row) }
func (p tileX86) c(row, vector int) string {
	return fmt.Sprintf("%d%s", vector*p.wide, p.address("DI", "R12", "R10", "R14", row))
}

// accumulator returns the register of an accumulator.
func (p tileX86) accumulator(row, vector int) string { return p.v(4 + row*p.vectors + vector) }

// suffix returns the instruction suffix for vectors or, if single is set, for single elements.
func (p tileX86) suffix(single bool) string {
	s := "P"
	if single {
		s = "S"
	}
	return s + map[int]string{32: "S", 64: "D"}[p.bits]
}

// load loads a vector. If the tile is a part of a vector, it uses the mask.
func (p tileX86) load(from, reg string) {
	switch {
	case !p.part:
		p.w.line("VMOVU%s %s, %s", p.suffix(false), from, reg)
	case p.wide == 64:
		p.w.line("VMOVU%s.Z %s, %s, %s", p.suffix(false), from, tailMask, reg)
	default:
		p.w.line("VMASKMOV%s %s, Y15, %s", p.suffix(false), from, reg)
	}
}

func (p tileX86) store(reg, to string) {
	switch {
	case !p.part:
		p.w.line("VMOVU%s %s, %s", p.suffix(false), reg, to)
	case p.wide == 64:
		p.w.line("VMOVU%s %s, %s, %s", p.suffix(false), reg, tailMask, to)
	default:
		p.w.line("VMASKMOV%s %s, Y15, %s", p.suffix(false), reg, to)
	}
}

func (p tileX86) zero(row, vector int) {
	r := p.accumulator(row, vector)
	if p.wide == 64 {
		p.w.line("VPXORQ %s, %s, %s", r, r, r)
	} else {
		p.w.line("VXORPS %s, %s, %s", r, r, r)
	}
}

func (p tileX86) fetch(row, vector int) { p.load(p.c(row, vector), p.accumulator(row, vector)) }
func (p tileX86) skip(label string)     { p.w.line("JMP %s", label) }

// keep stores the accumulators. On AVX2, a masked store takes as long as a dozen ordinary ones. keep therefore stores a
// part of a vector by an ordinary store if it is complete, and otherwise in pieces of decreasing size.
func (p tileX86) keep() {
	whole := func(row, vector int) { p.store(p.accumulator(row, vector), p.c(row, vector)) }
	if !p.part || p.wide == 64 {
		p.each(whole)
		return
	}
	p.w.line("MOVQ width+72(FP), AX")
	p.w.line("CMPQ AX, $%d", 8*p.wide/p.bits)
	p.w.line("JNE pieces")
	full := p
	full.part = false
	p.each(func(row, vector int) { full.store(p.accumulator(row, vector), p.c(row, vector)) })
	p.end()
	p.w.print("pieces:\n")
	for bytes := p.wide / 2; bytes >= p.bits/8; bytes /= 2 {
		p.w.line("TESTQ $%d, AX", 8*bytes/p.bits)
		p.w.line("JEQ without%d", bytes)
		p.each(func(row, vector int) { p.piece(bytes, p.accumulator(row, vector)[1:], p.c(row, vector)) })
		if bytes > p.bits/8 {
			p.w.line("ADDQ $%d, DI", bytes)
			if p.rows > 1 {
				p.w.line("ADDQ $%d, R12", bytes)
			}
		}
		p.w.print("without%d:\n", bytes)
	}
}

// piece stores the first 16, 8 or 4 bytes of a register and moves the rest of the register to its start.
func (p tileX86) piece(bytes int, register, to string) {
	switch bytes {
	case 16:
		p.w.line("VMOVUPS X%s, %s", register, to)
		p.w.line("VEXTRACTF128 $1, Y%s, X%s", register, register)
	case 8:
		p.w.line("VMOVQ X%s, %s", register, to)
		p.w.line("VPSRLDQ $8, X%s, X%s", register, register)
	default:
		p.w.line("VMOVSS X%s, %s", register, to)
	}
}

func (p tileX86) unless(label string) {
	p.w.line("MOVBLZX more+64(FP), AX")
	p.w.line("TESTL AX, AX")
	p.w.line("JEQ %s", label)
}

func (p tileX86) depth() {
	p.w.line("TESTQ CX, CX")
	p.w.line("JEQ end")
	p.w.print("loop:\n")
	for v := range p.vectors {
		p.load(fmt.Sprintf("%d(BX)", v*p.wide), p.v(v))
	}
	for row := range p.rows {
		a := p.v(2 + row%2)
		p.w.line("VBROADCAST%s %s, %s", p.suffix(true), p.a(row), a)
		for v := range p.vectors {
			p.w.line("VFMADD231%s %s, %s, %s", p.suffix(false), p.v(v), a, p.accumulator(row, v))
		}
	}
	p.w.line("ADDQ R11, BX")
	p.w.line("ADDQ DX, SI")
	if p.rows > 1 {
		p.w.line("ADDQ DX, R13")
	}
	p.w.line("DECQ CX")
	p.w.line("JNE loop")
	p.w.print("end:\n")
}

func (p tileX86) end() {
	p.w.line("VZEROUPPER")
	p.w.line("RET")
}
