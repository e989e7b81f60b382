package operator

import (
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/support/xslices"
	. "github.com/gomlx/gomlx/core/graph"
)

// movers lists the operations that select, join and rearrange elements.
var movers = map[string]operation{
	"Concat": one(func(c *call) *Node {
		xs := slices.DeleteFunc(c.all(), func(x *Node) bool { return x.Rank() == 1 && x.Shape().Dim(0) == 0 && len(c.n.Input) > 1 })
		if len(xs) == 0 {
			return c.in(0)
		}
		return Concatenate(xs, c.axis(c.int("axis"), xs[0].Rank()))
	}),
	"Split":          split,
	"Slice":          one(slice),
	"Gather":         one(gather),
	"GatherElements": one(func(c *call) *Node { return pick(c.in(0), c.in(1), c.axis(c.int("axis"), c.in(0).Rank())) }),
	"GatherND":       one(gatherND),
	"ai.onnx.ml.ArrayFeatureExtractor": one(func(c *call) *Node {
		x, list := c.in(0), c.ints(1, "its columns")
		if x.Rank() == 1 {
			x = Reshape(x, 1, x.Shape().Dim(0))
		}
		return take(x, x.Rank()-1, c.places(list, x.Shape().Dim(-1)))
	}),
	"Compress": one(func(c *call) *Node {
		x, axis := c.in(0), 0
		if a := c.attribute("axis"); a != nil {
			axis = c.axis(int(a.I), x.Rank())
		} else {
			x = Reshape(x, x.Shape().Size())
		}
		var list []int
		for i, v := range c.ints(1, "its condition") {
			if v != 0 {
				list = append(list, i)
			}
		}
		return take(x, axis, list)
	}),
	"OneHot": one(oneHot),
	"Trilu": one(func(c *call) *Node {
		x, k := c.in(0), 0
		if c.has(1) {
			k = c.one(1, "its diagonal")
		}
		d := dims(x)
		row, column := places(x.Graph(), x.Rank()-2, d...), places(x.Graph(), x.Rank()-1, d...)
		row = Add(row, number(row, float64(k)))
		if c.flag("upper") {
			return choose(GreaterOrEqual(column, row), x, number(x, 0))
		}
		return choose(LessOrEqual(column, row), x, number(x, 0))
	}),
	"Pad":             one(pad),
	"CenterCropPad":   one(centerCropPad),
	"ReverseSequence": one(reverseSequence),
	"ScatterElements": one(scatterElements),
	"ScatterND":       one(scatterND),
	"TopK":            topK,
}

// places converts indices along an axis of n elements to non-negative indices.
func (c *call) places(list []int, n int) []int {
	out := make([]int, len(list))
	for i, v := range list {
		if out[i] = v; v < 0 {
			out[i] += n
		}
		if out[i] < 0 || out[i] >= n {
			c.refuse("reads element %d of %d; the file is damaged", v, n)
		}
	}
	return out
}

// mostRuns is the maximum number of slices that take concatenates. Longer selections use Gather.
const mostRuns = 8

// take selects elements along an axis, either as concatenated slices or, if there are many, with Gather.
func take(x *Node, axis int, list []int) *Node {
	if len(list) == 0 {
		d := dims(x)
		d[axis] = 0
		return filled(x, 0, d...)
	}
	runs := runsOf(list)
	if len(runs) > mostRuns {
		return gathered(x, axis, indices(x.Graph(), list, len(list), 1))
	}
	parts := xslices.Map(runs, func(r run) *Node { return r.of(x, axis) })
	if len(parts) == 1 {
		return parts[0]
	}
	return Concatenate(parts, axis)
}

// gathered selects elements along an axis by indices of shape [n,1].
func gathered(x *Node, axis int, places *Node) *Node {
	order := append([]int{axis}, others(x, axis)...)
	return TransposeAllAxes(Gather(TransposeAllAxes(x, order...), places), inverse(order)...)
}

// others returns all axes except one.
func others(x *Node, axis int) []int { return slices.Delete(from(0, x.Rank()), axis, axis+1) }

func inverse(order []int) []int {
	out := make([]int, len(order))
	for i, v := range order {
		out[v] = i
	}
	return out
}

// A run selects n elements, starting at from, with the given step.
type run struct{ from, step, n int }

