package derivative

import (
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	"github.com/gomlx/gomlx/ml/nn"
)

// An opCase is an expression of one or a few operations, with a sampler for its inputs.
type opCase struct {
	name string
	f    func(in []*Node) *Node
	in   func(rng *rand.Rand) []drawn
}

// size draws a small dimension.
func size(rng *rand.Rand) int { return 1 + rng.IntN(4) }

func normal(rng *rand.Rand) func() float64   { return rng.NormFloat64 }
func positive(rng *rand.Rand) func() float64 { return func() float64 { return 0.5 + 2*rng.Float64() } }

// away draws numbers away from the kink at zero.
func away(rng *rand.Rand) func() float64 {
	return func() float64 {
		v := 0.2 + rng.Float64()
		if rng.IntN(2) == 0 {
			return -v
		}
		return v
	}
}

type sampler func(rng *rand.Rand) func() float64

// one draws a single input of random rank 1 to 3.
func one(s sampler) func(rng *rand.Rand) []drawn {
	return func(rng *rand.Rand) []drawn {
		dims := make([]int, 1+rng.IntN(3))
		for i := range dims {
			dims[i] = size(rng)
		}
		return []drawn{draw(s(rng), dims...)}
	}
}

// two draws operands that broadcast: equal shapes, ones, or a scalar on either side.
func two(a, b sampler) func(rng *rand.Rand) []drawn {
	return func(rng *rand.Rand) []drawn {
		m, n := 1+size(rng), 1+size(rng)
		pairs := [][2][]int{{{m, n}, {m, n}}, {{m, 1}, {m, n}}, {{m, 1}, {1, n}}, {{m, n}, {}}, {{}, {m, n}}, {{m, n}, {1, 1}}}
		p := pairs[rng.IntN(len(pairs))]
		return []drawn{draw(a(rng), p[0]...), draw(b(rng), p[1]...)}
	}
}

// shaped draws normal inputs with shapes made from three random dimensions.
func shaped(shapes func(b, m, n int) [][]int) func(rng *rand.Rand) []drawn {
	return func(rng *rand.Rand) []drawn {
		var in []drawn
		for _, dims := range shapes(size(rng), 1+size(rng), 2+size(rng)) {
			in = append(in, draw(rng.NormFloat64, dims...))
		}
		return in
	}
}

func matrix(b, m, n int) [][]int { return [][]int{{b, m, n}} }

func unaryCase(name string, f func(*Node) *Node, s sampler) opCase {
	return opCase{name: name, f: func(in []*Node) *Node { return f(in[0]) }, in: one(s)}
}

func binaryCase(name string, f func(a, b *Node) *Node, a, b sampler) opCase {
	return opCase{name: name, f: func(in []*Node) *Node { return f(in[0], in[1]) }, in: two(a, b)}
}

func matrixCase(name string, f func(x *Node) *Node) opCase {
	return opCase{name: name, f: func(in []*Node) *Node { return f(in[0]) }, in: shaped(matrix)}
}

// opCases returns cases for every operation in the table; TestEveryOpHasACase checks this.
func opCases() []opCase {
	var all []opCase
	for _, list := range [][]opCase{unaryCases(), binaryCases(), structuralCases(), productCases(), layerCases(), randomCases(), decomposedCases()} {
		all = append(all, list...)
	}
	return all
}

func unaryCases() []opCase {
	return []opCase{
		unaryCase("Neg", Neg, normal),
		unaryCase("Abs", Abs, away),
		unaryCase("Exp", Exp, normal),
		unaryCase("Expm1", Expm1, normal),
		unaryCase("Log", Log, positive),
		unaryCase("Log1p", Log1p, positive),
		unaryCase("Sin", Sin, normal),
		unaryCase("Cos", Cos, normal),
		unaryCase("Tanh", Tanh, normal),
		unaryCase("Logistic", Sigmoid, normal),
		unaryCase("Sqrt", Sqrt, positive),
		unaryCase("Rsqrt", Rsqrt, positive),
		unaryCase("Erf", Erf, normal),
		unaryCase("Identity", func(x *Node) *Node { return Mul(Identity(x), x) }, normal),
		unaryCase("Sign", func(x *Node) *Node { return Mul(Sign(x), Square(x)) }, away),
		unaryCase("Floor", func(x *Node) *Node { return Mul(Floor(MulScalar(x, 0.1)), Square(x)) }, away),
		unaryCase("Ceil", func(x *Node) *Node { return Mul(Ceil(MulScalar(x, 0.1)), Square(x)) }, away),
		unaryCase("Round", func(x *Node) *Node { return Mul(Round(MulScalar(x, 0.1)), Square(x)) }, away),
		unaryCase("indicator", func(x *Node) *Node { return Mul(ConvertDType(GreaterThan(x, ZerosLike(x)), x.DType()), Square(x)) }, away),
		unaryCase("custom gradient", func(x *Node) *Node {
			return IdentityWithCustomGradient(Tanh(x), func(_, v *Node) *Node { return v })
		}, normal),
	}
}

