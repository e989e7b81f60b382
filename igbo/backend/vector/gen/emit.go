package main

import (
	"errors"
	"fmt"
	"slices"
)

// target is an instruction set for which kernels are generated.
type target interface {
	name() string
	arch() string
	bytes() int          // size of a vector
	pools() (v, t []int) // registers for vectors and, if separate, for truth values

	start(w *text, k *kernel)
	// loop writes the loop over whole vectors and the code for the remaining elements (the tail). body writes the
	// kernel's operations.
	loop(w *text, k *kernel, body func(tail bool))
	load(w *text, p *parameter, reg int, tail bool, s scratch)
	store(w *text, p *parameter, reg int, tail bool, s scratch)
	constant(w *text, bits uint32, reg int)
	broadcast(w *text, p *parameter, reg int)
	// do writes an operation. d is the register of the result, and a holds the registers of the operands.
	do(w *text, v *value, d int, a []int, s scratch)
	// shares returns the indices of operands whose register can be reused for the result if the operand is not needed
	// later.
	shares(o operation) []int

	tiles() []shape
	tile(w *text, s shape)
	data(w *text)
}

// scratch allocates a register that is freed after the current operation.
type scratch func() int

// registers holds the registers of one kind and those that are free.
type registers struct{ all, free []int }

var errFull = errors.New("too few registers")

func newRegisters(all []int) *registers { return &registers{all, slices.Clone(all)} }

// take allocates the first free register. It panics with errFull if there is none.
func (r *registers) take() int {
	if len(r.free) == 0 {
		panic(errFull)
	}
	first := r.free[0]
	r.free = r.free[1:]
	return first
}

func (r *registers) give(reg int) {
	if slices.Contains(r.free, reg) {
		panic(fmt.Errorf("freeing register %d, which is already free", reg))
	}
	at, _ := slices.BinarySearch(r.free, reg)
	r.free = slices.Insert(r.free, at, reg)
}

// emit writes a kernel. It keeps as many constants in registers as possible.
func emit(w *text, t target, k *kernel) {
	for held := len(k.numbers); held >= 0; held-- {
		if out := (&text{}); try(out, t, k, held) {
			w.print("%s", out)
			return
		}
	}
	panic(fmt.Errorf("%s: %s: %w", t.name(), k.name, errFull))
}

// try writes a kernel with `held` constants in registers. It returns false if there are too few registers.
func try(w *text, t target, k *kernel, held int) (ok bool) {
	defer func() {
		if r := recover(); r == errFull {
			ok = false
		} else if r != nil {
			panic(r)
		}
	}()
	name := k.name + t.name()
	w.print("\n// func %s(%s)\nTEXT ·%s(SB), NOSPLIT, $0-%d\n", name, k.signature(), name, k.frame())
	t.start(w, k)
	vectors, truths := t.pools()
	a := &assignment{w: w, target: t, kernel: k, vectors: newRegisters(vectors), fixed: map[uint32]int{}, scalars: map[*parameter]int{}}
	a.truths = a.vectors
	if truths != nil {
		a.truths = newRegisters(truths)
	}
	for _, c := range k.numbers[:held] {
		a.fixed[c.bits] = a.vectors.take()
		t.constant(w, c.bits, a.fixed[c.bits])
	}
	for _, p := range k.parameters {
		if !p.slice {
			a.scalars[p] = a.vectors.take()
			t.broadcast(w, p, a.scalars[p])
		}
	}
	v, b := slices.Clone(a.vectors.free), slices.Clone(a.truths.free)
	t.loop(w, k, func(tail bool) {
		a.vectors.free, a.truths.free = slices.Clone(v), slices.Clone(b)
		a.body(tail)
	})
	return true
}

// assignment assigns registers to the values of a kernel.
type assignment struct {
	w               *text
	target          target
	kernel          *kernel
	vectors, truths *registers
	fixed           map[uint32]int // registers of constants
	scalars         map[*parameter]int
	where           map[*value]int
}

func (a *assignment) pool(v *value) *registers {
	if v.truth {
		return a.truths
	}
	return a.vectors
}

// body writes the operations in order, and stores the result.
func (a *assignment) body(tail bool) {
	a.where = map[*value]int{}
	for i, v := range a.kernel.order {
		var temporary []int
		s := func() int {
			r := a.vectors.take()
			temporary = append(temporary, r)
			return r
		}
		if v.op == input {
			a.where[v] = a.pool(v).take()
			a.target.load(a.w, v.from, a.where[v], tail, s)
		} else {
			args := a.arguments(v, s)
			d := a.result(i, v)
			a.target.do(a.w, v, d, args, s)
			a.end(i, v, d)
			a.where[v] = d
		}
		for _, r := range temporary {
			a.vectors.give(r)
		}
	}
	a.target.store(a.w, a.kernel.y(), a.where[a.kernel.result], tail, a.vectors.take)
}

// arguments returns the registers of a value's operands.
func (a *assignment) arguments(v *value, s scratch) (regs []int) {
	for _, arg := range v.args {
		switch arg.op {
		case scalar:
			regs = append(regs, a.scalars[arg.from])
		case number:
			r, held := a.fixed[arg.bits]
			if !held {
				r = s()
				a.target.constant(a.w, arg.bits, r)
			}
			regs = append(regs, r)
		default:
			regs = append(regs, a.where[arg])
		}
	}
	return regs
}

// ends reports whether operation i is the last use of v, so its register can be freed. Scalars and constants keep their
// registers.
func ends(v *value, i int) bool { return v.op != scalar && v.op != number && v.last == i }

// result returns the register for a result: that of an operand that is not needed later, or a free one.
func (a *assignment) result(i int, v *value) int {
	for _, j := range a.target.shares(v.op) {
		if j < len(v.args) && ends(v.args[j], i) && v.args[j].truth == v.truth {
			return a.where[v.args[j]]
		}
	}
	return a.pool(v).take()
}

// end frees the registers of the operands that are not needed after operation i, except the register of the result.
func (a *assignment) end(i int, v *value, d int) {
	for j, arg := range v.args {
		again := slices.Index(v.args, arg) < j
		if ends(arg, i) && !again && (a.where[arg] != d || arg.truth != v.truth) {
			a.pool(arg).give(a.where[arg])
		}
	}
}
