package program

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/product"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
	"github.com/igbolab/igbolab/igbo/backend/vector"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// multiplied builds the graph of a product.
func multiplied(f product.Form) graph {
	return func(g compute.Function, x []compute.Value) []compute.Value {
		rhs := 1
		if f.Transposed {
			rhs = 2
		}
		lhs := 2
		if f.Turned {
			lhs = 1
		}
		return []compute.Value{must.Get(g.DotGeneral(x[0], []int{lhs}, []int{0}, x[1], []int{rhs}, []int{0}, compute.DotGeneralConfig{}))}
	}
}

// factors draws the operands of a product.
func factors(f product.Form, dtype dtypes.DType, draw func(*rand.Rand, dtypes.DType, ...int) array) []array {
	rng := rand.New(rand.NewPCG(uint64(f.M), uint64(f.N*f.K)))
	rhs := []int{f.Batch, f.K, f.N}
	if f.Transposed {
		rhs = []int{f.Batch, f.N, f.K}
	}
	lhs := []int{f.Batch, f.M, f.K}
	if f.Turned {
		lhs = []int{f.Batch, f.K, f.M}
	}
	return []array{draw(rng, dtype, lhs...), draw(rng, dtype, rhs...)}
}

// formed returns a form: the batch size, the rows of A, the columns of B, the terms of each sum, and whether B and A are
// transposed.
func formed(batch, m, n, k int, transposed, turned bool) product.Form {
	return product.Form{Batch: batch, M: m, N: n, K: k, Transposed: transposed, Turned: turned}
}

// forms returns products that cover all edges of a tile, and some large ones.
func forms() (list []product.Form) {
	for i := range 4 {
		transposed, turned := i%2 == 1, i/2 == 1
		for _, m := range []int{1, 2, 3, 4, 7, 8, 9, 17, 20} {
			for _, n := range []int{1, 2, 7, 8, 10, 15, 16, 17, 31, 32, 33, 70} {
				for _, k := range []int{1, 3, 4, 5, 10, 33} {
					if i < 2 || m%4 == 1 {
						list = append(list, formed(1+(m+n+k)%3, m, n, k, transposed, turned))
					}
				}
			}
		}
		for _, f := range [][4]int{{1, 5, 40, 700}, {1, 70, 33, 300}, {2, 40, 66, 280}, {1, 129, 64, 513}, {1, 100, 70, 700}, {2, 300, 9, 1030}, {1, 1, 130, 600}, {1, 700, 1, 6100}} {
			list = append(list, formed(f[0], f[1], f[2], f[3], transposed, turned))
		}
	}
	return list
}

// TestProductsAgree checks that products are accurate, and identical for all kernel sets and any number of cores. With
// -short it checks every seventh form.
func TestProductsAgree(t *testing.T) {
	b := engine(t)
	for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.Float64} {
		t.Run(dtype.String(), func(t *testing.T) {
			for i, f := range forms() {
				if testing.Short() && i%7 != 0 {
					continue
				}
				in := factors(f, dtype, plain)
				var first any
				for _, s := range vector.Sets() {
					got := evaluated(t, wrap(b, 1, s), in, multiplied(f))[0]
					if first == nil {
						first = got
						if err := nearProduct(reals(got), reals(in[0].flat), reals(in[1].flat), f, dtype); err != nil {
							t.Fatalf("%+v: %s: %v", f, s.Name, err)
						}
					}
					if err := same(got, first); err != nil {
						t.Fatalf("%+v: %s: %v", f, s.Name, err)
					}
					if err := same(evaluated(t, eagerWith(b, 3, s), in, multiplied(f))[0], first); err != nil {
						t.Fatalf("%+v: %s on several cores: %v", f, s.Name, err)
					}
				}
			}
		})
	}
}

// TestProductsSpreadNaN checks that NaN and infinities propagate correctly.
func TestProductsSpreadNaN(t *testing.T) {
	for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.Float64} {
		for _, f := range []product.Form{formed(1, 9, 33, 5, false, false), formed(2, 17, 10, 3, true, false), formed(1, 2, 40, 9, false, false)} {
			in := factors(f, dtype, sparse)
			want, got := reals(evaluated(t, engine(t), in, multiplied(f))[0]), reals(evaluated(t, Wrap(engine(t), 1), in, multiplied(f))[0])
			for i := range want {
				if math.IsNaN(got[i]) != math.IsNaN(want[i]) || math.IsInf(got[i], 1) != math.IsInf(want[i], 1) || math.IsInf(got[i], -1) != math.IsInf(want[i], -1) {
					t.Fatalf("%+v of %s: element %d is %v, want %v", f, dtype, i, got[i], want[i])
				}
			}
		}
	}
}

// sparse returns ordinary numbers with occasional NaNs and infinities. Their sums do not overflow.
func sparse(rng *rand.Rand, dtype dtypes.DType, dims ...int) array {
	flat := make([]float64, task.Size(dims))
	for i := range flat {
		if flat[i] = rng.NormFloat64(); rng.IntN(12) == 0 {
			flat[i] = edges[rng.IntN(5)]
		}
	}
	return typedArray(flat, dtype, dims)
}

