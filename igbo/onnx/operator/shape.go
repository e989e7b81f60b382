package operator

import (
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// shapers lists the operations that create constants or read or change shapes.
var shapers = map[string]operation{
	"Shape": func(c *call) []*Node {
		d := dims(c.in(0))
		from, to := c.int("start"), len(d)
		if a := c.attribute("end"); a != nil {
			to = int(a.I)
		}
		from, to = within(from, len(d)), within(to, len(d))
		return c.tells(d[from:max(from, to)])
	},
	"Size": func(c *call) []*Node {
		c.given[0] = tensors.FromScalar(int64(c.in(0).Shape().Size()))
		return nil
	},
	"Constant":        constantOf,
	"ConstantOfShape": one(constantOfShape),
	"Range":           one(rangeOf),
	"EyeLike": one(func(c *call) *Node {
		x, d := c.in(0), dims(c.in(0))
		eye := Equal(AddScalar(places(x.Graph(), 0, d...), float64(c.int("k"))), places(x.Graph(), 1, d...))
		if a := c.attribute("dtype"); a != nil {
			return c.cast(eye, int32(a.I))
		}
		return converted(eye, x.DType())
	}),
	"Reshape":   one(reshape),
	"Flatten":   one(flatten),
	"Squeeze":   one(squeeze),
	"Unsqueeze": one(unsqueeze),
	"Expand": one(func(c *call) *Node {
		x, to := c.in(0), c.ints(1, "its shape")
		d := make([]int, max(len(to), x.Rank()))
		for i := range d {
			a, b := 1, 1
			if k := i - len(d) + len(to); k >= 0 {
				a = to[k]
			}
			if k := i - len(d) + x.Rank(); k >= 0 {
				b = x.Shape().Dim(k)
			}
			if d[i] = a; a == 1 {
				d[i] = b
			}
		}
		c.fits(x.DType(), d...)
		return spread(x, d)
	}),
	"Tile": one(func(c *call) *Node {
		x, times := c.in(0), c.ints(1, "its repeats")
		c.same("repeats", len(times), x.Rank())
		var apart, whole, together []int
		for i, d := range x.Shape().Dimensions {
			apart, whole, together = append(apart, 1, d), append(whole, times[i], d), append(together, times[i]*d)
			c.fits(x.DType(), times[i], d)
		}
		c.fits(x.DType(), together...)
		return Reshape(BroadcastToDims(Reshape(x, apart...), whole...), together...)
	}),
	"Transpose": one(func(c *call) *Node {
		x, order := c.in(0), c.list("perm")
		if len(order) == 0 {
			for i := range x.Rank() {
				order = append(order, x.Rank()-1-i)
			}
		}
		if x.Rank() == 0 {
			return Identity(x)
		}
		return TransposeAllAxes(x, c.axes(order, x.Rank())...)
	}),
	"DepthToSpace": one(depthToSpace),
	"SpaceToDepth": one(func(c *call) *Node {
		x, b := c.in(0), c.int("blocksize")
		d := dims(x)
		y := Reshape(x, d[0], d[1], d[2]/b, b, d[3]/b, b)
		return Reshape(TransposeAllAxes(y, 0, 3, 5, 1, 2, 4), d[0], d[1]*b*b, d[2]/b, d[3]/b)
	}),
	"HannWindow":     window(0.5, 0.5, 0),
	"HammingWindow":  window(25.0/46, 1-25.0/46, 0),
	"BlackmanWindow": window(0.42, 0.5, 0.08),
}

// tells sets the output to a list of integers that is known at build time.
func (c *call) tells(list []int) []*Node {
	c.given[0] = whole(list, len(list))
	return nil
}

// within resolves an index that may count from the end and clamps it to 0..n.
func within(i, n int) int {
	if i < 0 {
		i += n
	}
	return min(max(i, 0), n)
}

// resized reshapes x to dimensions with the same number of elements.
func (c *call) resized(x *Node, d []int) *Node {
	size := 1
	for _, v := range d {
		size *= v
	}
	if size != x.Shape().Size() {
		c.refuse("converts to shape %v from %s, want the same number of elements (the file is damaged, or fixes the batch size)", d, x.Shape())
	}
	return Reshape(x, d...)
}

func reshape(c *call) *Node {
	x, d := c.in(0), c.ints(1, "its shape")
	size, open := 1, -1
	for i, v := range d {
		if v == 0 && !c.flag("allowzero") && i < x.Rank() {
			d[i] = x.Shape().Dim(i)
		}
		if d[i] == -1 {
			open = i
			continue
		}
		size *= d[i]
	}
	if open >= 0 && size > 0 {
		d[open] = x.Shape().Size() / size
	} else if open >= 0 {
		d[open] = 0
	}
	return c.resized(x, d)
}

func flatten(c *call) *Node {
	x := c.in(0)
	at, rows, columns := c.int("axis"), 1, 1
	if at < 0 {
		at += x.Rank()
	}
	for i, d := range x.Shape().Dimensions {
		if i < at {
			rows *= d
		} else {
			columns *= d
		}
	}
	return Reshape(x, rows, columns)
}

func squeeze(c *call) *Node {
	x := c.in(0)
	axes := c.axes(c.maybeInts(1, "its axes", nil), x.Rank())
	var d []int
	for i, v := range x.Shape().Dimensions {
		gone := slices.Contains(axes, i) || !c.has(1) && v == 1
		if gone && v != 1 {
			c.refuse("removes axis %d of %s, want an axis of dimension 1", i, x.Shape())
		}
		if !gone {
			d = append(d, v)
		}
	}
	return Reshape(x, d...)
}

func unsqueeze(c *call) *Node {
	x, list := c.in(0), c.ints(1, "its axes")
	axes, rest := c.axes(list, x.Rank()+len(list)), dims(x)
	var d []int
	for i := range x.Rank() + len(list) {
		if slices.Contains(axes, i) {
			d = append(d, 1)
			continue
		}
		d, rest = append(d, rest[0]), rest[1:]
	}
	return Reshape(x, d...)
}

func depthToSpace(c *call) *Node {
	x, b := c.in(0), c.int("blocksize")
	d := dims(x)
	if c.text("mode") == "CRD" {
		y := Reshape(x, d[0], d[1]/(b*b), b, b, d[2], d[3])
		return Reshape(TransposeAllAxes(y, 0, 1, 4, 2, 5, 3), d[0], d[1]/(b*b), d[2]*b, d[3]*b)
	}
	y := Reshape(x, d[0], b, b, d[1]/(b*b), d[2], d[3])
	return Reshape(TransposeAllAxes(y, 0, 3, 4, 1, 5, 2), d[0], d[1]/(b*b), d[2]*b, d[3]*b)
}