func binaryCases() []opCase {
	return []opCase{
		binaryCase("Add", Add, normal, normal),
		binaryCase("Sub", Sub, normal, normal),
		binaryCase("Mul", Mul, normal, normal),
		binaryCase("Div", Div, normal, away),
		binaryCase("Pow", Pow, positive, normal),
		binaryCase("Atan2", Atan2, away, away),
		binaryCase("Max", Max, normal, normal),
		binaryCase("Min", Min, normal, normal),
		{name: "Clamp", in: one(away), f: func(in []*Node) *Node {
			return Clamp(Scalar(in[0].Graph(), in[0].DType(), -0.15), in[0], Scalar(in[0].Graph(), in[0].DType(), 0.6))
		}},
		{name: "Where", f: func(in []*Node) *Node {
			return Where(GreaterThan(in[0], ZerosLike(in[0])), Square(in[1]), in[0])
		}, in: func(rng *rand.Rand) []drawn {
			m, n := size(rng), size(rng)
			return []drawn{draw(away(rng), m, n), draw(normal(rng), m, n)}
		}},
		{name: "Where of a scalar", f: func(in []*Node) *Node {
			return Where(GreaterThan(in[0], ZerosLike(in[0])), in[1], in[0])
		}, in: func(rng *rand.Rand) []drawn {
			return []drawn{draw(away(rng), size(rng), size(rng)), draw(normal(rng))}
		}},
	}
}

func structuralCases() []opCase {
	return []opCase{
		matrixCase("SchedulingBarrier", func(x *Node) *Node { return SchedulingBarrier(Square(x), Sin(x)) }),
		matrixCase("Reshape", func(x *Node) *Node { return Reshape(x, x.Shape().Size()) }),
		matrixCase("Transpose", func(x *Node) *Node { return TransposeAllAxes(x, 2, 0, 1) }),
		matrixCase("BroadcastInDim", func(x *Node) *Node {
			d := x.Shape().Dimensions
			return BroadcastToDims(InsertAxes(x, 1), d[0], 3, d[1], d[2])
		}),
		matrixCase("Slice", func(x *Node) *Node { return Slice(x, AxisRange(), AxisRange(1), AxisRange(0, 2)) }),
		matrixCase("Slice with stride", func(x *Node) *Node { return Slice(x, AxisRange(), AxisRange(), AxisRange().Stride(2)) }),
		matrixCase("Split", func(x *Node) *Node { return Mul(Split(x, 1, x.Shape().Dim(1))[0], Split(x, 1, x.Shape().Dim(1))[1]) }),
		matrixCase("Reverse", func(x *Node) *Node { return Reverse(x, 1, 2) }),
		matrixCase("ConvertDType", func(x *Node) *Node { return ConvertDType(ConvertDType(x, dtypes.Float64), x.DType()) }),
		{name: "Concatenate", f: func(in []*Node) *Node { return Concatenate([]*Node{in[0], OnesLike(in[0]), in[1]}, 1) },
			in: shaped(func(b, m, n int) [][]int { return [][]int{{b, m, n}, {b, m + 1, n}} })},
		{name: "Pad", f: func(in []*Node) *Node {
			return Pad(in[0], in[1], PadAxis{Start: 1}, PadAxis{End: 2, Interior: 1}, PadAxis{Start: 2, End: 1})
		}, in: shaped(func(b, m, n int) [][]int { return [][]int{{b, m, n}, {}} })},
		matrixCase("Gather", func(x *Node) *Node { return Gather(x, Const(x.Graph(), [][]int32{{0}, {0}})) }),
		{name: "GatherSlices", in: shaped(matrix), f: func(in []*Node) *Node {
			return GatherSlices(in[0], []int{1}, Const(in[0].Graph(), [][]int32{{1}, {0}}), []int{1}, false)
		}},
		{name: "ScatterSum", f: func(in []*Node) *Node {
			return ScatterSum(in[0], Const(in[0].Graph(), [][]int32{{0}, {1}, {1}}), in[1], false, false)
		}, in: shaped(func(_, m, n int) [][]int { return [][]int{{m, n}, {3, n}} })},
		matrixCase("ReduceSum", func(x *Node) *Node { return ReduceSum(x, 0, 2) }),
		matrixCase("ReduceAllSum", func(x *Node) *Node { return ReduceAllSum(x) }),
		matrixCase("ReduceMean", func(x *Node) *Node { return ReduceMean(x, 1) }),
		matrixCase("ReduceMax", func(x *Node) *Node { return ReduceMax(x, 1) }),
		matrixCase("ReduceMin", func(x *Node) *Node { return ReduceAndKeep(x, ReduceMin, 0, 2) }),
		matrixCase("ReduceAllMax", func(x *Node) *Node { return ReduceAllMax(x) }),
		{name: "ReduceWindow", f: func(in []*Node) *Node { return MeanPool(in[0]).Window(2).Strides(1).Done() },
			in: shaped(func(b, m, n int) [][]int { return [][]int{{b, m, n, 2}} })},
	}
}

