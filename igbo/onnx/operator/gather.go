package operator

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// positive converts indices that count from the end to non-negative indices.
func positive(list *Node, n int) *Node {
	list = ConvertDType(list, dtypes.Int64)
	return negative(list, Add(list, number(list, float64(n))), list)
}

func gather(c *call) *Node {
	x := c.in(0)
	axis := c.axis(c.int("axis"), x.Rank())
	n := x.Shape().Dim(axis)
	before, after := dims(x)[:axis], dims(x)[axis+1:]
	if t := c.numbers(c.n.Input[1]); t != nil && t.Size() > 0 {
		y := take(x, axis, c.places(standard.Ints(t), n))
		return Reshape(y, slices.Concat(before, t.Shape().Dimensions, after)...)
	}
	list := c.in(1)
	y := gathered(x, axis, Reshape(positive(list, n), list.Shape().Size(), 1))
	return Reshape(y, slices.Concat(before, dims(list), after)...)
}

// pick gathers elements of x along an axis: y[i,j,…] = x[i,list[i,j,…],…].
func pick(x, list *Node, axis int) *Node {
	at := linear(list, dims(x), axis)
	flat := Gather(Reshape(x, x.Shape().Size()), Reshape(at, at.Shape().Size(), 1))
	return Reshape(flat, dims(list)...)
}

// linear converts indices along one axis to flat indices in a tensor of dimensions d.
func linear(list *Node, d []int, axis int) *Node {
	var at *Node
	stride := 1
	for i := len(d) - 1; i >= 0; i-- {
		along := positive(list, d[axis])
		if i != axis {
			along = places(list.Graph(), i, dims(list)...)
		}
		if along = MulScalar(along, float64(stride)); at != nil {
			along = Add(at, along)
		}
		at, stride = along, stride*d[i]
	}
	return at
}

// gatherND gathers slices of x. The last axis of the indices holds the coordinates of a slice.
func gatherND(c *call) *Node {
	x, list := c.in(0), c.in(1)
	batch := c.int("batch_dims")
	at, tail := flatPlaces(x, list, batch)
	y := Gather(rows(x, tail), Reshape(at, at.Shape().Size(), 1))
	return Reshape(y, slices.Concat(dims(list)[:list.Rank()-1], tail)...)
}

// flatPlaces converts the coordinates in the last axis of list to slice numbers, after the given number of
// batch axes. tail holds the dimensions of a slice.
func flatPlaces(x, list *Node, batch int) (at *Node, tail []int) {
	k := list.Shape().Dim(-1)
	d, to := dims(x), dims(list)[:list.Rank()-1]
	stride := 1
	for i := batch + k - 1; i >= 0; i-- {
		var along *Node
		if i < batch {
			along = places(x.Graph(), i, append(slices.Clone(to), 1)...)
			along = Reshape(along, to...)
		} else {
			specs := make([]SliceAxisSpec, list.Rank())
			for j := range specs {
				specs[j] = AxisRange()
			}
			specs[list.Rank()-1] = AxisRange(i-batch, i-batch+1)
			along = Reshape(positive(Slice(list, specs...), d[i]), to...)
		}
		along = MulScalar(along, float64(stride))
		if at != nil {
			along = Add(at, along)
		}
		at, stride = along, stride*d[i]
	}
	return at, d[batch+k:]
}

// rows reshapes x to rows, each of which is a slice with dimensions tail.
func rows(x *Node, tail []int) *Node {
	size := 1
	for _, d := range tail {
		size *= d
	}
	return Reshape(x, x.Shape().Size()/max(size, 1), size)
}

// pad pads or crops each axis.
func pad(c *call) *Node {
	x, amounts := c.in(0), c.ints(1, "its paddings")
	axes := c.axes(c.maybeInts(3, "its axes", from(0, x.Rank())), x.Rank())
	c.same("paddings", len(amounts), 2*len(axes))
	for i, axis := range axes {
		d := dims(x)
		before, after := amounts[i], amounts[len(axes)+i]
		d[axis] += max(before, 0) + max(after, 0)
		c.fits(x.DType(), d...)
		if mode := c.text("mode"); mode != "constant" {
			x = take(x, axis, c.mirrored(mode, x.Shape().Dim(axis), before, after))
			continue
		}
		x = c.padded(x, axis, before, after)
	}
	return Identity(x)
}

