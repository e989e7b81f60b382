package peephole

import (
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// counting is a backend that counts the operations that it receives.
type counting struct {
	compute.Backend
	counts map[string]int
}

func (c counting) Builder(name string) compute.Builder {
	b := c.Backend.Builder(name)
	return countingBuilder{b, countingFunction{b.Main(), c.counts}}
}

type countingBuilder struct {
	compute.Builder
	main countingFunction
}

func (b countingBuilder) Main() compute.Function { return b.main }

type countingFunction struct {
	compute.Function
	counts map[string]int
}

func (f countingFunction) Transpose(x compute.Value, permutation ...int) (compute.Value, error) {
	f.counts["Transpose"]++
	return f.Function.Transpose(x, permutation...)
}

func (f countingFunction) Reshape(x compute.Value, dims ...int) (compute.Value, error) {
	f.counts["Reshape"]++
	return f.Function.Reshape(x, dims...)
}

func (f countingFunction) ReduceSum(x compute.Value, axes ...int) (compute.Value, error) {
	f.counts["ReduceSum"]++
	return f.Function.ReduceSum(x, axes...)
}

func (f countingFunction) BroadcastInDim(x compute.Value, out shapes.Shape, axes []int) (compute.Value, error) {
	f.counts["BroadcastInDim"]++
	return f.Function.BroadcastInDim(x, out, axes)
}

func (f countingFunction) Sign(x compute.Value) (compute.Value, error) {
	f.counts["Sign"]++
	return f.Function.Sign(x)
}

func (f countingFunction) Mul(x, y compute.Value) (compute.Value, error) {
	f.counts["Mul"]++
	return f.Function.Mul(x, y)
}

func (f countingFunction) DotGeneral(
	lhs compute.Value, lhsAxes, lhsBatch []int, rhs compute.Value, rhsAxes, rhsBatch []int, config compute.DotGeneralConfig,
) (compute.Value, error) {
	f.counts["DotGeneral"]++
	return f.Function.DotGeneral(lhs, lhsAxes, lhsBatch, rhs, rhsAxes, rhsBatch, config)
}

// TestRewrites checks which operations each rewrite leaves, for x [12,10].
func TestRewrites(t *testing.T) {
	constant := func(x *Node, dims ...int) *Node {
		return Const(x.Graph(), tensors.FromScalarAndDimensions(0.5, dims...))
	}
	for _, c := range []struct {
		name  string
		build func(x *Node) *Node
		want  map[string]int
	}{
		{"reshape to itself", func(x *Node) *Node { return Reshape(x, 12, 10) }, nil},
		{"reshaped constant", func(x *Node) *Node { return Reshape(constant(x, 4, 3), 12) }, nil},
		{"identity transpose", func(x *Node) *Node { return TransposeAllDims(x, 0, 1) }, nil},
		{"transpose back", func(x *Node) *Node { return Transpose(Transpose(x, 0, 1), 0, 1) }, map[string]int{"Transpose": 1}},
		{"moved unit axis", func(x *Node) *Node { return TransposeAllDims(Reshape(x, 12, 1, 10), 1, 0, 2) }, map[string]int{"Reshape": 2}},
		{"transposed product", func(x *Node) *Node {
			return Transpose(DotGeneral(x, []int{0}, nil, constant(x, 12, 1), []int{0}, nil), 0, 1)
		},
			map[string]int{"DotGeneral": 2, "Reshape": 4}},
		{"column sums", func(x *Node) *Node { return ReduceSum(x, 0) }, map[string]int{"DotGeneral": 1, "Reshape": 2}},
		{"row sums", func(x *Node) *Node { return ReduceSum(x, 1) }, map[string]int{"DotGeneral": 1, "Reshape": 2}},
		{"broadcast constant", func(x *Node) *Node { return Mul(x, constant(x, 12, 1)) }, map[string]int{"Mul": 1}},
		{"times one", func(x *Node) *Node { return MulScalar(MulScalar(x, 1), 1) }, nil},
		{"constants", func(x *Node) *Node {
			return Mul(x, Mul(Scalar(x.Graph(), x.DType(), 2), Scalar(x.Graph(), x.DType(), 3)))
		},
			map[string]int{"Mul": 1}},
		{"step", func(x *Node) *Node { return Sign(AddScalar(Sign(Concatenate([]*Node{x, x}, 0)), 1)) }, map[string]int{"Sign": 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			counts := map[string]int{}
			must.Of(CallOnce(Wrap(counting{plain(t), counts}), c.build, tensors.FromScalarAndDimensions(2.0, 12, 10))).In(t)
			for op, n := range counts {
				if n > c.want[op] {
					t.Errorf("%d × %s, want %d", n, op, c.want[op])
				}
			}
		})
	}
}

// TestFunctions checks rewrites in graphs with closures, named functions, loops, branches and sorts.
func TestFunctions(t *testing.T) {
	b := wrapped(t)
	got, err := CallOnce(b, func(x *Node) *Node {
		g := x.Graph()
		total := ReduceAllSum(TransposeAllDims(x, 1, 0)) // 2+4+6 = 12
		double := NewFunction(g, "double", func(g *Graph) []*Node {
			return []*Node{MulScalar(Parameter(g, "x", shapes.Make(dtypes.Float64)), 2)}
		})
		total = double.Call(total)[0] // 24
		branch := func(c float64) *Function {
			return NewClosure(g, func(*Graph) []*Node { return []*Node{MulScalar(total, c)} })
		}
		total = If(GreaterThan(total, ScalarZero(g, dtypes.Float64)), branch(0.5), branch(3))[0] // 12
		state := func(g *Graph) *Node { return Parameter(g, "s", shapes.Make(dtypes.Float64)) }
		cond := NewClosure(g, func(g *Graph) []*Node { return []*Node{LessThan(state(g), Const(g, 100.0))} })
		body := NewClosure(g, func(g *Graph) []*Node {
			s := state(g)
			return []*Node{Add(s, s)}
		})
		total = While(cond, body, total)[0] // 192
		sorted := Sort(Reshape(x, 3), 0, false)
		return Concatenate([]*Node{Reshape(total, 1), sorted}, 0)
	}, tensors.FromFlatDataAndDimensions([]float64{2, 6, 4}, 1, 3))
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{192, 6, 4, 2}; !slices.Equal(numbers(got), want) {
		t.Errorf("got %v, want %v", numbers(got), want)
	}
}

// TestBuffers checks that buffers name the wrapper as their backend and can be used as inputs again.
func TestBuffers(t *testing.T) {
	b := wrapped(t)
	x := must.Of(b.BufferFromFlatData(0, []float64{1, 2}, shapes.Make(dtypes.Float64, 2))).In(t)
	shared, flat, err := b.NewSharedBuffer(0, shapes.Make(dtypes.Float64, 2))
	if err != nil {
		t.Fatal(err)
	}
	if x.Backend() != b || shared.Backend() != b {
		t.Error("a buffer names another backend")
	}
	copy(flat.([]float64), []float64{3, 4})
	got := make([]float64, 2)
	if err := shared.ToFlatData(got); err != nil || !slices.Equal(got, []float64{3, 4}) {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestLongSums checks sums that exceed onesLimit. They are computed in equal parts, or by the backend if the length is
// prime.
func TestLongSums(t *testing.T) {
	b := wrapped(t)
	for _, n := range []int{onesLimit, onesLimit + 1, 3 * onesLimit, 2 * 65537} {
		flat, want := make([]float64, n), 0.0
		for i := range flat {
			flat[i] = float64(i % 7)
			want += flat[i]
		}
		got := must.Of(CallOnce(b, func(x *Node) *Node { return ReduceAllSum(x) }, flat)).In(t)
		if v := numbers(got)[0]; v != want {
			t.Errorf("n=%d: sum %v, want %v", n, v, want)
		}
	}
}
