package main

import (
	"maps"
	"slices"

	"github.com/gomlx/compute/support/xslices"
)

// avx2 has 16 registers of 8 float32 values. A truth value is an element with all bits set or clear. FMA is required.
type avx2 struct{ x86 }

var ymm = avx2{x86{"Y", 32, "VXORPS"}}

func (avx2) name() string { return "AVX2" }

// pools reserves the last register for the mask of the remaining elements.
func (avx2) pools() (v, t []int) { return xslices.Iota(0, 15), nil }

// loop processes the remaining elements in one vector with a mask. Kernels with truth values process them one by one,
// because AVX2 has no byte masks.
func (t avx2) loop(w *text, k *kernel, body func(bool)) {
	t.loops(w, body, func() {
		if !k.truths() {
			firstLanes(w, 4)
			body(true)
			return
		}
		w.print("one:\n")
		for _, p := range k.slices() {
			p.single = true
		}
		body(true)
		w.line("INCQ AX")
		w.line("DECQ CX")
		w.line("JNE one")
	})
}

// firstLanes sets Y15 to the mask of the first CX elements. size is the size of an element in bytes.
func firstLanes(w *text, size int) {
	w.line("LEAQ ·lanes+32(SB), DX")
	w.line("SHLQ $%d, CX", map[int]int{4: 2, 8: 3}[size])
	w.line("SUBQ CX, DX")
	w.line("VMOVDQU (DX), Y15")
}

func (avx2) load(w *text, p *parameter, reg int, tail bool, _ scratch) {
	switch {
	case p.truths && tail:
		w.line("MOVBLZX %s, DX", memory(p))
		w.line("NEGL DX")
		w.line("VMOVD DX, X%d", reg)
	case p.truths:
		w.line("VPMOVZXBD %s, Y%d", memory(p), reg)
		w.line("VPSLLD $31, Y%d, Y%d", reg, reg)
		w.line("VPSRAD $31, Y%d, Y%d", reg, reg)
	case tail && p.single:
		w.line("VMOVSS %s, X%d", memory(p), reg)
	case tail:
		w.line("VMASKMOVPS %s, Y15, Y%d", memory(p), reg)
	default:
		w.line("VMOVUPS %s, Y%d", memory(p), reg)
	}
}

func (avx2) store(w *text, p *parameter, reg int, tail bool, s scratch) {
	switch {
	case p.truths && tail:
		w.line("VMOVD X%d, DX", reg)
		w.line("ANDL $1, DX")
		w.line("MOVB DX, %s", memory(p))
	case p.truths:
		high := s()
		w.line("VPSRLD $31, Y%d, Y%d", reg, reg)
		w.line("VEXTRACTI128 $1, Y%d, X%d", reg, high)
		w.line("VPACKUSDW X%d, X%d, X%d", high, reg, reg)
		w.line("VPACKUSWB X%d, X%d, X%d", reg, reg, reg)
		w.line("VMOVQ X%d, %s", reg, memory(p))
	case tail && p.single:
		w.line("VMOVSS X%d, %s", reg, memory(p))
	case tail:
		w.line("VMASKMOVPS Y%d, Y15, %s", reg, memory(p))
	default:
		w.line("VMOVUPS Y%d, %s", reg, memory(p))
	}
}

var bitwise256 = map[operation]string{and: "VANDPS", or: "VORPS", xor: "VXORPS"}

func (t avx2) do(w *text, v *value, d int, a []int, s scratch) {
	if t.common(w, v, d, a) {
		return
	}
	if name, ok := bitwise256[v.op]; ok {
		w.line("%s Y%d, Y%d, Y%d", name, a[1], a[0], d)
		return
	}
	switch v.op {
	case toEven, down, up:
		w.line("VROUNDPS $%d, Y%d, Y%d", roundings[v.op], a[0], d)
	case scale:
		t.scale(w, d, a, s)
	case pick:
		w.line("VBLENDVPS Y%d, Y%d, Y%d, Y%d", a[0], a[1], a[2], d)
	case lower, higher:
		mask := s()
		t.extreme(w, v.op, d, a, bitwise256, func(predicate operation, p, q, x int) {
			w.line("VCMPPS $%d, Y%d, Y%d, Y%d", predicates[predicate], q, p, mask)
			w.line("VBLENDVPS Y%d, Y%d, Y%d, Y%d", mask, x, d, d)
		}, s)
	default:
		w.line("VCMPPS $%d, Y%d, Y%d, Y%d", predicates[v.op], a[len(a)-1], a[0], d)
	}
}

// scale multiplies by 2^h and by 2^(b−h), where h is about b/2. Neither factor overflows, and the first product is exact.
func (t avx2) scale(w *text, d int, a []int, s scratch) {
	n, h, bias := s(), s(), s()
	t.constant(w, 127, bias)
	w.line("VCVTPS2DQ Y%d, Y%d", a[1], n)
	w.line("VPSRAD $1, Y%d, Y%d", n, h)
	w.line("VPSUBD Y%d, Y%d, Y%d", h, n, n)
	for _, r := range []int{h, n} {
		w.line("VPADDD Y%d, Y%d, Y%d", bias, r, r)
		w.line("VPSLLD $23, Y%d, Y%d", r, r)
	}
	w.line("VMULPS Y%d, Y%d, Y%d", h, a[0], d)
	w.line("VMULPS Y%d, Y%d, Y%d", n, d, d)
}

// data writes the constants of both amd64 sets, and the masks of the first elements.
func (avx2) data(w *text) {
	w.print("\n")
	for i := range 16 {
		w.print("DATA ·lanes+%d(SB)/4, $%d\n", 4*i, map[bool]int{true: -1, false: 0}[i < 8])
	}
	w.print("GLOBL ·lanes(SB), RODATA|NOPTR, $64\n")
	for _, bits := range slices.Sorted(maps.Keys(used)) {
		w.print("DATA ·c%08x(SB)/4, $0x%08x\nGLOBL ·c%08x(SB), RODATA|NOPTR, $4\n", bits, bits, bits)
	}
}
