package derivative

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/scan"
)

func windowRows() []rowCase {
	series := func(setting string, f func(x *Node) *Node) rowCase {
		return row(NodeTypeReduceWindow, setting, f, normal, 2, 7, 2)
	}
	image := func(setting string, f func(x *Node) *Node) rowCase {
		return row(NodeTypeReduceWindow, setting, f, normal, 2, 5, 4, 2)
	}
	general := func(setting string, kind compute.ReduceOpType, inputGaps, gaps []int) rowCase {
		return series(setting, func(x *Node) *Node {
			return BackendReduceWindow(x, kind, dims(1, 2, 1), dims(1, 2, 1), inputGaps, gaps, [][2]int{{}, {1, 2}, {}})
		})
	}
	return []rowCase{
		series("max", func(x *Node) *Node { return MaxPool(x).Window(2).Done() }),
		series("max, overlapping, padded", func(x *Node) *Node { return MaxPool(x).Window(3).Strides(1).PadSame().Done() }),
		series("min", func(x *Node) *Node { return MinPool(x).Window(3).Strides(2).Done() }),
		series("sum", func(x *Node) *Node { return SumPool(x).Window(3).Strides(2).Done() }),
		series("sum, padded", func(x *Node) *Node { return SumPool(x).Window(4).Strides(3).PadSame().Done() }),
		series("mean", func(x *Node) *Node { return MeanPool(x).Window(2).Done() }),
		series("mean, padded", func(x *Node) *Node { return MeanPool(x).Window(2).Strides(1).PadSame().Done() }),
		image("max, 2-D", func(x *Node) *Node { return MaxPool(x).Window(2).Strides(1).PadSame().Done() }),
		image("sum, 2-D", func(x *Node) *Node { return SumPool(x).WindowPerAxis(3, 2).Strides(2).Done() }),
		image("mean, 2-D, all axes", func(x *Node) *Node { return MeanPool(x).FullShape().WindowPerAxis(1, 2, 2, 2).Done() }),
		general("product", compute.ReduceOpProduct, nil, nil),
		general("sum, dilated window", compute.ReduceOpSum, nil, dims(1, 2, 1)),
		general("sum, dilated input", compute.ReduceOpSum, dims(1, 2, 1), nil),
		series("max, dilated", func(x *Node) *Node {
			return BackendReduceWindow(x, compute.ReduceOpMax, dims(1, 2, 1), dims(1, 1, 1), dims(1, 2, 1), dims(1, 3, 1), nil)
		}),
		selectAndScatter(NodeTypeSelectAndScatterMax, MaxPool), selectAndScatter(NodeTypeSelectAndScatterMin, MinPool),
	}
}

// selectAndScatter obtains the operation from GoMLX's own gradient of a pool.
func selectAndScatter(op NodeType, pool func(x *Node) *PoolBuilder) rowCase {
	return row2(op, "", func(x, v *Node) *Node {
		mustInstall()
		return registered[NodeTypeReduceWindow](pool(x).Window(2).Done(), []*Node{v}, shapes.Make(x.DType()))[0]
	}, normal, dims(2, 6, 2), dims(2, 3, 2))
}

func convolutionRows() []rowCase {
	var rows []rowCase
	for width := 1; width <= 5; width++ {
		rows = append(rows, row2(NodeTypeConvGeneral, fmt.Sprintf("width %d", width), func(x, k *Node) *Node {
			return Convolve(x, k).PadSame().Done()
		}, normal, dims(2, 7, 2), dims(width, 2, 3)))
	}
	add := func(setting string, f func(x, k *Node) *Node, x, k []int) {
		rows = append(rows, row2(NodeTypeConvGeneral, setting, f, normal, x, k))
	}
	add("one channel, width 2", func(x, k *Node) *Node { return Convolve(x, k).Done() }, dims(2, 6, 1), dims(2, 1, 1))
	add("width 2, stride 2", func(x, k *Node) *Node { return Convolve(x, k).Strides(2).Done() }, dims(2, 7, 2), dims(2, 2, 3))
	add("width 3, stride 3", func(x, k *Node) *Node { return Convolve(x, k).Strides(3).PadSame().Done() }, dims(2, 7, 2), dims(3, 2, 3))
	add("width 2, dilation 2", func(x, k *Node) *Node {
		return Convolve(x, k).DilationPerAxis(2).PaddingPerDim([][2]int{{2, 0}}).Done()
	},
		dims(2, 7, 2), dims(2, 2, 3))
	add("width 3, dilation 3", func(x, k *Node) *Node { return Convolve(x, k).DilationPerAxis(3).Done() }, dims(2, 8, 2), dims(3, 2, 3))
	add("input dilation", func(x, k *Node) *Node { return Convolve(x, k).InputDilationPerAxis(2).PadSame().Done() }, dims(2, 5, 2), dims(3, 2, 3))
	add("channel groups", func(x, k *Node) *Node { return Convolve(x, k).ChannelGroupCount(2).PadSame().Done() }, dims(2, 6, 4), dims(2, 2, 6))
	add("batch groups", func(x, k *Node) *Node { return Convolve(x, k).BatchGroupCount(2).Done() }, dims(4, 6, 2), dims(3, 2, 4))
	add("2-D, width 2×3", func(x, k *Node) *Node { return Convolve(x, k).PadSame().Done() }, dims(2, 5, 4, 2), dims(2, 3, 2, 3))
	add("2-D, stride 2×1", func(x, k *Node) *Node { return Convolve(x, k).StridePerAxis(2, 1).Done() }, dims(2, 5, 4, 2), dims(2, 2, 2, 3))
	add("ConcatPool", func(x, k *Node) *Node { return Mul(ConcatPool(x).Window(2).Done(), k) }, dims(2, 6, 2), dims(1, 1, 4))
	return rows
}

