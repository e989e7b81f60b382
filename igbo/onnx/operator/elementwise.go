package operator

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// of returns an operation that applies f to its first input.
func of(f func(x *Node) *Node) operation { return one(func(c *call) *Node { return f(c.in(0)) }) }

// rounded returns an operation that leaves integers unchanged.
func rounded(f func(x *Node) *Node) operation {
	return of(func(x *Node) *Node {
		if x.DType().IsInt() {
			return x
		}
		return f(x)
	})
}

// elementwise lists the elementwise operations on one tensor.
var elementwise = map[string]operation{
	"Identity": of(func(x *Node) *Node { return Identity(x) }),
	"Abs":      of(Abs), "Neg": of(func(x *Node) *Node { return Neg(x) }), "Sign": of(Sign),
	"Ceil": rounded(Ceil), "Floor": rounded(Floor), "Round": rounded(func(x *Node) *Node { return Round(x) }),
	"Exp": of(func(x *Node) *Node { return Exp(x) }), "Log": of(func(x *Node) *Node { return Log(x) }),
	"Sqrt": of(func(x *Node) *Node { return Sqrt(x) }), "Reciprocal": of(func(x *Node) *Node { return Div(number(x, 1), x) }),
	"Erf": of(func(x *Node) *Node { return Erf(x) }), "Tanh": of(func(x *Node) *Node { return Tanh(x) }), "Sigmoid": of(Sigmoid),
	"Sin": of(func(x *Node) *Node { return Sin(x) }), "Cos": of(func(x *Node) *Node { return Cos(x) }),
	"Tan":  of(func(x *Node) *Node { return Div(Sin(x), Cos(x)) }),
	"Asin": of(func(x *Node) *Node { return Atan2(x, Sqrt(Mul(OneMinus(x), OnePlus(x)))) }),
	"Acos": of(func(x *Node) *Node { return Atan2(Sqrt(Mul(OneMinus(x), OnePlus(x))), x) }),
	"Atan": of(func(x *Node) *Node { return Atan2(x, filled(x, 1, dims(x)...)) }),
	"Sinh": of(func(x *Node) *Node { e := Expm1(x); return MulScalar(Add(e, Div(e, OnePlus(e))), 0.5) }),
	"Cosh": of(func(x *Node) *Node { return MulScalar(Add(Exp(x), Exp(Neg(x))), 0.5) }),
	"Asinh": of(func(x *Node) *Node { // log(a + √(a²+1)) with a = |x|, accurate near 0
		a := negative(x, Neg(x), x)
		y := Log1p(Add(a, Div(Mul(a, a), OnePlus(Sqrt(OnePlus(Mul(a, a)))))))
		return negative(x, Neg(y), y)
	}),
	"Acosh": of(func(x *Node) *Node { return Log(Add(x, Sqrt(Mul(MinusOne(x), OnePlus(x))))) }),
	"Atanh": of(func(x *Node) *Node { return MulScalar(Sub(Log1p(x), Log1p(Neg(x))), 0.5) }),
	"Relu":  of(func(x *Node) *Node { return Max(x, number(x, 0)) }),
	"Elu":   one(func(c *call) *Node { return elu(c.in(0), c.float("alpha"), 1) }),
	"Celu":  one(func(c *call) *Node { return elu(c.in(0), c.float("alpha"), c.float("alpha")) }),
	"Selu": one(func(c *call) *Node {
		return MulScalar(elu(c.in(0), c.float("alpha"), 1), c.float("gamma"))
	}),
	"LeakyRelu": one(func(c *call) *Node { return negative(c.in(0), MulScalar(c.in(0), c.float("alpha")), c.in(0)) }),
	"PRelu": one(func(c *call) *Node {
		x := broadcast(c.in(0), c.in(1))
		return negative(x[0], Mul(x[0], x[1]), x[0])
	}),
	"ThresholdedRelu": one(func(c *call) *Node {
		x := c.in(0)
		return choose(GreaterThan(x, number(x, c.float("alpha"))), x, number(x, 0))
	}),
	"HardSigmoid": one(func(c *call) *Node { return hardSigmoid(c.in(0), c.float("alpha"), c.float("beta")) }),
	"HardSwish":   of(func(x *Node) *Node { return Mul(x, hardSigmoid(x, 1.0/6, 0.5)) }),
	"Softplus":    of(softplus),
	"Softsign":    of(func(x *Node) *Node { return Div(x, OnePlus(Abs(x))) }),
	"Mish":        of(func(x *Node) *Node { return Mul(x, Tanh(softplus(x))) }),
	"Swish":       one(func(c *call) *Node { return Mul(c.in(0), Sigmoid(MulScalar(c.in(0), c.float("alpha")))) }),
	"Gelu":        one(func(c *call) *Node { return gelu(c.in(0), c.text("approximate") == "tanh") }),
	"Shrink": one(func(c *call) *Node {
		x, bias, limit := c.in(0), c.float("bias"), c.float("lambd")
		above, below := GreaterThan(x, number(x, limit)), LessThan(x, number(x, -limit))
		return choose(above, Sub(x, number(x, bias)), choose(below, Add(x, number(x, bias)), number(x, 0)))
	}),
	"IsNaN": of(func(x *Node) *Node { return NotEqual(x, x) }),
	"IsInf": one(func(c *call) *Node {
		x := c.in(0)
		up, down := Equal(x, number(x, math.Inf(1))), Equal(x, number(x, math.Inf(-1)))
		if !c.flag("detect_negative") {
			down = LogicalAnd(down, LogicalNot(down))
		}
		if !c.flag("detect_positive") {
			up = LogicalAnd(up, LogicalNot(up))
		}
		return LogicalOr(up, down)
	}),
	"Not":        of(func(x *Node) *Node { return LogicalNot(x) }),
	"BitwiseNot": of(func(x *Node) *Node { return BitwiseNot(x) }),
	"Clip":       one(clip),
	"Cast":       one(func(c *call) *Node { return c.cast(c.in(0), int32(c.int("to"))) }),
	"CastLike":   one(func(c *call) *Node { return converted(c.in(0), c.in(1).DType()) }),
	"Dropout":    dropout,
}