func runsOf(list []int) (runs []run) {
	for _, v := range list {
		last := len(runs) - 1
		if last >= 0 {
			r := &runs[last]
			if r.n == 1 {
				r.step = v - r.from
			}
			if v == r.from+r.step*r.n {
				r.n++
				continue
			}
		}
		runs = append(runs, run{v, 1, 1})
	}
	return runs
}

func (r run) of(x *Node, axis int) *Node {
	specs := make([]SliceAxisSpec, x.Rank())
	for i := range specs {
		specs[i] = AxisRange()
	}
	switch {
	case r.step == 0:
		specs[axis] = AxisRange(r.from, r.from+1)
		d := dims(x)
		d[axis] = r.n
		return BroadcastToDims(Slice(x, specs...), d...)
	case r.step > 0:
		specs[axis] = AxisRange(r.from, r.from+(r.n-1)*r.step+1).Stride(r.step)
		return Slice(x, specs...)
	}
	low := r.from + (r.n-1)*r.step
	specs[axis] = AxisRange(low, r.from+1).Stride(-r.step)
	return Reverse(Slice(x, specs...), axis)
}

// slice selects a range of each axis. Steps may be negative.
func slice(c *call) *Node {
	x := c.in(0)
	starts, ends := c.ints(1, "its starts"), c.ints(2, "its ends")
	n := len(starts)
	axes, steps := c.axes(c.maybeInts(3, "its axes", from(0, n)), x.Rank()), c.maybeInts(4, "its steps", slices.Repeat([]int{1}, n))
	if len(ends) != len(starts) || len(axes) != len(starts) || len(steps) != len(starts) {
		c.refuse("has %d starts, %d ends, %d axes and %d steps, want the same number of each (the file is damaged)", len(starts), len(ends), len(axes), len(steps))
	}
	for i, axis := range axes {
		n := x.Shape().Dim(axis)
		r := part(n, starts[i], ends[i], steps[i])
		switch {
		case steps[i] == 0:
			c.refuse("has a step of 0; the file is damaged")
		case r.n == 0:
			return take(x, axis, nil)
		case r != run{0, 1, n}:
			x = r.of(x, axis)
		}
	}
	return Identity(x)
}

// part resolves a range on an axis of n elements. Start and end may count from the end.
func part(n, start, end, step int) run {
	if start < 0 {
		start += n
	}
	if end < 0 {
		end += n
	}
	if step > 0 {
		start, end = min(max(start, 0), n), min(max(end, 0), n)
		return run{start, step, max((end-start+step-1)/step, 0)}
	}
	if step == 0 {
		return run{}
	}
	start, end = min(max(start, 0), n-1), min(max(end, -1), n-1)
	return run{start, step, max((start-end-step-1)/-step, 0)}
}

func split(c *call) (parts []*Node) {
	x := c.in(0)
	axis, count := c.axis(c.int("axis"), x.Rank()), len(c.n.Output)
	n := x.Shape().Dim(axis)
	if k := c.int("num_outputs"); k > 0 {
		count = k
	}
	each := (n + count - 1) / count
	even := make([]int, count)
	for i, rest := 0, n; i < count; i, rest = i+1, rest-each {
		even[i] = max(min(each, rest), 0)
	}
	first := 0
	for _, size := range c.maybeInts(1, "its sizes", even) {
		if size < 0 || first+size > n {
			c.refuse("reads elements %d to %d of %d; the file is damaged", first, first+size, n)
		}
		parts = append(parts, take(x, axis, from(first, first+size)))
		first += size
	}
	return parts
}

// topK returns the k largest or smallest elements in sorted order, and their indices.
func topK(c *call) []*Node {
	x, k := c.in(0), c.one(1, "its number K of elements")
	axis := c.axis(c.int("axis"), x.Rank())
	if n := x.Shape().Dim(axis); k < 1 || k > n {
		c.refuse("selects %d elements, want from 1 to %d", k, n)
	}
	_, at := TopK(StopGradient(x), k, axis)
	if !c.flag("largest") {
		_, at = BottomK(StopGradient(x), k, axis)
	}
	at = ConvertDType(at, dtypes.Int64)
	return []*Node{pick(x, at, axis), at}
}
