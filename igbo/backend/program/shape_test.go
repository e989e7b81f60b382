package program

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

func TestTransposesAgree(t *testing.T) {
	for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.Float64, dtypes.Bool} {
		for i, c := range []struct{ dims, permutation []int }{
			{[]int{5, 7}, []int{1, 0}}, {[]int{64, 33}, []int{1, 0}}, {[]int{1, 7}, []int{1, 0}}, {[]int{2, 3, 4}, []int{0, 2, 1}},
			{[]int{2, 3, 4}, []int{2, 0, 1}}, {[]int{2, 3, 4}, []int{2, 1, 0}}, {[]int{3, 1, 4, 1}, []int{1, 0, 3, 2}}, {[]int{2, 3, 4, 5}, []int{3, 1, 2, 0}},
			{[]int{17, 2, 16}, []int{1, 0, 2}},
		} {
			rng := rand.New(rand.NewPCG(uint64(i), 5))
			agree(t, []array{drawn(rng, dtype, c.dims...)}, true, func(f compute.Function, x []compute.Value) []compute.Value {
				return []compute.Value{must.Get(f.Transpose(x[0], c.permutation...))}
			})
		}
	}
}

func TestSlicesAgree(t *testing.T) {
	for i, c := range []struct{ dims, starts, limits, strides []int }{
		{[]int{10}, []int{2}, []int{9}, []int{1}}, {[]int{10}, []int{1}, []int{10}, []int{3}}, {[]int{4, 6}, []int{1, 0}, []int{3, 6}, []int{1, 1}},
		{[]int{4, 6}, []int{0, 2}, []int{4, 5}, []int{1, 1}}, {[]int{4, 6}, []int{2, 1}, []int{3, 4}, []int{1, 1}}, {[]int{3, 4, 5}, []int{0, 1, 0}, []int{3, 2, 5}, []int{1, 1, 1}},
		{[]int{3, 4, 5}, []int{1, 1, 1}, []int{2, 2, 2}, []int{1, 1, 1}}, {[]int{3, 4, 5}, []int{0, 0, 0}, []int{3, 4, 5}, []int{2, 3, 2}}, {[]int{3, 4}, []int{1, 1}, []int{1, 3}, []int{1, 1}},
	} {
		rng := rand.New(rand.NewPCG(uint64(i), 6))
		agree(t, []array{drawn(rng, dtypes.Float32, c.dims...)}, task.Size(c.dims) > 12, func(f compute.Function, x []compute.Value) []compute.Value {
			v := must.Get(f.Slice(x[0], c.starts, c.limits, c.strides))
			return []compute.Value{v, must.Get(f.Neg(v)), must.Get(f.Floor(must.Get(f.Slice(must.Get(f.Neg(x[0])), c.starts, c.limits, c.strides))))}
		})
	}
}

func TestBroadcastsReversesAndPadsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	in := []array{drawn(rng, dtypes.Float32, 3, 4), drawn(rng, dtypes.Float32), drawn(rng, dtypes.Float32, 3, 1), drawn(rng, dtypes.Bool, 5)}
	agree(t, in, true, func(f compute.Function, x []compute.Value) []compute.Value {
		shape := func(dims ...int) shapes.Shape { return shapes.Make(dtypes.Float32, dims...) }
		return []compute.Value{
			must.Get(f.BroadcastInDim(x[0], shape(3, 4, 5), []int{0, 1})), must.Get(f.BroadcastInDim(x[0], shape(5, 3, 4), []int{1, 2})),
			must.Get(f.BroadcastInDim(x[1], shape(7, 2), nil)), must.Get(f.BroadcastInDim(x[2], shape(3, 6), []int{0, 1})),
			must.Get(f.BroadcastInDim(x[3], shapes.Make(dtypes.Bool, 2, 5), []int{1})),
			must.Get(f.Reverse(x[0], 0)), must.Get(f.Reverse(x[0], 1)), must.Get(f.Reverse(x[0], 0, 1)),
			must.Get(f.Pad(x[0], x[1], compute.PadAxis{Start: 1, End: 2}, compute.PadAxis{Start: 2})), must.Get(f.Pad(x[0], x[1], compute.PadAxis{End: 1})),
			must.Get(f.Concatenate(0, x[0], must.Get(f.Neg(x[0])))), must.Get(f.Concatenate(1, x[2], x[0], x[2])), must.Get(f.Concatenate(1, x[0])),
		}
	})
}

