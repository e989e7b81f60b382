package main

import "github.com/gomlx/compute/support/xslices"

// avx512 has 32 registers of 16 float32 values, and mask registers with one bit per element. The extensions F, BW, DQ and
// VL are required.
type avx512 struct{ x86 }

var zmm = avx512{x86{"Z", 64, "VPXORD"}}

func (avx512) name() string { return "AVX512" }

// tailMask is the mask register for the remaining elements.
const tailMask = "K7"

func (avx512) pools() (v, t []int) { return xslices.Iota(0, 32), []int{1, 2, 3, 4, 5} }

func (avx512) data(*text) {} // the constants are in the file for AVX2

func (t avx512) loop(w *text, k *kernel, body func(bool)) {
	t.loops(w, body, func() {
		lowBits(w, tailMask)
		body(true)
	})
}

// lowBits sets the lowest CX bits of a mask.
func lowBits(w *text, mask string) {
	w.line("MOVL $1, DX")
	w.line("SHLL CX, DX")
	w.line("DECL DX")
	w.line("KMOVW DX, %s", mask)
}

func (avx512) load(w *text, p *parameter, reg int, tail bool, s scratch) {
	switch {
	case p.truths:
		bytes := s()
		if tail {
			w.line("VMOVDQU8.Z %s, %s, X%d", memory(p), tailMask, bytes)
		} else {
			w.line("VMOVDQU8 %s, X%d", memory(p), bytes)
		}
		w.line("VPTESTMB X%d, X%d, K%d", bytes, bytes, reg)
	case tail:
		w.line("VMOVUPS.Z %s, %s, Z%d", memory(p), tailMask, reg)
	default:
		w.line("VMOVUPS %s, Z%d", memory(p), reg)
	}
}

func (t avx512) store(w *text, p *parameter, reg int, tail bool, s scratch) {
	switch {
	case p.truths:
		bytes := s()
		t.constant(w, 0x01010101, bytes)
		w.line("VMOVDQU8.Z X%d, K%d, X%d", bytes, reg, bytes)
		if tail {
			w.line("VMOVDQU8 X%d, %s, %s", bytes, tailMask, memory(p))
		} else {
			w.line("VMOVDQU8 X%d, %s", bytes, memory(p))
		}
	case tail:
		w.line("VMOVUPS Z%d, %s, %s", reg, tailMask, memory(p))
	default:
		w.line("VMOVUPS Z%d, %s", reg, memory(p))
	}
}

var bitwise512 = map[operation]string{and: "VPANDD", or: "VPORD", xor: "VPXORD"}

func (t avx512) do(w *text, v *value, d int, a []int, s scratch) {
	if t.common(w, v, d, a) {
		return
	}
	if name, ok := bitwise512[v.op]; ok {
		w.line("%s Z%d, Z%d, Z%d", name, a[1], a[0], d)
		return
	}
	switch v.op {
	case toEven, down, up:
		w.line("VRNDSCALEPS $%d, Z%d, Z%d", roundings[v.op], a[0], d)
	case scale:
		w.line("VSCALEFPS Z%d, Z%d, Z%d", a[1], a[0], d)
	case pick:
		w.line("VBLENDMPS Z%d, Z%d, K%d, Z%d", a[1], a[2], a[0], d)
	case lower, higher:
		t.extreme(w, v.op, d, a, bitwise512, func(predicate operation, p, q, x int) {
			w.line("VCMPPS $%d, Z%d, Z%d, K6", predicates[predicate], q, p)
			w.line("VMOVAPS Z%d, K6, Z%d", x, d)
		}, s)
	default:
		w.line("VCMPPS $%d, Z%d, Z%d, K%d", predicates[v.op], a[len(a)-1], a[0], d)
	}
}
