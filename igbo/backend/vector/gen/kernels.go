package main

import "fmt"

// kernels returns the descriptions of all kernels. A binary operation without the form Left is commutative.
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

	binary := func(list, entry string, op operation, forms ...string) {
		for _, form := range forms {
			types := map[string]string{"Both": "slice slice", "Right": "slice scalar", "Left": "scalar slice"}[form]
			all = append(all, describe(fmt.Sprintf("%s.%s.%s", list, entry, form), string(op)+form, types, func(k *kernel, in ...*value) *value {
				return k.do(op, in[0], in[1])
			}))
		}
	}
	binary("Arithmetic", "Add", add, "Both", "Right")
	binary("Arithmetic", "Sub", sub, "Both", "Right", "Left")
	binary("Arithmetic", "Mul", mul, "Both", "Right")
	binary("Arithmetic", "Div", div, "Both", "Right", "Left")
	binary("Arithmetic", "Max", higher, "Both", "Right")
	binary("Arithmetic", "Min", lower, "Both", "Right")
	binary("Comparison", "LessThan", less, "Both", "Right", "Left")
	binary("Comparison", "LessOrEqual", atMost, "Both", "Right", "Left")
	binary("Comparison", "Equal", equal, "Both", "Right")
	binary("Comparison", "NotEqual", different, "Both", "Right")

	for i, form := range []string{"Both", "Right", "Left"} {
		types := []string{"truths slice slice", "truths slice scalar", "truths scalar slice"}[i]
		all = append(all, describe("Where."+form, "where"+form, types, func(k *kernel, in ...*value) *value {
			return k.pick(in[0], in[1], in[2])
		}))
	}
	return append(all, describe("Ones", "ones", "truths", func(k *kernel, in ...*value) *value { return k.pick(in[0], k.c(1), k.c(0)) }))
}

// mirrors maps comparisons to those with exchanged operands.
var mirrors = map[string]string{"LessThan": "GreaterThan", "LessOrEqual": "GreaterOrEqual"}