// TestImplicitBroadcastsAgree checks broadcasts that an operation does itself, for either operand and for both.
func TestImplicitBroadcastsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 11))
	in := []array{drawn(rng, dtypes.Float32, 5, 20), drawn(rng, dtypes.Float32, 1, 20), drawn(rng, dtypes.Float32, 5, 1), drawn(rng, dtypes.Float32), drawn(rng, dtypes.Float32, 20)}
	agree(t, in, true, func(f compute.Function, x []compute.Value) (out []compute.Value) {
		shape := shapes.Make(dtypes.Float32, 5, 20)
		row, column := must.Get(f.BroadcastInDim(x[1], shape, []int{0, 1})), must.Get(f.BroadcastInDim(x[2], shape, []int{0, 1}))
		scalar, other := must.Get(f.BroadcastInDim(x[3], shape, nil)), must.Get(f.BroadcastInDim(x[4], shape, []int{1}))
		all := []compute.Value{x[0], row, column, scalar, other}
		for _, a := range all {
			for _, b := range all {
				out = append(out, must.Get(f.Sub(a, b)), must.Get(f.LessThan(a, b)))
			}
		}
		return append(out, row)
	})
}

func TestPadsWithoutKernelAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	agree(t, []array{drawn(rng, dtypes.Float32, 3, 4), drawn(rng, dtypes.Float32)}, false, func(f compute.Function, x []compute.Value) []compute.Value {
		return []compute.Value{must.Get(f.Pad(x[0], x[1], compute.PadAxis{Interior: 2}))}
	})
}

func TestGathersAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	indices := array{[]int32{0, 3, -1, 7, 2, 2}, []int{6, 1}}
	flat := array{[]int64{0, 3, -5, 9}, []int{4}}
	agree(t, []array{drawn(rng, dtypes.Float32, 5, 3), indices, flat}, true, func(f compute.Function, x []compute.Value) []compute.Value {
		return []compute.Value{
			must.Get(f.Gather(x[0], x[1], 1, []int{1}, []int{0}, []int{0}, []int{1, 3}, false)),
			must.Get(f.Gather(x[0], must.Get(f.Reshape(x[2], 4, 1)), 1, []int{1}, []int{0}, []int{0}, []int{1, 3}, false)),
		}
	})
	agree(t, []array{drawn(rng, dtypes.Float32, 5, 3), {[]int32{2, 0, 1}, []int{3, 1}}}, false, func(f compute.Function, x []compute.Value) []compute.Value {
		return []compute.Value{must.Get(f.Gather(x[0], x[1], 1, []int{1}, []int{1}, []int{1}, []int{5, 1}, false))}
	})
}

func TestReductionsAgree(t *testing.T) {
	type method = func(f compute.Function, x compute.Value, axes ...int) (compute.Value, error)
	for name, m := range map[string]method{
		"Sum": compute.Function.ReduceSum, "Max": compute.Function.ReduceMax, "Min": compute.Function.ReduceMin, "Product": compute.Function.ReduceProduct,
	} {
		for _, dtype := range numbers {
			t.Run(fmt.Sprint(name, "/", dtype), func(t *testing.T) {
				for i, c := range []struct{ dims, axes []int }{
					{[]int{17}, []int{0}}, {[]int{4, 5}, []int{0}}, {[]int{4, 5}, []int{1}}, {[]int{4, 5}, []int{0, 1}}, {[]int{4, 5}, nil}, {[]int{3, 4, 5}, []int{1}},
					{[]int{3, 4, 5}, []int{0, 2}}, {[]int{3, 4, 5}, []int{2, 1}}, {[]int{3, 1, 5}, []int{1}}, {[]int{2, 3, 4, 5}, []int{1, 3}}, {[]int{33, 40}, []int{0}}, {nil, nil},
				} {
					for _, draw := range []func(*rand.Rand, dtypes.DType, ...int) array{plain, drawn} {
						rng := rand.New(rand.NewPCG(uint64(i), 10))
						agree(t, []array{draw(rng, dtype, c.dims...)}, true, func(f compute.Function, x []compute.Value) []compute.Value {
							return []compute.Value{must.Get(m(f, x[0], c.axes...))}
						})
					}
				}
			})
		}
	}
}