// softplus computes log(1 + exp(x)) without overflow.
func softplus(x *Node) *Node { return Add(Max(x, number(x, 0)), Log1p(Exp(Neg(Abs(x))))) }

// elu computes x, or α·(exp(x/β) − 1) for x < 0.
func elu(x *Node, alpha, beta float64) *Node {
	e := Expm1(Div(Min(x, number(x, 0)), number(x, beta)))
	return negative(x, MulScalar(e, alpha), x)
}

// negative returns y where x < 0 and z elsewhere.
func negative(x, y, z *Node) *Node { return choose(LessThan(x, number(x, 0)), y, z) }

func hardSigmoid(x *Node, alpha, beta float64) *Node {
	line := AddScalar(MulScalar(x, alpha), beta)
	return Max(Min(line, number(x, 1)), number(x, 0))
}

func gelu(x *Node, tanh bool) *Node {
	if tanh {
		inner := MulScalar(Add(x, MulScalar(Mul(x, Mul(x, x)), 0.044715)), math.Sqrt(2/math.Pi))
		return MulScalar(Mul(x, OnePlus(Tanh(inner))), 0.5)
	}
	return MulScalar(Mul(x, OnePlus(Erf(MulScalar(x, 1/math.Sqrt2)))), 0.5)
}

func clip(c *call) *Node {
	x := c.in(0)
	if low := c.maybe(1); low != nil {
		x = Max(x, Reshape(low))
	}
	if high := c.maybe(2); high != nil {
		x = Min(x, Reshape(high))
	}
	return Identity(x)
}

// cast converts x to an ONNX element type.
func (c *call) cast(x *Node, elem int32) *Node {
	dtype, err := standard.DTypeOf(elem)
	if err != nil {
		c.refuse("converts its input: %v", err)
	}
	return converted(x, dtype)
}

// converted converts x to a dtype. As a boolean, every nonzero number is true.
func converted(x *Node, dtype dtypes.DType) *Node {
	switch {
	case x.DType() == dtype:
		return Identity(x)
	case dtype == dtypes.Bool:
		return NotEqual(x, number(x, 0))
	}
	return ConvertDType(x, dtype)
}

// dropout returns its input unchanged, as dropout does at inference.
func dropout(c *call) []*Node {
	if c.has(2) && c.one(2, "its training_mode") != 0 {
		c.refuse("draws random numbers; export the model in evaluation mode (training_mode false)")
	}
	x := c.in(0)
	return []*Node{Identity(x), BroadcastToDims(Const(x.Graph(), true), dims(x)...)}
}
