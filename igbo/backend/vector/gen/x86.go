package main

import "fmt"

// x86 contains what AVX-512 and AVX2 have in common.
type x86 struct {
	letter string // letter of the vector registers
	wide   int    // bytes per vector
	clear  string // instruction that clears a register
}

func (x x86) v(r int) string { return fmt.Sprintf("%s%d", x.letter, r) }

func (x86) arch() string { return "amd64" }
func (x x86) bytes() int { return x.wide }

// pointers holds the registers for the addresses of a kernel's slices, y first. AX counts the processed elements; CX is
// derived from the number of elements.
var pointers = []string{"DI", "SI", "BX", "R8"}

func (x x86) start(w *text, k *kernel) {
	for i, p := range k.slices() {
		p.register = pointers[i]
		w.line("MOVQ %s_base+%d(FP), %s", p.name, p.offset, p.register)
	}
	w.line("MOVQ y_len+8(FP), CX")
	w.line("XORL AX, AX")
}

// memory returns the memory operand for the next elements of a slice.
func memory(p *parameter) string {
	if p.truths {
		return fmt.Sprintf("(%s)(AX*1)", p.register)
	}
	return fmt.Sprintf("(%s)(AX*4)", p.register)
}

// used collects the constants of the amd64 kernels, which are stored in one file.
var used = map[uint32]bool{}

func (x x86) constant(w *text, bits uint32, reg int) {
	if bits == 0 {
		w.line("%s %s, %s, %s", x.clear, x.v(reg), x.v(reg), x.v(reg))
		return
	}
	used[bits] = true
	w.line("VBROADCASTSS ·c%08x(SB), %s", bits, x.v(reg))
}

func (x x86) broadcast(w *text, p *parameter, reg int) {
	w.line("VBROADCASTSS %s+%d(FP), %s", p.name, p.offset, x.v(reg))
}

// loops writes the loop over whole vectors. rest writes the code for the CX remaining elements.
func (x x86) loops(w *text, body func(tail bool), rest func()) {
	lanes := x.wide / 4
	w.line("SUBQ $%d, CX", lanes)
	w.line("JLT tail")
	w.print("loop:\n")
	body(false)
	w.line("ADDQ $%d, AX", lanes)
	w.line("CMPQ AX, CX")
	w.line("JLE loop")
	w.print("tail:\n")
	w.line("ADDQ $%d, CX", lanes)
	w.line("SUBQ AX, CX")
	w.line("JE done")
	rest()
	w.print("done:\n")
	w.line("VZEROUPPER")
	w.line("RET")
}

// shares: three-operand instructions read both operands before they write, and an fma instruction can overwrite any of
// its three operands.
func (x86) shares(o operation) []int {
	switch o {
	case pick, scale, higher, lower:
		return nil
	case fma:
		return []int{2, 0, 1}
	}
	return []int{0, 1}
}

// simple maps operations to single instructions.
var simple = map[operation]string{add: "VADDPS", sub: "VSUBPS", mul: "VMULPS", div: "VDIVPS", least: "VMINPS", most: "VMAXPS", minus: "VPSUBD"}

// predicates holds the predicates of VCMPPS.
var predicates = map[operation]int{equal: 0x00, nan: 0x03, different: 0x04, less: 0x11, atMost: 0x12}

// roundings holds the rounding modes of VROUNDPS and VRNDSCALEPS without exceptions.
var roundings = map[operation]int{toEven: 8, down: 9, up: 10}

// common writes an operation that is the same for both sets, or returns false.
func (x x86) common(w *text, v *value, d int, a []int) bool {
	if name, ok := simple[v.op]; ok {
		w.line("%s %s, %s, %s", name, x.v(a[1]), x.v(a[0]), x.v(d))
		return true
	}
	switch v.op {
	case sqrt:
		w.line("VSQRTPS %s, %s", x.v(a[0]), x.v(d))
	case float:
		w.line("VCVTDQ2PS %s, %s", x.v(a[0]), x.v(d))
	case shift:
		w.line("VPSLLD $%d, %s, %s", v.bits, x.v(a[0]), x.v(d))
	case arshift:
		w.line("VPSRAD $%d, %s, %s", v.bits, x.v(a[0]), x.v(d))
	case fma:
		x.fused(w, d, a)
	default:
		return false
	}
	return true
}

// fused writes d = a0·a1 + a2, where d may be the register of an operand.
func (x x86) fused(w *text, d int, a []int) {
	switch d {
	case a[2]:
		w.line("VFMADD231PS %s, %s, %s", x.v(a[1]), x.v(a[0]), x.v(d))
	case a[0]:
		w.line("VFMADD213PS %s, %s, %s", x.v(a[2]), x.v(a[1]), x.v(d))
	case a[1]:
		w.line("VFMADD213PS %s, %s, %s", x.v(a[2]), x.v(a[0]), x.v(d))
	default:
		w.line("VMOVAPS %s, %s", x.v(a[2]), x.v(d))
		w.line("VFMADD231PS %s, %s, %s", x.v(a[1]), x.v(a[0]), x.v(d))
	}
}

// extreme writes d = min(a0, a1) or max(a0, a1) as in Go: NaN if an operand is NaN, and −0 < +0. choose writes code that
// sets d = x where the predicate holds for p and q.
func (x x86) extreme(w *text, o operation, d int, a []int, bitwise map[operation]string, choose func(predicate operation, p, q, x int), s scratch) {
	zeros := s()
	bits, name := bitwise[and], "VMAXPS"
	if o == lower {
		bits, name = bitwise[or], "VMINPS"
	}
	w.line("%s %s, %s, %s", bits, x.v(a[1]), x.v(a[0]), x.v(zeros))
	w.line("%s %s, %s, %s", name, x.v(a[1]), x.v(a[0]), x.v(d))
	choose(equal, a[0], a[1], zeros)
	choose(nan, a[1], a[1], a[1])
	choose(nan, a[0], a[0], a[0])
}
