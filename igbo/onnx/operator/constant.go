package operator

import (
	"math"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// constantOf returns the value of a Constant operation from whichever numeric attribute is set.
func constantOf(c *call) []*Node {
	for _, a := range c.n.Attribute {
		switch a.Name {
		case "value":
			t, err := standard.Tensor(a.T)
			if err != nil {
				c.refuse("has an invalid value: %v", err)
			}
			c.given[0] = t
		case "value_int":
			c.given[0] = tensors.FromScalar(a.I)
		case "value_float":
			c.given[0] = tensors.FromScalar(a.F)
		case "value_ints":
			c.given[0] = tensors.FromFlatDataAndDimensions(slices.Clone(a.Ints), len(a.Ints))
		case "value_floats":
			c.given[0] = tensors.FromFlatDataAndDimensions(slices.Clone(a.Floats), len(a.Floats))
		default:
			c.refuse("has the unsupported attribute %s (only numbers are supported, not text or sparse tensors)", a.Name)
		}
	}
	return nil
}

func constantOfShape(c *call) *Node {
	d := c.ints(0, "its shape")
	t := tensors.FromScalarAndDimensions(float32(0), 1)
	if a := c.attribute("value"); a != nil {
		var err error
		if t, err = standard.Tensor(a.T); err != nil {
			c.refuse("has an invalid value: %v", err)
		}
	}
	c.fits(t.DType(), d...)
	return BroadcastToDims(Reshape(Const(c.graph, t)), d...)
}

func rangeOf(c *call) *Node {
	t := c.fixed(0, "its start")
	start, limit, delta := standard.Floats(t)[0], standard.Floats(c.fixed(1, "its limit"))[0], standard.Floats(c.fixed(2, "its step"))[0]
	n := math.Ceil((limit - start) / delta)
	if !(n < math.MaxInt32) {
		c.refuse("returns too many numbers, %g (max %d)", n, math.MaxInt32)
	}
	d := max(int(n), 0)
	c.fits(t.DType(), d)
	x := Iota(c.graph, shapes.Make(t.DType(), d), 0)
	return Add(Mul(x, number(x, delta)), number(x, start))
}

// window computes a0 − a1·cos(2πi/N) + a2·cos(4πi/N).
func window(a0, a1, a2 float64) operation {
	return one(func(c *call) *Node {
		n := c.one(0, "its size")
		span := float64(n)
		if !c.flag("periodic") {
			span--
		}
		c.fits(dtypes.Float64, n)
		values := make([]float64, n)
		for i := range values {
			angle := 2 * math.Pi * float64(i) / span
			values[i] = a0 - a1*math.Cos(angle) + a2*math.Cos(2*angle)
		}
		return c.cast(Const(c.graph, values), int32(c.int("output_datatype")))
	})
}

func oneHot(c *call) *Node {
	list, values := c.in(0), c.in(2)
	depth := c.one(1, "its depth")
	axis := c.axis(c.int("axis"), list.Rank()+1)
	d := slices.Insert(dims(list), axis, depth)
	c.fits(values.DType(), d...)
	at := InsertAxes(positive(list, depth), axis)
	hit := Equal(places(list.Graph(), axis, d...), BroadcastToDims(at, d...))
	off, on := run{0, 1, 1}.of(values, 0), run{1, 1, 1}.of(values, 0)
	return choose(hit, Reshape(on), Reshape(off))
}
