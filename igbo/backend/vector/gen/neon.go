package main

import (
	"fmt"

	"github.com/gomlx/compute/support/xslices"
)

// neon has 32 registers of 4 float32 values. A truth value is an element with all bits set or clear. Go's assembler
// (1.26) supports few NEON instructions; the others are written as WORD directives with a comment.
type neon struct{}

func (neon) name() string { return "NEON" }
func (neon) arch() string { return "arm64" }
func (neon) bytes() int   { return 16 }
func (neon) data(*text)   {}

func (neon) pools() (v, t []int) { return xslices.Iota(0, 32), nil }

// start sets R0 and the following registers to the addresses of the slices, and R4 to the number of elements.
func (neon) start(w *text, k *kernel) {
	for i, p := range k.slices() {
		p.register = fmt.Sprintf("R%d", i)
		w.line("MOVD %s_base+%d(FP), %s", p.name, p.offset, p.register)
	}
	w.line("MOVD y_len+8(FP), R4")
}

// loop processes the remaining elements one by one.
func (neon) loop(w *text, _ *kernel, body func(bool)) {
	w.line("SUBS $4, R4, R4")
	w.line("BLT tail")
	w.print("loop:\n")
	body(false)
	w.line("SUBS $4, R4, R4")
	w.line("BGE loop")
	w.print("tail:\n")
	w.line("ADDS $4, R4, R4")
	w.line("BEQ done")
	w.print("one:\n")
	body(true)
	w.line("SUBS $1, R4, R4")
	w.line("BNE one")
	w.print("done:\n")
	w.line("RET")
}

func (t neon) load(w *text, p *parameter, reg int, tail bool, _ scratch) {
	switch {
	case p.truths && tail:
		w.line("MOVBU.P 1(%s), R5", p.register)
		w.line("NEG R5, R5")
		w.line("VDUP R5, V%d.S4", reg)
	case p.truths:
		w.line("FMOVS.P 4(%s), F%d", p.register, reg)
		w.line("VUSHLL $0, V%d.B8, V%d.H8", reg, reg)
		w.line("VUSHLL $0, V%d.H4, V%d.S4", reg, reg)
		word2(w, "neg", reg, reg)
	case tail:
		w.line("FMOVS.P 4(%s), F%d", p.register, reg)
	default:
		w.line("VLD1.P 16(%s), [V%d.S4]", p.register, reg)
	}
}

func (neon) store(w *text, p *parameter, reg int, tail bool, _ scratch) {
	switch {
	case p.truths && tail:
		w.line("VMOV V%d.S[0], R5", reg)
		w.line("AND $1, R5, R5")
		w.line("MOVB.P R5, 1(%s)", p.register)
	case p.truths:
		w.line("VUSHR $31, V%d.S4, V%d.S4", reg, reg)
		word2(w, "xtn.4h", reg, reg)
		word2(w, "xtn.8b", reg, reg)
		w.line("FMOVS.P F%d, 4(%s)", reg, p.register)
	case tail:
		w.line("FMOVS.P F%d, 4(%s)", reg, p.register)
	default:
		w.line("VST1.P [V%d.S4], 16(%s)", reg, p.register)
	}
}

func (neon) constant(w *text, bits uint32, reg int) {
	if bits == 0 {
		w.line("VEOR V%d.B16, V%d.B16, V%d.B16", reg, reg, reg)
		return
	}
	w.line("MOVW $0x%08x, R5", bits)
	w.line("VDUP R5, V%d.S4", reg)
}

func (neon) broadcast(w *text, p *parameter, reg int) {
	w.line("FMOVS %s+%d(FP), F%d", p.name, p.offset, reg)
	w.line("VDUP V%d.S[0], V%d.S4", reg, reg)
}

// Encodings of instructions on four-element vectors that the assembler does not support.
var (
	words3 = map[string]uint32{"fadd": 0x4E20D400, "fsub": 0x4EA0D400, "fmul": 0x6E20DC00, "fdiv": 0x6E20FC00, "fmax": 0x4E20F400,
		"fmin": 0x4EA0F400, "fcmgt": 0x6EA0E400, "fcmge": 0x6E20E400, "fcmeq": 0x4E20E400, "fmla": 0x4E20CC00, "bsl": 0x6E601C00}
	words2 = map[string]uint32{"fsqrt": 0x6EA1F800, "frintn": 0x4E218800, "frintm": 0x4E219800, "frintp": 0x4EA18800, "fcvtns": 0x4E21A800,
		"scvtf": 0x4E21D800, "mvn": 0x6E205800, "neg": 0x6EA0B800, "xtn.4h": 0x0E612800, "xtn.8b": 0x0E212800}
)