func gatherRows() []rowCase {
	ints := func(x *Node, v any) *Node { return Const(x.Graph(), v) }
	slices := func(setting string, axes []int, start any, sizes []int) rowCase {
		return row(NodeTypeGather, setting, func(x *Node) *Node { return GatherSlices(x, axes, ints(x, start), sizes, false) }, normal, 3, 4, 5)
	}
	scatter := func(op NodeType, f func(operand, indices, updates *Node, sorted, unique bool) *Node) rowCase {
		return row2(op, "", func(a, b *Node) *Node {
			return f(a, ints(a, [][]int32{{0}, {2}, {2}}), b, false, false)
		}, normal, dims(4, 3), dims(3, 3))
	}
	return []rowCase{
		row(NodeTypeGather, "", func(x *Node) *Node { return Gather(x, ints(x, [][]int32{{0}, {2}, {0}})) }, normal, 3, 4),
		row(NodeTypeGather, "two axes", func(x *Node) *Node { return Gather(x, ints(x, [][][]int32{{{0, 1}, {2, 3}}})) }, normal, 3, 4, 2),
		slices("GatherSlices", []int{1}, [][]int32{{1}, {0}}, []int{2}),
		slices("GatherSlices, size 1", []int{1}, [][]int32{{1}, {0}, {1}}, []int{1}),
		slices("GatherSlices, two axes", []int{0, 2}, [][]int32{{1, 0}, {0, 2}}, []int{2, 3}),
		slices("GatherSlices, over the edge", []int{2}, [][]int32{{4}, {1}}, []int{3}),
		row(NodeTypeGather, "other settings", func(x *Node) *Node {
			return BackendGather(x, ints(x, [][]int32{{0}, {2}}), 1, []int{0}, []int{1}, []int{1}, []int{3, 1}, false)
		}, normal, 3, 4),
		scatter(NodeTypeScatterSum, ScatterSum), scatter(NodeTypeScatterMax, ScatterMax), scatter(NodeTypeScatterMin, ScatterMin),
		row2(NodeTypeScatterSum, "other settings", func(a, b *Node) *Node {
			return BackendScatterSum(a, ints(a, [][]int32{{0}, {1}}), b, 1, []int{1, 2}, nil, []int{0}, false, false)
		}, normal, dims(4, 3), dims(2, 2, 3)),
		row2(NodeTypeScatterMax, "other settings", func(a, b *Node) *Node {
			return BackendScatterMax(a, ints(a, [][]int32{{0}, {1}}), b, 1, []int{1, 2}, nil, []int{0}, false, false)
		}, normal, dims(4, 3), dims(2, 2, 3)),
		row(NodeTypeDynamicSlice, "", func(x *Node) *Node {
			return DynamicSlice(x, []*Node{ints(x, int32(1)), ints(x, int32(0))}, dims(2, 3))
		}, normal, 3, 4),
		row2(NodeTypeDynamicUpdateSlice, "", func(x, u *Node) *Node {
			return DynamicUpdateSlice(x, u, []*Node{ints(x, int32(1)), ints(x, int32(0))})
		}, normal, dims(3, 4), dims(2, 3)),
	}
}

