package main

import (
	"fmt"
	"math"
	"strings"
)

// operation is an element-wise operation in a kernel.
type operation string

// All operations follow IEEE 754 and round once, so every target gives the same bits.
const (
	input  operation = "input"  // element of a slice
	scalar operation = "scalar" // number parameter
	number operation = "number" // constant

	add  operation = "add"
	sub  operation = "sub"
	mul  operation = "mul"
	div  operation = "div"
	fma  operation = "fma" // a·b + c
	sqrt operation = "sqrt"

	least  operation = "least"  // minimum; the operands must not be NaN, nor both zero
	most   operation = "most"   // maximum, with the same restriction
	lower  operation = "lower"  // Go's min: NaN if an operand is NaN, and −0 < +0
	higher operation = "higher" // Go's max

	toEven operation = "toEven" // round to an integer: to nearest even, down, up
	down   operation = "down"
	up     operation = "up"
	scale  operation = "scale" // a·2^b for an integer b, −252 ≤ b ≤ 252, and 2^−1 ≤ |a| < 4

	and operation = "and" // bitwise
	or  operation = "or"
	xor operation = "xor"

	minus   operation = "minus" // difference of the bits as integers
	shift   operation = "shift" // left shift of the bits by a constant
	arshift operation = "arshift"
	float   operation = "float" // convert the bits, as an integer, to float32

	less      operation = "less" // the comparisons give truth values
	atMost    operation = "atMost"
	equal     operation = "equal"
	different operation = "different"
	nan       operation = "nan"
	pick      operation = "pick" // b if a is true, otherwise c
)

// truth reports whether the result of an operation is a truth value.
func (o operation) truth() bool {
	switch o {
	case less, atMost, equal, different, nan:
		return true
	}
	return false
}

// value is the result of an operation in a kernel.
type value struct {
	op    operation
	args  []*value
	bits  uint32     // of a number; for a shift, the number of bits
	from  *parameter // for an input or a scalar
	last  int        // index in kernel.order of the last operation that uses the value
	truth bool
}

// parameter is a parameter of the generated function.
type parameter struct {
	name          string
	slice, truths bool
	offset        int    // offset in the argument frame
	register      string // register that holds the address of a slice
	single        bool   // remaining elements are processed one by one
}

// goType returns the Go type of the parameter.
func (p *parameter) goType() string {
	switch {
	case p.truths:
		return "[]bool"
	case p.slice:
		return "[]float32"
	}
	return "float32"
}

// kernel describes a function y = f(…) that works element by element.
type kernel struct {
	name       string
	entry      string // path of its field in Set, such as Unary.Exp
	parameters []*parameter
	order      []*value // operations in the order of computation
	numbers    []*value
	result     *value
}

// y returns the parameter for the results.
func (k *kernel) y() *parameter { return k.parameters[0] }

// describe returns a kernel. types lists the types of its parameters: slice, truths or scalar, separated by spaces. f
// builds the result from the parameters.
func describe(entry, name, types string, f func(k *kernel, in ...*value) *value) *kernel {
	k := &kernel{name: name, entry: entry, parameters: []*parameter{{name: "y", slice: true}}}
	var in []*value
	names := strings.Split("abc", "")
	for i, t := range strings.Fields(types) {
		p := &parameter{name: names[i], slice: t != "scalar", truths: t == "truths"}
		k.parameters = append(k.parameters, p)
		v := &value{op: scalar, from: p}
		if p.slice {
			v = k.do(input)
			v.from, v.truth = p, p.truths
		}
		in = append(in, v)
	}
	k.result = f(k, in...)
	k.y().truths = k.result.truth
	at := 0
	for _, p := range k.parameters {
		p.offset = at
		if at += 4; p.slice {
			p.offset = (p.offset + 7) &^ 7
			at = p.offset + 24
		}
	}
	k.lifetimes()
	return k
}

// do appends an operation and returns its value.
func (k *kernel) do(op operation, args ...*value) *value {
	v := &value{op: op, args: args, truth: op.truth()}
	k.order = append(k.order, v)
	return v
}

// bits returns the constant with the given bits.
func (k *kernel) bits(bits uint32) *value {
	for _, c := range k.numbers {
		if c.bits == bits {
			return c
		}
	}
	c := &value{op: number, bits: bits}
	k.numbers = append(k.numbers, c)
	return c
}

// c returns the constant v, rounded to float32.
func (k *kernel) c(v float64) *value { return k.bits(math.Float32bits(float32(v))) }

// Shorthands for do.
func (k *kernel) add(a, b *value) *value     { return k.do(add, a, b) }
func (k *kernel) sub(a, b *value) *value     { return k.do(sub, a, b) }
func (k *kernel) mul(a, b *value) *value     { return k.do(mul, a, b) }
func (k *kernel) div(a, b *value) *value     { return k.do(div, a, b) }
func (k *kernel) fma(a, b, c *value) *value  { return k.do(fma, a, b, c) }
func (k *kernel) less(a, b *value) *value    { return k.do(less, a, b) }
func (k *kernel) isNaN(a *value) *value      { return k.do(nan, a) }
func (k *kernel) pick(c, t, f *value) *value { return k.do(pick, c, t, f) }
func (k *kernel) shift(op operation, a *value, by uint32) *value {
	v := k.do(op, a)
	v.bits = by
	return v
}

// polynomial builds c0·xⁿ + c1·xⁿ⁻¹ + … by Horner's method.
func (k *kernel) polynomial(x *value, c ...float64) *value {
	y := k.c(c[0])
	for _, v := range c[1:] {
		y = k.fma(y, x, k.c(v))
	}
	return y
}

// lifetimes records the last use of every value. It panics if a value is unused.
func (k *kernel) lifetimes() {
	for i, v := range k.order {
		for _, a := range v.args {
			a.last = i
		}
	}
	k.result.last = len(k.order)
	for _, v := range k.order {
		if v.last == 0 && v != k.result {
			panic(fmt.Errorf("%s: the result of %s is not used", k.name, v.op))
		}
	}
}

// signature returns the parameter list of the Go function.
func (k *kernel) signature() string {
	var s []string
	for _, p := range k.parameters {
		s = append(s, p.name+" "+p.goType())
	}
	return strings.Join(s, ", ")
}

// frame returns the size of the arguments in bytes.
func (k *kernel) frame() int {
	last := k.parameters[len(k.parameters)-1]
	if last.slice {
		return last.offset + 24
	}
	return last.offset + 4
}

// slices returns the slice parameters, starting with y.
func (k *kernel) slices() (list []*parameter) {
	for _, p := range k.parameters {
		if p.slice {
			list = append(list, p)
		}
	}
	return list
}

// truths reports whether the kernel reads or writes truth values.
func (k *kernel) truths() bool {
	for _, p := range k.parameters {
		if p.truths {
			return true
		}
	}
	return false
}