// padded pads an axis with a constant. Negative amounts crop it.
func (c *call) padded(x *Node, axis, before, after int) *Node {
	n := x.Shape().Dim(axis)
	if cut := max(-before, 0) + max(-after, 0); cut > 0 {
		if cut >= n {
			c.refuse("removes %d of %d elements, but must keep at least one", cut, n)
		}
		x = run{max(-before, 0), 1, n - cut}.of(x, axis)
	}
	value := number(x, 0)
	if c.has(2) {
		value = Reshape(c.in(2))
	}
	spec := make([]compute.PadAxis, x.Rank())
	spec[axis] = compute.PadAxis{Start: max(before, 0), End: max(after, 0)}
	if before <= 0 && after <= 0 {
		return x
	}
	return Pad(x, value, spec...)
}

// mostPlaces is the maximum length of an axis that a non-constant Pad may produce.
const mostPlaces = 1 << 24

// mirrored returns the indices of a padded axis of n elements for a non-constant mode of Pad.
func (c *call) mirrored(mode string, n, before, after int) []int {
	if n+before+after > mostPlaces {
		c.refuse("pads an axis to %d elements with mode %q, which is too large (max %d)", n+before+after, mode, mostPlaces)
	}
	var list []int
	for i := -before; i < n+after; i++ {
		k := i
		switch mode {
		case "edge":
			k = min(max(i, 0), n-1)
		case "wrap":
			k = ((i % n) + n) % n
		case "reflect":
			period := max(2*(n-1), 1)
			if k = ((i % period) + period) % period; k >= n {
				k = period - k
			}
		default:
			c.refuse("has the mode %q, want constant, edge, reflect or wrap", mode)
		}
		list = append(list, k)
	}
	return list
}

func centerCropPad(c *call) *Node {
	x, shape := c.in(0), c.ints(1, "its shape")
	axes := c.list("axes")
	if c.attribute("axes") == nil {
		axes = from(0, x.Rank())
	}
	axes = c.axes(axes, x.Rank())
	c.same("axes", len(shape), len(axes))
	for i, axis := range axes {
		n, want := x.Shape().Dim(axis), shape[i]
		d := dims(x)
		d[axis] = want
		c.fits(x.DType(), d...)
		if want > n {
			spec := make([]compute.PadAxis, x.Rank())
			spec[axis] = compute.PadAxis{Start: (want - n) / 2, End: want - n - (want-n)/2}
			x = Pad(x, number(x, 0), spec...)
		} else if want < n {
			x = run{(n - want) / 2, 1, want}.of(x, axis)
		}
	}
	return Identity(x)
}

// placed scatters updates into flat rows with the reduction of the operation.
func (c *call) placed(x, at, updates *Node) *Node {
	at = Reshape(at, at.Shape().Size(), 1)
	zeros := filled(x, 0, dims(x)...)
	switch reduction := c.text("reduction"); reduction {
	case "add":
		return Add(x, ScatterSum(zeros, at, updates, false, false))
	case "max":
		return ScatterMax(x, at, updates, false, false)
	case "min":
		return ScatterMin(x, at, updates, false, false)
	case "none":
		hit := ScatterSum(zeros, at, filled(x, 1, dims(updates)...), false, false)
		return choose(GreaterThan(StopGradient(hit), number(x, 0)), ScatterSum(zeros, at, updates, false, false), x)
	default:
		c.refuse("has the reduction %q, want none, add, max or min", reduction)
		return nil
	}
}

func scatterElements(c *call) *Node {
	x, list, updates := c.in(0), c.in(1), c.in(2)
	axis := c.axis(c.int("axis"), x.Rank())
	at := linear(list, dims(x), axis)
	y := c.placed(Reshape(x, x.Shape().Size()), at, Reshape(updates, updates.Shape().Size()))
	return Reshape(y, dims(x)...)
}

func scatterND(c *call) *Node {
	x, list, updates := c.in(0), c.in(1), c.in(2)
	at, tail := flatPlaces(x, list, 0)
	flat := rows(x, tail)
	y := c.placed(flat, at, Reshape(updates, at.Shape().Size(), flat.Shape().Dim(1)))
	return Reshape(y, dims(x)...)
}