// nearProduct compares a product with sums computed in float64.
func nearProduct(y, a, b []float64, f product.Form, dtype dtypes.DType) error {
	unit := 0x1p-24
	if dtype == dtypes.Float64 {
		unit = 0x1p-53
	}
	for i := range y {
		batch, row, col := i/(f.M*f.N), i/f.N%f.M, i%f.N
		sum, scale := 0.0, 0.0
		for k := range f.K {
			v := a[(batch*f.M+row)*f.K+k]
			if f.Turned {
				v = a[(batch*f.K+k)*f.M+row]
			}
			if f.Transposed {
				v *= b[(batch*f.N+col)*f.K+k]
			} else {
				v *= b[(batch*f.K+k)*f.N+col]
			}
			sum, scale = sum+v, scale+math.Abs(v)
		}
		if math.Abs(y[i]-sum) > 2*float64(f.K+1)*unit*scale {
			return fmt.Errorf("element %d is %v, want %v", i, y[i], sum)
		}
	}
	return nil
}

// reals converts the elements to float64.
func reals(flat any) (out []float64) {
	switch flat := flat.(type) {
	case []float32:
		for _, v := range flat {
			out = append(out, float64(v))
		}
	case []float64:
		out = flat
	}
	return out
}

// TestProductsOfManyAxesAgree checks products with several axes and products that need a transpose.
func TestProductsOfManyAxesAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 12))
	in := []array{plain(rng, dtypes.Float64, 3, 4, 5), plain(rng, dtypes.Float64, 4, 5, 6), plain(rng, dtypes.Float64, 5, 3)}
	g := func(f compute.Function, x []compute.Value) []compute.Value {
		none := compute.DotGeneralConfig{}
		return []compute.Value{
			must.Get(f.DotGeneral(x[0], []int{1, 2}, nil, x[1], []int{0, 1}, nil, none)), must.Get(f.DotGeneral(x[0], []int{2}, nil, x[2], []int{0}, nil, none)),
			must.Get(f.DotGeneral(x[2], []int{1}, nil, x[0], []int{0}, nil, none)), must.Get(f.DotGeneral(x[0], []int{0}, nil, x[2], []int{1}, nil, none)),
			must.Get(f.DotGeneral(x[0], []int{2, 1}, nil, x[1], []int{1, 0}, nil, none)), must.Get(f.DotGeneral(x[0], []int{0}, []int{1}, x[0], []int{0}, []int{1}, none)),
			must.Get(f.DotGeneral(x[0], nil, nil, x[2], nil, nil, none)),
		}
	}
	want, got := evaluated(t, engine(t), in, g), evaluated(t, eager(engine(t), 2), in, g)
	for i := range want {
		w, v := reals(want[i]), reals(got[i])
		for j := range w {
			if math.Abs(v[j]-w[j]) > 1e-13 {
				t.Fatalf("output %d, element %d is %v, want %v", i, j, v[j], w[j])
			}
		}
	}
}

// TestContractionsOfAnyAxes checks that contractions of any axes in any order agree with the wrapped backend, exactly if
// all sums are exact, and that none is left to it.
func TestContractionsOfAnyAxes(t *testing.T) {
	b, rng := engine(t), rand.New(rand.NewPCG(1, 2))
	for draw := range 300 {
		batch, summed := rng.IntN(3), 1+rng.IntN(2)
		shared := sizes(rng, batch+summed)
		factor := func() (axes, batches, dims []int) {
			order := rng.Perm(len(shared) + rng.IntN(3))
			dims = sizes(rng, len(order))
			for i, axis := range order[:len(shared)] {
				dims[axis] = shared[i]
			}
			return order[batch:len(shared)], order[:batch], dims
		}
		lhsAxes, lhsBatch, lhs := factor()
		rhsAxes, rhsBatch, rhs := factor()
		in := []array{whole(rng, lhs...), whole(rng, rhs...)}
		g := func(f compute.Function, x []compute.Value) []compute.Value {
			return []compute.Value{must.Get(f.DotGeneral(x[0], lhsAxes, lhsBatch, x[1], rhsAxes, rhsBatch, compute.DotGeneralConfig{}))}
		}
		what := fmt.Sprintf("%d: %v over %v, batch %v, by %v over %v, batch %v", draw, lhs, lhsAxes, lhsBatch, rhs, rhsAxes, rhsBatch)
		w := eager(b, 2)
		e := compiled(t, w, in, g).(*executable)
		for _, task := range e.tasks {
			if task.Whole {
				t.Errorf("%s: left to the wrapped backend", what)
			}
		}
		if err := same(must.Get(called(w, e, in))[0], evaluated(t, b, in, g)[0]); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
}

// sizes draws the sizes of n axes.
func sizes(rng *rand.Rand, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = 1 + rng.IntN(4)
	}
	return list
}

// whole draws small integers, for which sums of products are exact.
func whole(rng *rand.Rand, dims ...int) array {
	flat := make([]float32, task.Size(dims))
	for i := range flat {
		flat[i] = float32(rng.IntN(17) - 8)
	}
	return array{flat, dims}
}
