package main

import (
	"fmt"
	"math"
	"strings"
)

// operation is what a value of a kernel is computed by, element by element.
type operation string

// The operations. All are those of IEEE 754 with one rounding, so that every target gives the same bits.
const (
	input  operation = "input"  // an element of a slice
	scalar operation = "scalar" // a number that the function takes
	number operation = "number" // a constant

	add  operation = "add"
	sub  operation = "sub"
	mul  operation = "mul"
	div  operation = "div"
	fma  operation = "fma" // a·b + c
	sqrt operation = "sqrt"

	least  operation = "least" // minimum and maximum of numbers that are not NaN, nor both zero
	most   operation = "most"
	lower  operation = "lower" // as Go's min and max: NaN where one is, and −0 is below +0
	higher operation = "higher"

	toEven operation = "toEven" // rounded to a whole number
	down   operation = "down"
	up     operation = "up"
	scale  operation = "scale" // a·2^b of a whole b, −252 ≤ b ≤ 252, and 2^−1 ≤ |a| < 4

	and operation = "and" // of the bits
	or  operation = "or"
	xor operation = "xor"

	minus   operation = "minus" // of the bits as whole numbers
	shift   operation = "shift" // left, by a constant
	arshift operation = "arshift"
	float   operation = "float" // the number whose bits as a whole number these are

	less      operation = "less" // truth values
	atMost    operation = "atMost"
	equal     operation = "equal"
	different operation = "different"
	nan       operation = "nan"
	pick      operation = "pick" // b where a holds, else c
)

// truth reports whether an operation gives a truth value.
func (o operation) truth() bool {
	switch o {
	case less, atMost, equal, different, nan:
		return true
	}
	return false
}

// value is a vector in a kernel.
type value struct {
	op    operation
	args  []*value
	bits  uint32     // of a number; the distance of a shift
	from  *parameter // of an input or a scalar
	last  int        // the place in the kernel's order of its last use
	truth bool
}

// parameter is what a kernel's function takes.
type parameter struct {
	name          string
	slice, truths bool
	offset        int    // in the frame
	register      string // that holds its address
	single        bool   // what is left goes one by one
}

// goType is the parameter's type.
func (p *parameter) goType() string {
	switch {
	case p.truths:
		return "[]bool"
	case p.slice:
		return "[]float32"
	}
	return "float32"
}

// kernel is a function y = f(…) of slices, element by element.
type kernel struct {
	name       string
	entry      string // its place in a set
	parameters []*parameter
	order      []*value // the operations in order of computation
	numbers    []*value
	result     *value
}

// y is the slice of the results.
func (k *kernel) y() *parameter { return k.parameters[0] }

// describe makes a kernel; f describes its result by its parameters. The types are a word a
// parameter: slice, truths or scalar.
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

// do appends an operation.
func (k *kernel) do(op operation, args ...*value) *value {
	v := &value{op: op, args: args, truth: op.truth()}
	k.order = append(k.order, v)
	return v
}

// bits is the constant of these bits.
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

// c is a constant.
func (k *kernel) c(v float64) *value { return k.bits(math.Float32bits(float32(v))) }

// Shorthands.
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

// polynomial is c0·xⁿ + c1·xⁿ⁻¹ + …, by Horner's rule.
func (k *kernel) polynomial(x *value, c ...float64) *value {
	y := k.c(c[0])
	for _, v := range c[1:] {
		y = k.fma(y, x, k.c(v))
	}
	return y
}

// lifetimes notes the last use of every value.
func (k *kernel) lifetimes() {
	for i, v := range k.order {
		for _, a := range v.args {
			a.last = i
		}
	}
	k.result.last = len(k.order)
	for _, v := range k.order {
		if v.last == 0 && v != k.result {
			panic(fmt.Errorf("%s: a value of %s is not used", k.name, v.op))
		}
	}
}

// signature is the parameters of the kernel's function in Go.
func (k *kernel) signature() string {
	var s []string
	for _, p := range k.parameters {
		s = append(s, p.name+" "+p.goType())
	}
	return strings.Join(s, ", ")
}

// frame is the size of the parameters in bytes.
func (k *kernel) frame() int {
	last := k.parameters[len(k.parameters)-1]
	if last.slice {
		return last.offset + 24
	}
	return last.offset + 4
}

// slices is the parameters that are slices, y first.
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
