package operator

import (
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
)

// reduced returns a reduction over axes. If there are no axes to reduce, as for a scalar, it applies alone
// instead.
func reduced(f func(x *Node, axes ...int) *Node, alone func(x *Node) *Node) operation {
	return one(func(c *call) *Node {
		x := c.in(0)
		list := c.list("axes")
		if c.has(1) {
			list = c.ints(1, "its axes")
		}
		axes := c.axes(list, x.Rank())
		if len(axes) == 0 {
			if c.flag("noop_with_empty_axes") {
				return alone(x)
			}
			axes = from(0, x.Rank())
		}
		if len(axes) == 0 { // a scalar
			return alone(x)
		}
		if c.flag("keepdims") {
			return keepDims(f, x, axes...)
		}
		return f(x, axes...)
	})
}

func itself(x *Node) *Node { return Identity(x) }
func square(x *Node) *Node { return Mul(x, x) }

// reductions lists the reductions over axes.
var reductions = map[string]operation{
	"ReduceSum":  reduced(ReduceSum, itself),
	"ReduceMean": reduced(ReduceMean, itself),
	"ReduceProd": reduced(ReduceMultiply, itself),
	"ReduceMax": reduced(func(x *Node, axes ...int) *Node {
		if x.DType() == dtypes.Bool {
			return ReduceLogicalOr(x, axes...)
		}
		return ReduceMax(x, axes...)
	}, itself),
	"ReduceMin": reduced(func(x *Node, axes ...int) *Node {
		if x.DType() == dtypes.Bool {
			return ReduceLogicalAnd(x, axes...)
		}
		return ReduceMin(x, axes...)
	}, itself),
	"ReduceL1":        reduced(func(x *Node, axes ...int) *Node { return ReduceSum(Abs(x), axes...) }, Abs),
	"ReduceL2":        reduced(func(x *Node, axes ...int) *Node { return Sqrt(ReduceSum(square(x), axes...)) }, Abs),
	"ReduceSumSquare": reduced(func(x *Node, axes ...int) *Node { return ReduceSum(square(x), axes...) }, square),
	"ReduceLogSum":    reduced(func(x *Node, axes ...int) *Node { return Log(ReduceSum(x, axes...)) }, func(x *Node) *Node { return Log(x) }),
	"ReduceLogSumExp": reduced(logSumExp, itself),
	"ArgMax":          one(func(c *call) *Node { return extreme(c, ArgMax) }),
	"ArgMin":          one(func(c *call) *Node { return extreme(c, ArgMin) }),
	"CumSum": one(func(c *call) *Node {
		x := c.in(0)
		o := &CumSumOptions{Exclusive: c.flag("exclusive"), Reverse: c.flag("reverse")}
		return CumSum(x, c.axis(c.one(1, "its axis"), x.Rank()), o)
	}),
	"CumProd": one(cumulated),
	"Softmax": one(func(c *call) *Node {
		x := c.in(0)
		return softmax(x, c.axis(c.int("axis"), x.Rank()))
	}),
	"LogSoftmax": one(func(c *call) *Node {
		x := c.in(0)
		axis := c.axis(c.int("axis"), x.Rank())
		z := Sub(x, StopGradient(keepDims(ReduceMax, x, axis)))
		return Sub(z, Log(keepDims(ReduceSum, Exp(z), axis)))
	}),
	"Hardmax": one(func(c *call) *Node {
		x := c.in(0)
		axis := c.axis(c.int("axis"), x.Rank())
		first := InsertAxes(ArgMax(x, axis, dtypes.Int64), axis)
		return ConvertDType(Equal(places(x.Graph(), axis, dims(x)...), BroadcastToDims(first, dims(x)...)), x.DType())
	}),
	"GlobalAveragePool": global(ReduceMean),
	"GlobalMaxPool":     global(ReduceMax),
	"GlobalLpPool": one(func(c *call) *Node {
		x, p := c.in(0), float64(c.int("p"))
		return power(keepDims(ReduceSum, power(Abs(x), p), spatial(x)...), 1/p)
	}),
}

// keepDims reduces axes and keeps them with size 1.
func keepDims(f func(x *Node, axes ...int) *Node, x *Node, axes ...int) *Node {
	d := dims(x)
	for _, a := range axes {
		d[a] = 1
	}
	return Reshape(f(x, axes...), d...)
}

func softmax(x *Node, axis int) *Node {
	e := Exp(Sub(x, StopGradient(keepDims(ReduceMax, x, axis))))
	return Div(e, keepDims(ReduceSum, e, axis))
}

func logSumExp(x *Node, axes ...int) *Node {
	if x.Shape().Size() == 0 {
		return Log(ReduceSum(Exp(x), axes...))
	}
	most := StopGradient(keepDims(ReduceMax, x, axes...))
	y := Log(ReduceSum(Exp(Sub(x, most)), axes...))
	return Add(y, Reshape(most, dims(y)...))
}

// extreme returns the index of the largest or smallest element along an axis.
func extreme(c *call, f func(x *Node, axis int, dtype ...dtypes.DType) *Node) *Node {
	x := c.in(0)
	axis := c.axis(c.int("axis"), x.Rank())
	if c.flag("select_last_index") {
		x = Reverse(x, axis)
	}
	y := f(x, axis, dtypes.Int64)
	if c.flag("select_last_index") {
		y = Sub(number(y, float64(x.Shape().Dim(axis)-1)), y)
	}
	if c.flag("keepdims") {
		return InsertAxes(y, axis)
	}
	return y
}

// cumulated computes the cumulative product.
func cumulated(c *call) *Node {
	x := c.in(0)
	axis := c.axis(c.one(1, "its axis"), x.Rank())
	if c.flag("reverse") {
		x = Reverse(x, axis)
	}
	parts := Split(x, axis, x.Shape().Dim(axis))
	so := filled(x, 1, dims(parts[0])...)
	for i, p := range parts {
		next := Mul(so, p)
		if parts[i] = next; c.flag("exclusive") {
			parts[i] = so
		}
		so = next
	}
	y := Concatenate(parts, axis)
	if c.flag("reverse") {
		return Reverse(y, axis)
	}
	return y
}

// spatial returns the axes after the batch and channel axes.
func spatial(x *Node) []int { return from(2, x.Rank()) }

func global(f func(x *Node, axes ...int) *Node) operation {
	return one(func(c *call) *Node { return keepDims(f, c.in(0), spatial(c.in(0))...) })
}

// power computes x^p for x ≥ 0.
func power(x *Node, p float64) *Node {
	switch p {
	case 1:
		return x
	case 2:
		return Mul(x, x)
	case 0.5:
		return Sqrt(x)
	}
	return Pow(x, number(x, p))
}
