package derivative

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
)

// randomCases draws settings for operations with many settings.
func randomCases() []opCase {
	rng := generator(2026)
	var cases []opCase
	for range 24 {
		cases = append(cases, randomConvolution(rng, 1), randomPool(rng, 1))
	}
	for range 8 {
		cases = append(cases, randomConvolution(rng, 2), randomPool(rng, 2))
	}
	for range 12 {
		cases = append(cases, randomSlices(rng), randomCumSum(rng))
	}
	return cases
}

// fixed returns a case with inputs of given shapes.
func fixed(name string, f func(in []*Node) *Node, dims ...[]int) opCase {
	return opCase{name: name, f: f, in: func(rng *rand.Rand) []drawn {
		var in []drawn
		for _, d := range dims {
			in = append(in, draw(rng.NormFloat64, d...))
		}
		return in
	}}
}

func between1And(rng *rand.Rand, most int) int { return 1 + rng.IntN(most) }

// randomConvolution draws widths 1 to 5, strides, dilations of kernel and input, padding, channels, and groups
// of channels or of the batch.
func randomConvolution(rng *rand.Rand, spatial int) opCase {
	groups, batch := between1And(rng, 3), between1And(rng, 2)
	channelGroups, batchGroups := groups, 1
	perGroup, outputs := between1And(rng, 3), groups*between1And(rng, 2)
	if rng.IntN(3) == 0 {
		channelGroups, batchGroups = 1, groups
		batch *= groups
	}
	x, kernel := []int{batch}, []int{}
	var strides, gaps, dilations []int
	var paddings [][2]int
	for range spatial {
		width, dilation, gap := between1And(rng, 5), between1And(rng, 3), between1And(rng, 2)
		low, high := rng.IntN(width*dilation+1), rng.IntN(3)
		n := between1And(rng, 4) + max(0, extent(width, dilation)-low-high) // at least one output
		x, kernel = append(x, n), append(kernel, width)
		strides, gaps, dilations = append(strides, between1And(rng, 3)), append(gaps, gap), append(dilations, dilation)
		paddings = append(paddings, [2]int{low, high})
	}
	x, kernel = append(x, perGroup*channelGroups), append(kernel, perGroup, outputs)
	name := fmt.Sprintf("ConvGeneral %v by %v, strides %v, padding %v, gaps %v, dilations %v, groups %d and %d",
		x, kernel, strides, paddings, gaps, dilations, channelGroups, batchGroups)
	last := []int{0, 1, 2, 3}[:spatial+2]
	axes := ConvolveAxesConfig{
		InputBatch: 0, InputSpatial: last[1 : 1+spatial], InputChannels: spatial + 1,
		KernelSpatial: last[:spatial], KernelInputChannels: spatial, KernelOutputChannels: spatial + 1,
		OutputBatch: 0, OutputSpatial: last[1 : 1+spatial], OutputChannels: spatial + 1,
	}
	return fixed(name, func(in []*Node) *Node {
		return ConvGeneral(in[0], in[1], axes, strides, paddings, gaps, dilations, channelGroups, batchGroups)
	}, x, kernel)
}

// randomPool draws windows of sums, extrema and products.
func randomPool(rng *rand.Rand, spatial int) opCase {
	kinds := []compute.ReduceOpType{compute.ReduceOpSum, compute.ReduceOpMax, compute.ReduceOpMin, compute.ReduceOpProduct}
	kind := kinds[rng.IntN(len(kinds))]
	x, sizes, strides, gaps, holes := []int{2}, []int{1}, []int{1}, []int{1}, []int{1}
	paddings := [][2]int{{}}
	for range spatial {
		size, gap := between1And(rng, 4), between1And(rng, 2)
		n := extent(size, gap) + rng.IntN(4)
		x, sizes, gaps = append(x, n), append(sizes, size), append(gaps, gap)
		strides = append(strides, between1And(rng, 3))
		hole, padding := 1, [2]int{}
		if kind == compute.ReduceOpSum { // extrema and products of zero elements are not differentiable numbers
			hole, padding = between1And(rng, 2), [2]int{rng.IntN(extent(size, gap)), rng.IntN(3)}
		}
		holes, paddings = append(holes, hole), append(paddings, padding)
	}
	name := fmt.Sprintf("ReduceWindow %v of %v, windows %v, strides %v, padding %v, dilations %v and %v", kind, x, sizes, strides, paddings, holes, gaps)
	return fixed(name, func(in []*Node) *Node {
		return BackendReduceWindow(in[0], kind, sizes, strides, holes, gaps, paddings)
	}, x)
}

// randomSlices draws slices of one or two axes. Some cross the edge.
func randomSlices(rng *rand.Rand) opCase {
	x := []int{3 + rng.IntN(3), 2 + rng.IntN(3), 3 + rng.IntN(2)}
	axes := [][]int{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}}[rng.IntN(6)]
	var sizes []int
	starts := make([][]int32, between1And(rng, 3))
	for _, axis := range axes {
		sizes = append(sizes, between1And(rng, x[axis]))
		for i := range starts {
			starts[i] = append(starts[i], int32(rng.IntN(x[axis])))
		}
	}
	return fixed(fmt.Sprintf("GatherSlices of %v, axes %v from %v by %v", x, axes, starts, sizes), func(in []*Node) *Node {
		return GatherSlices(in[0], axes, Const(in[0].Graph(), starts), sizes, false)
	}, x)
}

func randomCumSum(rng *rand.Rand) opCase {
	x, axis := []int{between1And(rng, 3), between1And(rng, 5), between1And(rng, 4)}, rng.IntN(3)
	options := &CumSumOptions{Exclusive: rng.IntN(2) == 0, Reverse: rng.IntN(2) == 0}
	return fixed(fmt.Sprintf("CumSum of %v along %d, %+v", x, axis, *options), func(in []*Node) *Node {
		return CumSum(in[0], axis, options)
	}, x)
}

// decomposedCases returns operations that are differentiated through others, and barriers.
func decomposedCases() []opCase {
	return []opCase{
		matrixCase("ReduceProduct", func(x *Node) *Node { return ReduceMultiply(x, 1) }),
		binaryCase("Rem", Mod, away, away),
		matrixCase("Sort", func(x *Node) *Node { return Sort(x, 1, true) }),
		matrixCase("TopK", func(x *Node) *Node {
			values, _ := TopK(x, 2, 2)
			return values
		}),
		{name: "ScatterMax", f: func(in []*Node) *Node {
			return ScatterMax(in[0], Const(in[0].Graph(), [][]int32{{0}, {1}, {1}}), in[1], false, false)
		}, in: shaped(func(_, m, n int) [][]int { return [][]int{{m, n}, {3, n}} })},
		{name: "ScatterMin", f: func(in []*Node) *Node {
			return ScatterMin(in[0], Const(in[0].Graph(), [][]int32{{0}, {1}, {1}}), in[1], false, false)
		}, in: shaped(func(_, m, n int) [][]int { return [][]int{{m, n}, {3, n}} })},
		matrixCase("OptimizationBarrier", func(x *Node) *Node {
			outs := OptimizationBarriers(Square(x), Sin(x))
			return Mul(outs[0], OptimizationBarrier(outs[1]))
		}),
		matrixCase("TopK of Softmax", func(x *Node) *Node {
			values, _ := TopK(Softmax(x, -1), 2, 2)
			return values
		}),
	}
}
