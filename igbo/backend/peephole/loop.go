package peephole

import "github.com/gomlx/compute"

// Closure implements compute.Function. If the wrapped backend runs programs, the closure is rewritten too.
func (f *function) Closure() (compute.Function, error) {
	inner, err := f.Function.Closure()
	if err != nil || !f.turns {
		return inner, err
	}
	return rewriting(inner, true), nil
}

// While implements compute.Function.
func (f *function) While(cond, body compute.Function, state ...compute.Value) ([]compute.Value, error) {
	return f.Function.While(unwrapped(cond), unwrapped(body), state...)
}

// If implements compute.Function.
func (f *function) If(condition compute.Value, yes, no compute.Function) ([]compute.Value, error) {
	return f.Function.If(condition, unwrapped(yes), unwrapped(no))
}

// Sort implements compute.Function.
func (f *function) Sort(less compute.Function, axis int, stable bool, inputs ...compute.Value) ([]compute.Value, error) {
	return f.Function.Sort(unwrapped(less), axis, stable, inputs...)
}

func unwrapped(f compute.Function) compute.Function {
	if own, ok := f.(*function); ok {
		return own.Function
	}
	return f
}

// Loops reports whether the wrapped backend can run a While as a program.
func (p *wrapper) Loops() bool {
	l, ok := p.Backend.(interface{ Loops() bool })
	return ok && l.Loops()
}

// Release frees the memory that the backend keeps for the next call.
func (p *wrapper) Release() {
	if b, ok := p.Backend.(interface{ Release() }); ok {
		b.Release()
	}
}

// Unrolled returns the same backend without support for loops, so package scan unrolls them.
func (p *wrapper) Unrolled() compute.Backend {
	if b, ok := p.Backend.(interface{ Unrolled() compute.Backend }); ok {
		return Wrap(b.Unrolled())
	}
	return p
}