// word3 writes d = name(n, m).
func word3(w *text, name string, d, n, m int) {
	w.line("WORD $0x%08x // %s v%d, v%d, v%d", words3[name]|uint32(m)<<16|uint32(n)<<5|uint32(d), name, d, n, m)
}

// word2 writes d = name(n).
func word2(w *text, name string, d, n int) {
	w.line("WORD $0x%08x // %s v%d, v%d", words2[name]|uint32(n)<<5|uint32(d), name, d, n)
}

// arshift writes d = n >> by for signed integers.
func (neon) arshift(w *text, by uint32, d, n int) {
	w.line("WORD $0x%08x // sshr v%d, v%d, #%d", 0x4F000400|(64-by)<<16|uint32(n)<<5|uint32(d), d, n, by)
}

// shares: fmla adds to its destination, and bsl overwrites its condition.
func (neon) shares(o operation) []int {
	switch o {
	case fma:
		return []int{2}
	case pick:
		return []int{0}
	case scale:
		return nil
	}
	return []int{0, 1}
}

var neon3 = map[operation]string{add: "fadd", sub: "fsub", mul: "fmul", div: "fdiv", least: "fmin", most: "fmax", lower: "fmin", higher: "fmax", equal: "fcmeq"}

var neon2 = map[operation]string{sqrt: "fsqrt", toEven: "frintn", down: "frintm", up: "frintp", float: "scvtf"}

var neonBits = map[operation]string{and: "VAND", or: "VORR", xor: "VEOR"}

func (t neon) do(w *text, v *value, d int, a []int, s scratch) {
	if name, ok := neon3[v.op]; ok {
		word3(w, name, d, a[0], a[1])
		return
	}
	if name, ok := neon2[v.op]; ok {
		word2(w, name, d, a[0])
		return
	}
	if name, ok := neonBits[v.op]; ok {
		w.line("%s V%d.B16, V%d.B16, V%d.B16", name, a[1], a[0], d)
		return
	}
	switch v.op {
	case less:
		word3(w, "fcmgt", d, a[1], a[0])
	case atMost:
		word3(w, "fcmge", d, a[1], a[0])
	case different:
		word3(w, "fcmeq", d, a[0], a[1])
		word2(w, "mvn", d, d)
	case nan: // x is NaN if x ≠ x
		word3(w, "fcmeq", d, a[0], a[0])
		word2(w, "mvn", d, d)
	case pick:
		t.moved(w, d, a[0])
		word3(w, "bsl", d, a[1], a[2])
	case fma:
		t.moved(w, d, a[2])
		word3(w, "fmla", d, a[0], a[1])
	case minus:
		w.line("VSUB V%d.S4, V%d.S4, V%d.S4", a[1], a[0], d)
	case shift:
		w.line("VSHL $%d, V%d.S4, V%d.S4", v.bits, a[0], d)
	case arshift:
		t.arshift(w, v.bits, d, a[0])
	case scale:
		t.scale(w, d, a, s)
	default:
		panic(fmt.Errorf("NEON: no instructions for %s", v.op))
	}
}

// moved copies n to d unless they are the same.
func (neon) moved(w *text, d, n int) {
	if d != n {
		w.line("VMOV V%d.B16, V%d.B16", n, d)
	}
}

// scale multiplies by 2^h and by 2^(b−h), where h is about b/2. Neither factor overflows, and the first product is exact.
func (t neon) scale(w *text, d int, a []int, s scratch) {
	n, h, bias := s(), s(), s()
	t.constant(w, 127, bias)
	word2(w, "fcvtns", n, a[1])
	t.arshift(w, 1, h, n)
	w.line("VSUB V%d.S4, V%d.S4, V%d.S4", h, n, n)
	for _, r := range []int{h, n} {
		w.line("VADD V%d.S4, V%d.S4, V%d.S4", bias, r, r)
		w.line("VSHL $23, V%d.S4, V%d.S4", r, r)
	}
	word3(w, "fmul", d, a[0], h)
	word3(w, "fmul", d, d, n)
}