func productCases() []opCase {
	conv := func(in []*Node) *Node {
		return Convolve(in[0], in[1]).PaddingPerDim([][2]int{{2, 0}}).Done()
	}
	return []opCase{
		{name: "DotGeneral", f: func(in []*Node) *Node { return Dot(in[0], in[1]).Product() },
			in: shaped(func(b, m, n int) [][]int { return [][]int{{m, n}, {n, b}} })},
		{name: "DotGeneral of a series", f: func(in []*Node) *Node { return Einsum("btd,dh->bth", in[0], in[1]) },
			in: shaped(func(b, m, n int) [][]int { return [][]int{{b, m, n}, {n, 3}} })},
		{name: "DotGeneral with batch axes", f: func(in []*Node) *Node { return Einsum("bqhd,bkhd->bqhk", in[0], in[1]) },
			in: shaped(func(b, m, n int) [][]int { return [][]int{{b, m, 2, n}, {b, 3, 2, n}} })},
		{name: "Einsum of one node", f: func(in []*Node) *Node { return Einsum("bij,bkj->bik", in[0], Sin(in[0])) }, in: shaped(matrix)},
		{name: "ConvGeneral", f: conv, in: shaped(func(b, m, n int) [][]int { return [][]int{{b, n + 2, m}, {3, m, 2}} })},
	}
}

// layerCases returns compositions that models use. Backends may fuse them.
func layerCases() []opCase {
	cases := []opCase{
		matrixCase("Softmax", func(x *Node) *Node { return Softmax(x, -1) }),
		matrixCase("LogSoftmax", func(x *Node) *Node { return LogSoftmax(x, -1) }),
		matrixCase("MaskedSoftmax", func(x *Node) *Node {
			return MaskedSoftmax(x, GreaterThan(Iota(x.Graph(), x.Shape(), 2), ZerosLike(x)), -1)
		}),
		matrixCase("L2Normalize", func(x *Node) *Node { return L2Normalize(x, -1) }),
		matrixCase("CumSum", func(x *Node) *Node { return CumSum(x, 1) }),
		matrixCase("CumSum exclusive", func(x *Node) *Node { return CumSum(x, 0, &CumSumOptions{Exclusive: true}) }),
		matrixCase("CumSum reverse", func(x *Node) *Node { return CumSum(x, 2, &CumSumOptions{Reverse: true}) }),
		matrixCase("CumSum exclusive reverse", func(x *Node) *Node {
			return CumSum(x, 2, &CumSumOptions{Exclusive: true, Reverse: true})
		}),
		matrixCase("StopGradient", func(x *Node) *Node { return Add(x, ReduceAndKeep(x, ReduceMax, -1)) }),
		{name: "LayerNorm", f: func(in []*Node) *Node { return nn.LayerNorm(in[0], []int{-1}, 1e-2, in[1], in[2], nil) },
			in: shaped(func(b, m, n int) [][]int { return [][]int{{b, m, n}, {1, 1, n}, {1, 1, n}} })},
		{name: "Dense", f: func(in []*Node) *Node {
			return nn.Dense(in[0], in[1], in[2], compute.DenseLayoutInputOutputs, activation.TypeTanh)
		},
			in: shaped(func(b, m, n int) [][]int { return [][]int{{b, m, n}, {n, 3}, {3}} })},
	}
	for _, a := range []activation.Type{activation.TypeRelu, activation.TypeSigmoid, activation.TypeHardSigmoid, activation.TypeLeakyRelu,
		activation.TypeSelu, activation.TypeSwish, activation.TypeHardSwish, activation.TypeGelu, activation.TypeGeluApprox} {
		cases = append(cases, unaryCase(a.String(), func(x *Node) *Node { return activation.Apply(a, x) }, away))
	}
	return cases
}
