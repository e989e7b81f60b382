package peephole

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// program is a random graph. Its method build maps two inputs to a value, using the operations that are rewritten.
type program struct {
	seed  uint64
	dtype dtypes.DType
	dims  [2][]int
	steps int
}

func (p program) String() string {
	return fmt.Sprintf("seed=%d/%s/%v/steps=%d", p.seed, p.dtype, p.dims, p.steps)
}

// newProgram draws the types, the shapes (including axes of size one and zero) and the length of a program.
func newProgram(seed uint64) program {
	rng := rand.New(rand.NewPCG(seed, 1))
	types := []dtypes.DType{dtypes.Float64, dtypes.Float64, dtypes.Float32, dtypes.Int32}
	p := program{seed: seed, dtype: types[rng.IntN(len(types))], steps: 1 + rng.IntN(12)}
	sizes := []int{1, 1, 2, 3, 5, 8, 17}
	if seed%16 == 0 {
		sizes = append(sizes, 0)
	}
	for i := range p.dims {
		for range 1 + rng.IntN(4) {
			p.dims[i] = append(p.dims[i], sizes[rng.IntN(len(sizes))])
		}
	}
	return p
}

// inputs draws small integers and halves.
func (p program) inputs() []any {
	rng := rand.New(rand.NewPCG(p.seed, 2))
	var in []any
	for _, dims := range p.dims {
		flat := make([]float64, elements(dims))
		for i := range flat {
			flat[i] = float64(rng.IntN(9)-4) / 2
		}
		switch p.dtype {
		case dtypes.Float32:
			in = append(in, tensors.FromFlatDataAndDimensions(convert[float32](flat), dims...))
		case dtypes.Int32:
			in = append(in, tensors.FromFlatDataAndDimensions(convert[int32](flat), dims...))
		default:
			in = append(in, tensors.FromFlatDataAndDimensions(flat, dims...))
		}
	}
	return in
}

func convert[T float32 | int32](flat []float64) []T {
	out := make([]T, len(flat))
	for i, v := range flat {
		out[i] = T(v)
	}
	return out
}

// build applies random operations. Values stay near one, so the sums are comparable.
func (p program) build(x, y *Node) *Node {
	rng := rand.New(rand.NewPCG(p.seed, 3))
	values := []*Node{x, y}
	for range p.steps {
		v := values[rng.IntN(len(values))]
		values = append(values, p.step(rng, v, values))
	}
	sum := ScalarZero(x.Graph(), p.dtype)
	for i, v := range values {
		sum = Add(sum, MulScalar(ReduceAllSum(v), float64(i+1)))
	}
	return sum
}

// step applies one random operation to v.
func (p program) step(rng *rand.Rand, v *Node, values []*Node) *Node {
	rank, dims := v.Rank(), v.Shape().Dimensions
	axes := rng.Perm(rank)
	switch op := rng.IntN(16); {
	case op == 0:
		return TransposeAllDims(v, axes...)
	case op == 1:
		return Reshape(v, append(slices.Clone(dims), 1)...)
	case op == 2:
		return Reshape(v, elements(dims))
	case op == 3:
		return InsertAxes(v, rng.IntN(rank+1))
	case op == 4 && rank > 0:
		return MulScalar(ReduceSum(v, axes[:1+rng.IntN(rank)]...), 0.5)
	case op == 5 && rank > 0:
		kept := ReduceAndKeep(v, ReduceSum, axes[0])
		return Sub(v, kept)
	case op == 6 && rank > 0 && v.Shape().Size() > 0 && v.Shape().Size() < 1000:
		return BroadcastPrefix(v, 1+rng.IntN(9))
	case op == 7 && rank > 0:
		return p.columns(rng, v, axes[0])
	case op == 8:
		c := func() *Node { return Scalar(v.Graph(), p.dtype, float64(1+rng.IntN(2))) }
		return Mul(Div(OnesLike(v), c()), Sub(Div(v, c()), Sub(v, Sub(c(), c()))))
	case op == 9:
		return Max(Sub(v, ScalarOne(v.Graph(), p.dtype)), MulScalar(AddScalar(ScalarOne(v.Graph(), p.dtype), 2), 3))
	case op == 11:
		return Abs(v)
	case op == 12:
		return Sign(AddScalar(Sign(v), []float64{0.5, 1, 2, -1}[rng.IntN(4)]))
	case op == 10:
		return ConvertDType(Transpose(Reshape(v, 1, elements(dims)), 0, 1), p.dtype)
	case rank > 0:
		return p.multiply(rng, v, values[rng.IntN(len(values))], axes[0])
	}
	return Neg(v)
}

// columns combines v with a constant that varies only along one or two axes.
func (p program) columns(rng *rand.Rand, v *Node, axis int) *Node {
	dims := slices.Repeat([]int{1}, v.Rank())
	dims[axis] = v.Shape().Dim(axis)
	also := rng.IntN(v.Rank())
	dims[also] = v.Shape().Dim(also)
	flat := make([]float64, elements(dims))
	for i := range flat {
		flat[i] = float64(rng.IntN(3))
	}
	c := ConvertDType(Const(v.Graph(), tensors.FromFlatDataAndDimensions(flat, dims...)), p.dtype)
	return []func(a, b *Node) *Node{Add, Sub, Mul, Max, Min}[rng.IntN(5)](c, v)
}

// multiply contracts an axis of v with an axis of w of the same size, or v with itself if there is none.
func (p program) multiply(rng *rand.Rand, v, w *Node, axis int) *Node {
	other := slices.Index(w.Shape().Dimensions, v.Shape().Dim(axis))
	if other < 0 || v.Shape().Size()*w.Shape().Size() > 1<<16 {
		w, other = v, axis
	}
	if v.Shape().Size()*w.Shape().Size() > 1<<16 {
		return v
	}
	z := DotGeneral(v, []int{axis}, nil, w, []int{other}, nil)
	perm, shift := make([]int, z.Rank()), v.Rank()-1 // exchanges the factors
	if rng.IntN(2) == 0 {
		shift = rng.IntN(z.Rank() + 1)
	}
	for i := range perm {
		perm[i] = (i + shift) % z.Rank()
	}
	if z.Rank() == 0 {
		return z
	}
	return MulScalar(TransposeAllDims(z, perm...), 0.25)
}

// run returns the value of the program and, for real types, its gradients.
func (p program) run(b compute.Backend) ([]*tensors.Tensor, error) {
	exec, err := NewExec(b, func(x, y *Node) []*Node {
		out := p.build(x, y)
		if p.dtype.IsInt() || x.Shape().Size() == 0 || y.Shape().Size() == 0 {
			return []*Node{out}
		}
		return append([]*Node{out}, Gradient(out, x, y)...)
	})
	if err != nil {
		return nil, err
	}
	defer exec.Finalize()
	return exec.Call(p.inputs()...)
}
