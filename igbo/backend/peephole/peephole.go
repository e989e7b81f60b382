package peephole

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// wrapper is a backend that rewrites the operations of main functions. It leaves data and execution to the wrapped
// backend.
type wrapper struct {
	compute.Backend
	own bool // the wrapped backend runs programs: its buffers name this wrapper as their backend, and its products accept transposed operands
}

// Wrap returns a backend that builds graphs on b, the embedded Go backend, without its slow operations. Transpose,
// broadcasts and reductions are slow there, because they visit elements through an index iterator. A reshape, a constant
// or a matrix product is faster. In the following list of rewrites, 1 is a vector of ones:
//
//	Reshape(x), x constant          → constant
//	Transpose(x), unit axes moved   → Reshape(x), or x
//	Transpose(Transpose(x))         → Transpose(x), or x
//	Transpose(A·B)                  → Bᵀ·Aᵀ
//	Aᵀ·B, A or B a vector           → a product without a transpose
//	Aᵀ·B                            → one transpose instead of two
//	A·Bᵀ, small                     → B transposed first
//	ΣA over first, last or all axes → 1ᵀ·A, A·1
//	A ∘ b, A ∘ bᵀ, ∘ of + − × max min → A ∘ 1·b, A ∘ bᵀ·1
//	sign(sign(x) + c)               → a comparison
//	c ∘ d, 1·x, x/1, x − 0 of constants c, d → constant, x
//
// Results differ only by rounding, because sums are reordered. A zero that is broadcast or summed may lose its sign. NaN
// and infinity propagate as before.
//
// Sums and broadcasts are rewritten for float32 and float64, the other operations for all types. Graphs with dynamic
// shapes and named functions are not rewritten. Closures are rewritten only if b was returned by package program.
//
// Each constant of ones has at most 65536 elements. Graphs can be built concurrently.
func Wrap(b compute.Backend) compute.Backend {
	w := &wrapper{Backend: b}
	if owner, ok := b.(interface{ OwnBuffers(outer compute.Backend) }); ok {
		owner.OwnBuffers(w)
		w.own = true
	}
	return w
}

// Builder implements compute.Backend.
func (p *wrapper) Builder(name string) compute.Builder {
	b := p.Backend.Builder(name)
	return &builder{Builder: b, backend: p, main: rewriting(b.Main(), p.own)}
}

func rewriting(f compute.Function, turns bool) *function {
	return &function{Function: f, turns: turns, definitions: map[compute.Value]definition{}, ones: map[onesKey]compute.Value{}}
}

// builder is a compute.Builder whose main function rewrites operations.
type builder struct {
	compute.Builder
	backend *wrapper
	main    *function
}

// Compile implements compute.Builder.
func (b *builder) Compile() (compute.Executable, error) {
	e, err := b.Builder.Compile()
	if err != nil {
		return nil, err
	}
	b.main.definitions, b.main.ones = nil, nil
	if b.backend.own {
		return e, nil
	}
	return &executable{e, b.backend}, nil
}

// Main implements compute.Builder.
func (b *builder) Main() compute.Function { return b.main }

// function rewrites the operations added to a main function, or to a closure if the wrapped backend runs programs. A
// rewrite returns false if it does not apply. The operation then goes to the wrapped function, which also reports invalid
// arguments.
type function struct {
	compute.Function
	turns       bool // products accept transposed operands
	definitions map[compute.Value]definition
	ones        map[onesKey]compute.Value
}

// definition holds the known facts about a value. Unset fields are unknown.
type definition struct {
	transposed compute.Value // the operand, if this value is a transpose with the permutation permuted
	permuted   []int
	product    *product      // the matrix product that computes this value
	constant   any           // the flat data, if this is a small constant
	splat      *float64      // the value of every element, if all are equal
	sign       compute.Value // the operand, if this value is a sign
	step       *step         // set if this value is a shifted sign
}

// define updates the definition of v.
func (f *function) define(v compute.Value, add func(*definition)) {
	d := f.definitions[v]
	add(&d)
	f.definitions[v] = d
}

// static returns the shape of v if it is known, static and not empty.
func (f *function) static(v compute.Value) (shapes.Shape, bool) {
	s, err := f.Function.Shape(v)
	return s, err == nil && s.Ok() && !s.IsDynamic() && s.Size() > 0
}

// first converts the result of an operation to that of a rewrite: it returns v, and whether there was no error.
func first(v compute.Value, err error) (compute.Value, bool) { return v, err == nil && v != nil }
