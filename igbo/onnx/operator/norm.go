package operator

import (
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
)

// norms lists the normalisation operations.
var norms = map[string]operation{
	"BatchNormalization": one(func(c *call) *Node {
		if c.flag("training_mode") {
			c.refuse("uses the mean of its batch; export the model in evaluation mode (training_mode 0)")
		}
		x := c.in(0)
		at := func(i int) *Node { return channels(c.in(i), x.Rank()) }
		y := Div(Sub(x, at(3)), Sqrt(AddScalar(at(4), c.float("epsilon"))))
		return Add(Mul(y, at(1)), at(2))
	}),
	"LayerNormalization": func(c *call) []*Node {
		x := c.in(0)
		axes := from(c.axis(c.int("axis"), x.Rank()), x.Rank())
		mean := keepDims(ReduceMean, x, axes...)
		z := Sub(x, mean)
		inverse := Div(number(x, 1), Sqrt(AddScalar(keepDims(ReduceMean, Mul(z, z), axes...), c.float("epsilon"))))
		return []*Node{c.affine(Mul(z, inverse), 1, 2), mean, inverse}
	},
	"RMSNormalization": one(func(c *call) *Node {
		x := c.in(0)
		axes := from(c.axis(c.int("axis"), x.Rank()), x.Rank())
		size := Sqrt(AddScalar(keepDims(ReduceMean, Mul(x, x), axes...), c.float("epsilon")))
		return c.affine(Div(x, size), 1, 2)
	}),
	"InstanceNormalization": one(func(c *call) *Node {
		x := c.in(0)
		y := standardized(x, spatial(x), c.float("epsilon"))
		return Add(Mul(y, channels(c.in(1), x.Rank())), channels(c.in(2), x.Rank()))
	}),
	"GroupNormalization": one(func(c *call) *Node {
		x, groups := c.in(0), c.int("num_groups")
		d := dims(x)
		if groups < 1 || d[1]%groups != 0 {
			c.refuse("has %d groups for %d channels, want groups of the same size (the file is damaged)", groups, d[1])
		}
		y := Reshape(x, slices.Concat([]int{d[0], groups, d[1] / groups}, d[2:])...)
		y = Reshape(standardized(y, from(2, y.Rank()), c.float("epsilon")), d...)
		of := func(i int) *Node { // one value per group before opset 21, one per channel since
			list := c.in(i)
			if n := list.Shape().Size(); n == groups && n != d[1] {
				list = Reshape(BroadcastToDims(Reshape(list, groups, 1), groups, d[1]/groups), d[1])
			}
			return channels(list, x.Rank())
		}
		return Add(Mul(y, of(1)), of(2))
	}),
	"MeanVarianceNormalization": one(func(c *call) *Node {
		x := c.in(0)
		axes := c.axes(c.list("axes"), x.Rank())
		z := Sub(x, keepDims(ReduceMean, x, axes...))
		return Div(z, AddScalar(Sqrt(keepDims(ReduceMean, Mul(z, z), axes...)), 1e-9))
	}),
	"LpNormalization": one(func(c *call) *Node {
		x := c.in(0)
		axis := c.axis(c.int("axis"), x.Rank())
		size := keepDims(ReduceSum, Abs(x), axis)
		if c.int("p") == 2 {
			size = Sqrt(keepDims(ReduceSum, Mul(x, x), axis))
		}
		zero := Equal(size, number(x, 0))
		return choose(zero, number(x, 0), Div(x, choose(zero, number(x, 1), size)))
	}),
	"DequantizeLinear": one(dequantized),
	"RotaryEmbedding":  one(rotary),
	"Attention":        attention,
}

// from returns the axes from axis to rank−1.
func from(axis, rank int) (axes []int) {
	for i := axis; i < rank; i++ {
		axes = append(axes, i)
	}
	return axes
}

// standardized shifts and scales x to mean 0 and variance 1 over the axes.
func standardized(x *Node, axes []int, epsilon float64) *Node {
	z := Sub(x, keepDims(ReduceMean, x, axes...))
	return Div(z, Sqrt(AddScalar(keepDims(ReduceMean, Mul(z, z), axes...), epsilon)))
}

// affine computes x·scale + bias. Both inputs are optional.
func (c *call) affine(x *Node, scale, bias int) *Node {
	if s := c.maybe(scale); s != nil {
		two := broadcast(x, s)
		x = Mul(two[0], two[1])
	}
	if b := c.maybe(bias); b != nil {
		two := broadcast(x, b)
		x = Add(two[0], two[1])
	}
	return x
}

// dequantized computes (x − zero)·scale with one scale per tensor or one per element of an axis.
func dequantized(c *call) *Node {
	x, scale := c.in(0), c.in(1)
	if c.int("block_size") != 0 {
		c.refuse("has scales for blocks, which are unsupported (export the model without quantisation)")
	}
	d := slices.Repeat([]int{1}, x.Rank())
	if n := scale.Shape().Size(); n > 1 {
		d[c.axis(c.int("axis"), x.Rank())] = n
	} else if x.Rank() == 0 {
		d = nil
	}
	y := ConvertDType(x, scale.DType())
	if zero := c.maybe(2); zero != nil {
		y = Sub(y, Reshape(ConvertDType(zero, scale.DType()), d...))
	}
	return Mul(y, Reshape(scale, d...))
}
