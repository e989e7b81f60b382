package main

import "fmt"

// x86 is what AVX-512 and AVX2 have in common.
type x86 struct {
	letter string // of a vector's register
	wide   int    // bytes of a vector
	clear  string // the instruction that makes it zero of itself
}

func (x x86) v(r int) string { return fmt.Sprintf("%s%d", x.letter, r) }

func (x86) arch() string { return "amd64" }
func (x x86) bytes() int { return x.wide }

// pointers are the registers for the slices of a kernel, y first; AX counts the elements done, CX those to do.
var pointers = []string{"DI", "SI", "BX", "R8"}

func (x x86) start(w *text, k *kernel) {
	for i, p := range k.slices() {
		p.register = pointers[i]
		w.line("MOVQ %s_base+%d(FP), %s", p.name, p.offset, p.register)
	}
	w.line("MOVQ y_len+8(FP), CX")
	w.line("XORL AX, AX")
}

// memory is where a slice's next elements lie.
func memory(p *parameter) string {
	if p.truths {
		return fmt.Sprintf("(%s)(AX*1)", p.register)
	}
	return fmt.Sprintf("(%s)(AX*4)", p.register)
}

// used are the constants of the kernels for amd64, which lie in one file.
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

// loops writes the loop over whole vectors; rest writes what is done with the CX elements left.
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

// shares: instructions of three operands read both before they write; fma takes the place of any of its three.
func (x86) shares(o operation) []int {
	switch o {
	case pick, scale, higher, lower:
		return nil
	case fma:
		return []int{2, 0, 1}
	}
	return []int{0, 1}
}

// simple are the operations of one instruction.
var simple = map[operation]string{add: "VADDPS", sub: "VSUBPS", mul: "VMULPS", div: "VDIVPS", least: "VMINPS", most: "VMAXPS", minus: "VPSUBD"}

// predicates of comparisons, which are quiet.
var predicates = map[operation]int{equal: 0x00, nan: 0x03, different: 0x04, less: 0x11, atMost: 0x12}

// roundings of VROUNDPS and VRNDSCALEPS, without an exception.
var roundings = map[operation]int{toEven: 8, down: 9, up: 10}

// common writes what both write alike; false for the rest.
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

// fused writes d = a0·a1 + a2, d perhaps one of them.
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

// extreme writes d = the larger or smaller of a and b as Go has it: NaN where one is, and of both zeros
// +0 or −0, by their bits. choose writes d = x where a predicate holds of p and q, else d.
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
