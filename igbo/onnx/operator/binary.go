package operator

import (
	"math"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// broadcast prepends axes of size 1 to give all tensors the same rank. Scalars are left unchanged.
func broadcast(xs ...*Node) []*Node {
	rank := 0
	for _, x := range xs {
		rank = max(rank, x.Rank())
	}
	return xslices.Map(xs, func(x *Node) *Node { return broadcastTo(x, rank) })
}

// common returns the dimensions to which the tensors broadcast.
func common(xs ...*Node) []int {
	xs = broadcast(xs...)
	var out []int
	for _, x := range xs {
		for i, d := range x.Shape().Dimensions {
			if i >= len(out) {
				out = append(out, d)
			} else if out[i] == 1 {
				out[i] = d
			}
		}
	}
	return out
}

// choose returns a where the condition holds and b elsewhere.
func choose(condition, a, b *Node) *Node {
	dims := common(condition, a, b)
	return Where(spread(condition, dims), spread(a, dims), spread(b, dims))
}

// spread broadcasts a tensor to the given dimensions.
func spread(x *Node, dims []int) *Node {
	if slices.Equal(x.Shape().Dimensions, dims) {
		return x
	}
	return BroadcastToDims(broadcastTo(x, len(dims)), dims...)
}

func broadcastTo(x *Node, rank int) *Node {
	if x.IsScalar() {
		return x
	}
	return ExpandLeftToRank(x, rank)
}

// pairs returns an operation on two tensors.
func pairs(f func(a, b *Node) *Node) operation {
	return one(func(c *call) *Node {
		x := broadcast(c.in(0), c.in(1))
		if x[0].DType() != x[1].DType() {
			c.refuse("has inputs of type %s and %s, want the same type (the file is damaged)", x[0].DType(), x[1].DType())
		}
		return f(x[0], x[1])
	})
}

// chained returns an operation that folds f over one or more tensors.
func chained(f func(a, b *Node) *Node) operation {
	return one(func(c *call) *Node { return chain(c, f) })
}

func chain(c *call, f func(a, b *Node) *Node) *Node {
	y := Identity(c.in(0))
	for _, x := range c.all()[1:] {
		two := broadcast(y, x)
		y = f(two[0], two[1])
	}
	return y
}

func add(a, b *Node) *Node { return Add(a, b) }

// binaries lists the elementwise operations on two or more tensors.
var binaries = map[string]operation{
	"Add": pairs(add), "Sub": pairs(func(a, b *Node) *Node { return Sub(a, b) }),
	"Mul": pairs(func(a, b *Node) *Node { return Mul(a, b) }), "Div": pairs(func(a, b *Node) *Node { return Div(a, b) }),
	"Max": chained(func(a, b *Node) *Node { return Max(a, b) }), "Min": chained(func(a, b *Node) *Node { return Min(a, b) }),
	"Sum":   chained(add),
	"Mean":  one(func(c *call) *Node { return Div(chain(c, add), number(c.in(0), float64(len(c.n.Input)))) }),
	"Equal": pairs(func(a, b *Node) *Node { return Equal(a, b) }),
	"Less":  pairs(func(a, b *Node) *Node { return LessThan(a, b) }), "Greater": pairs(func(a, b *Node) *Node { return GreaterThan(a, b) }),
	"LessOrEqual":    pairs(func(a, b *Node) *Node { return LessOrEqual(a, b) }),
	"GreaterOrEqual": pairs(func(a, b *Node) *Node { return GreaterOrEqual(a, b) }),
	"And":            pairs(func(a, b *Node) *Node { return LogicalAnd(a, b) }), "Or": pairs(func(a, b *Node) *Node { return LogicalOr(a, b) }),
	"Xor":        pairs(func(a, b *Node) *Node { return NotEqual(a, b) }),
	"BitwiseAnd": pairs(func(a, b *Node) *Node { return BitwiseAnd(a, b) }), "BitwiseOr": pairs(func(a, b *Node) *Node { return BitwiseOr(a, b) }),
	"BitwiseXor": pairs(func(a, b *Node) *Node { return BitwiseXor(a, b) }),
	"BitShift": one(func(c *call) *Node {
		x := broadcast(c.in(0), c.in(1))
		if c.text("direction") == "LEFT" {
			return BitwiseShiftLeft(x[0], x[1])
		}
		return BitwiseShiftRightLogical(x[0], x[1])
	}),
	"Where": one(func(c *call) *Node { return choose(c.in(0), c.in(1), c.in(2)) }),
	"Mod":   one(mod),
	"Pow":   one(pow),
}

// mod has the sign of the divisor or, if fmod is set, of the dividend.
func mod(c *call) *Node {
	x := broadcast(c.in(0), c.in(1))
	a, b := x[0], x[1]
	r := Mod(a, b)
	if c.flag("fmod") || a.DType().IsUnsigned() {
		return r
	}
	zero := number(r, 0)
	other := NotEqual(LessThan(r, zero), LessThan(b, number(b, 0)))
	return choose(LogicalAnd(NotEqual(r, zero), spread(other, dims(r))), Add(r, b), r)
}

// pow computes a to the power b, in the dtype of a. A small integer exponent becomes a product because its
// derivative is also correct for negative a.
func pow(c *call) *Node {
	a := c.in(0)
	if t := c.numbers(c.n.Input[1]); t != nil && t.Size() == 1 && t.Rank() <= a.Rank() {
		e := standard.Floats(t)[0]
		switch {
		case e == math.Trunc(e) && e >= 1 && e <= 8:
			return product(a, int(e))
		case a.DType().IsFloat() && e == 0.5:
			return Sqrt(a)
		case a.DType().IsFloat() && e == math.Trunc(e) && e < 0 && e >= -8:
			return Div(number(a, 1), product(a, -int(e)))
		case a.DType().IsFloat():
			return Pow(a, number(a, e))
		}
	}
	b := c.in(1)
	x := broadcast(a, b)
	switch {
	case a.DType() == b.DType() && a.DType().IsFloat():
		return Pow(x[0], x[1])
	case a.DType().IsFloat():
		return Pow(x[0], ConvertDType(x[1], a.DType()))
	}
	return ConvertDType(Pow(ConvertDType(x[0], dtypes.Float64), ConvertDType(x[1], dtypes.Float64)), a.DType())
}

// product computes a·a·… with n factors.
func product(a *Node, n int) *Node {
	if n == 1 {
		return Identity(a)
	}
	half := product(a, n/2)
	if n%2 == 0 {
		return Mul(half, half)
	}
	return Mul(Mul(half, half), a)
}
