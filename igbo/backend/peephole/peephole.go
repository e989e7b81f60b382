package peephole

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// wrapper is a backend whose main functions rewrite slow operations into
// fast ones while a graph is built. Data and execution are the wrapped
// backend's.
type wrapper struct {
	compute.Backend
	own bool // the wrapped backend runs programs: its buffers name this one as theirs, its products read transposes
}

// Wrap wraps the embedded Go backend such that graphs built on it avoid
// its slow operations: those that visit elements through an index iterator
// (Transpose, broadcasts, reductions) where a reshape, a constant or a matrix
// product does the same. The rewrites, with 1 a constant of ones:
//
//	Reshape(x), of a constant too   → x, a constant
//	Transpose(x), unit axes moved   → Reshape(x), or x
//	Transpose(Transpose(x))         → Transpose(x), or x
//	Transpose(A·B)                  → Bᵀ·Aᵀ
//	Aᵀ·B, a vector among them       → a product without a transpose
//	Aᵀ·B                            → one transpose instead of two
//	A·Bᵀ, small                     → B transposed first
//	ΣA over first, last or all axes → 1ᵀ·A, A·1
//	A ∘ b, A ∘ bᵀ, ∘ of + − × max min → A ∘ 1·b, A ∘ bᵀ·1
//	sign(sign(x) + c)               → a comparison
//	c ∘ d, 1·x, x/1, x − 0 of constants c, d → constant, x
//
// Values change by the rounding of reordered sums only, and a zero that is
// broadcast or summed may lose its sign; NaN and infinity spread as before.
// Sums and broadcasts are rewritten in float32 and float64, the rest in any
// type. Graphs with dynamic shapes and named functions stay as they are, and
// so do closures where the wrapped backend runs no programs.
//
// Memory: constants of ones, at most onesLimit elements each. Safe for
// graphs built concurrently.
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

// builder is a builder with a rewriting main function.
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

// function rewrites the operations that are added to a main function, or to a closure of a program.
// Each rewrite returns false where it does not apply, and the operation then
// goes to the wrapped function, which also judges invalid arguments.
type function struct {
	compute.Function
	turns       bool // products read their factors transposed
	definitions map[compute.Value]definition
	ones        map[onesKey]compute.Value
}

// definition is what is known of a value.
type definition struct {
	transposed compute.Value // the value this one transposes by permutation
	permuted   []int
	product    *product      // the product that gives this value
	constant   any           // the flat data of a constant
	splat      *float64      // the value of all elements
	sign       compute.Value // the value whose sign this is
	step       *step
}

// define adds to what is known of v.
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

// first returns v where err is nil, for rewrites of one step.
func first(v compute.Value, err error) (compute.Value, bool) { return v, err == nil && v != nil }