func sortRows() []rowCase {
	top := func(k int, f func(x *Node, k, axis int) (values, indices *Node)) func(x *Node) *Node {
		return func(x *Node) *Node {
			values, _ := f(x, k, 1)
			return values
		}
	}
	return []rowCase{
		row(NodeTypeSort, "", func(x *Node) *Node { return Sort(x, 1, true) }, normal, 2, 5),
		row(NodeTypeSort, "descending, first axis", func(x *Node) *Node { return Sort(x, 0, false) }, normal, 4, 2, 3),
		row(NodeTypeSort, "TopK", top(3, TopK), normal, 2, 5), row(NodeTypeSort, "BottomK", top(2, BottomK), normal, 2, 5),
		row(NodeTypeSort, "TopKMask", func(x *Node) *Node { return Where(TopKMask(x, 2, 1), x, ZerosLike(x)) }, normal, 2, 5),
		row(NodeTypeSort, "own comparator", func(x *Node) *Node {
			return SortFunc(compare(x, 1, func(a, b *Node) *Node { return LessThan(Abs(a), Abs(b)) }), 1, true, x)[0]
		}, normal, 2, 5),
		row2(NodeTypeSort, "two floats", func(a, b *Node) *Node {
			outs := SortFunc(compare(a, 2, LessThan), 1, true, a, b)
			return Mul(outs[0], outs[1])
		}, normal, dims(2, 5), dims(2, 5)),
	}
}

// compare returns a comparator of the first of several values with the dtype of x.
func compare(x *Node, values int, less func(a, b *Node) *Node) *Function {
	return NewClosure(x.Graph(), func(g *Graph) []*Node {
		a, b := Parameter(g, "a", shapes.Make(x.DType())), Parameter(g, "b", shapes.Make(x.DType()))
		for i := range values - 1 {
			Parameter(g, fmt.Sprint("other_a", i), shapes.Make(x.DType()))
			Parameter(g, fmt.Sprint("other_b", i), shapes.Make(x.DType()))
		}
		return []*Node{less(a, b)}
	})
}

func controlRows() []rowCase {
	branch := func(x *Node, f func() *Node) *Function {
		return NewClosure(x.Graph(), func(*Graph) []*Node { return []*Node{f()} })
	}
	state := func(g *Graph, x *Node) (i, s *Node) {
		return Parameter(g, "i", shapes.Make(dtypes.Int32)), Parameter(g, "s", x.Shape())
	}
	loop := func(x *Node, step func(s *Node) *Node) *Node {
		g := x.Graph()
		cond := NewClosure(g, func(g *Graph) []*Node {
			i, _ := state(g, x)
			return []*Node{LessThan(i, Const(g, int32(3)))}
		})
		body := NewClosure(g, func(g *Graph) []*Node {
			i, s := state(g, x)
			return []*Node{Add(i, Const(g, int32(1))), step(s)}
		})
		return While(cond, body, Const(g, int32(0)), x)[1]
	}
	return []rowCase{
		row(NodeTypeIf, "captured values, condition on x", func(x *Node) *Node {
			pred := GreaterThan(ReduceAllSum(x), ScalarZero(x.Graph(), x.DType()))
			return If(pred, branch(x, func() *Node { return Square(x) }), branch(x, func() *Node { return MulScalar(x, 3) }))[0]
		}, normal, 3),
		row(NodeTypeIf, "captured values, fixed condition", func(x *Node) *Node {
			pred := Const(x.Graph(), true)
			return Add(x, If(pred, branch(x, func() *Node { return Square(x) }), branch(x, func() *Node { return MulScalar(x, 3) }))[0])
		}, normal, 3),
		row(NodeTypeWhile, "state", func(x *Node) *Node { return loop(x, Sin) }, normal, 3),
		row(NodeTypeWhile, "captured values", func(x *Node) *Node {
			return Add(x, loop(OnesLike(x), func(s *Node) *Node { return Mul(s, x) }))
		}, normal, 3),
		{op: NodeTypeWhile, setting: "Scan", in: inputs(normal, dims(3, 2), dims(2), dims(2)), f: func(in []*Node) *Node {
			last, outputs := scan.Scan(func(carry, x, c []*Node) (next, outputs []*Node) {
				h := Tanh(Add(Mul(carry[0], c[0]), x[0]))
				return []*Node{h}, []*Node{Mul(h, x[0])}
			}, in[1:2], in[:1], scan.Options{Constants: in[2:]})
			return Add(ReduceSum(outputs[0], 0), last[0])
		}},
		row(NodeTypeCall, "", func(x *Node) *Node {
			square := NewFunction(x.Graph(), fmt.Sprint("square", len(x.Graph().Nodes())), func(g *Graph) []*Node {
				return []*Node{Square(Parameter(g, "x", x.Shape()))}
			})
			return square.Call(x)[0]
		}, normal, 3),
	}
}
