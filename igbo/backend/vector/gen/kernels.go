package main

import "fmt"

// kernels describes all of them. Those of a name in GoMLX are entered under it.
func kernels() (all []*kernel) {
	unary := func(entry, name string, f func(k *kernel, x *value) *value) {
		all = append(all, describe("Unary."+entry, name, "slice", func(k *kernel, in ...*value) *value { return f(k, in[0]) }))
	}
	unary("Neg", "negate", func(k *kernel, x *value) *value { return k.do(xor, x, k.bits(sign)) })
	unary("Abs", "magnitude", func(k *kernel, x *value) *value { return k.do(and, x, k.bits(^uint32(sign))) })
	unary("Sign", "signum", signum)
	unary("Sqrt", "squareRoot", func(k *kernel, x *value) *value { return k.do(sqrt, x) })
	unary("Rsqrt", "inverseRoot", func(k *kernel, x *value) *value { return k.div(k.c(1), k.do(sqrt, x)) })
	unary("Exp", "exponential", exp)
	unary("Log", "logarithm", log)
	unary("Tanh", "hyperbolicTangent", tanh)
	unary("Logistic", "sigmoid", logistic)
	unary("Round", "rounded", func(k *kernel, x *value) *value { return k.do(toEven, x) })
	unary("Floor", "floor", func(k *kernel, x *value) *value { return k.do(down, x) })
	unary("Ceil", "ceiling", func(k *kernel, x *value) *value { return k.do(up, x) })

	binary := func(list, entry, name string, f func(k *kernel, a, b *value) *value) {
		for i, form := range []string{"Both", "Right", "Left"} {
			types := []string{"slice slice", "slice scalar", "scalar slice"}[i]
			all = append(all, describe(fmt.Sprintf("%s.%s.%s", list, entry, form), name+form, types, func(k *kernel, in ...*value) *value {
				return f(k, in[0], in[1])
			}))
		}
	}
	for _, o := range []struct {
		entry string
		op    operation
	}{{"Add", add}, {"Sub", sub}, {"Mul", mul}, {"Div", div}, {"Max", higher}, {"Min", lower}} {
		binary("Arithmetic", o.entry, string(o.op), func(k *kernel, a, b *value) *value { return k.do(o.op, a, b) })
	}
	for _, o := range []struct {
		entry string
		op    operation
	}{{"LessThan", less}, {"LessOrEqual", atMost}, {"Equal", equal}, {"NotEqual", different}} {
		binary("Comparison", o.entry, string(o.op), func(k *kernel, a, b *value) *value { return k.do(o.op, a, b) })
	}
	binary("Comparison", "GreaterThan", "greater", func(k *kernel, a, b *value) *value { return k.do(less, b, a) })
	binary("Comparison", "GreaterOrEqual", "atLeast", func(k *kernel, a, b *value) *value { return k.do(atMost, b, a) })

	for i, form := range []string{"Both", "Right", "Left"} {
		types := []string{"truths slice slice", "truths slice scalar", "truths scalar slice"}[i]
		all = append(all, describe("Where."+form, "where"+form, types, func(k *kernel, in ...*value) *value {
			return k.pick(in[0], in[1], in[2])
		}))
	}
	return append(all, describe("Ones", "ones", "truths", func(k *kernel, in ...*value) *value { return k.pick(in[0], k.c(1), k.c(0)) }))
}
