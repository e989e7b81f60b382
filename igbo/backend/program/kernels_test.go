package program

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// numbers lists the number types with kernels.
var numbers = []dtypes.DType{dtypes.Float32, dtypes.Float64, dtypes.Int32, dtypes.Int64}

// agree runs a graph on the wrapped backend and as a program, on one core and on several, and compares the results bit
// for bit. If native is set, no operation may be left to the wrapped backend.
func agree(t *testing.T, inputs []array, native bool, g graph) {
	t.Helper()
	b := engine(t)
	want := evaluated(t, b, inputs, g)
	for _, w := range []compute.Backend{Wrap(b, 1), eager(b, 3)} {
		e := compiled(t, w, inputs, g)
		p, ok := e.(*executable)
		if !ok {
			t.Fatalf("a %T, want a program", e)
		}
		for _, task := range p.tasks {
			if task.Whole && native {
				t.Errorf("an operation of %s is left to the backend", p.outputs[0].shape)
			}
		}
		for range 2 {
			got := must.Of(called(w, e, inputs)).In(t)
			for i := range want {
				if err := same(got[i], want[i]); err != nil {
					t.Fatalf("%d workers, output %d: %v", p.workers, i, err)
				}
			}
		}
	}
}

// lengths covers all ways in which vectors are divided.
var lengths = []int{1, 2, 15, 16, 17, 31, 33, 100, 257}

func TestFunctionsAgree(t *testing.T) {
	for name, method := range map[string]func(compute.Function, compute.Value) (compute.Value, error){
		"Neg": compute.Function.Neg, "Sqrt": compute.Function.Sqrt, "Log1p": compute.Function.Log1p, "Expm1": compute.Function.Expm1,
		"Erf": compute.Function.Erf, "Sin": compute.Function.Sin, "Cos": compute.Function.Cos,
		"Ceil": compute.Function.Ceil, "Floor": compute.Function.Floor, "Round": compute.Function.Round,
		"Exp": compute.Function.Exp, "Tanh": compute.Function.Tanh, "Logistic": compute.Function.Logistic, "Rsqrt": compute.Function.Rsqrt,
	} {
		for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.Float64} {
			if _, ours := rounded[name]; ours && dtype == dtypes.Float32 {
				continue
			}
			t.Run(fmt.Sprint(name, "/", dtype), func(t *testing.T) {
				for _, n := range lengths {
					rng := rand.New(rand.NewPCG(uint64(n), 1))
					agree(t, []array{drawn(rng, dtype, n)}, true, func(f compute.Function, x []compute.Value) []compute.Value {
						return []compute.Value{must.Get(method(f, x[0]))}
					})
				}
			})
		}
	}
}

// rounded lists the functions whose float32 kernels round differently from the wrapped backend. The tests of package
// vector check them.
var rounded = map[string]bool{"Exp": true, "Tanh": true, "Logistic": true, "Rsqrt": true}

// TestSpecialValues checks values for which the wrapped backend or package math is wrong.
func TestSpecialValues(t *testing.T) {
	minus0 := math.Copysign(0, -1)
	for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.Float64} {
		x := []float64{math.NaN(), minus0, 0, math.Inf(-1), -2, 3}
		out := evaluated(t, Wrap(engine(t), 1), []array{typedArray(x, dtype, []int{6})}, func(f compute.Function, x []compute.Value) []compute.Value {
			return []compute.Value{must.Get(f.Sign(x[0])), must.Get(f.Abs(x[0]))}
		})
		for i, want := range [][]float64{{math.NaN(), minus0, 0, -1, -1, 1}, {math.NaN(), 0, 0, math.Inf(1), 2, 3}} {
			if err := same(out[i], typedArray(want, dtype, nil).flat); err != nil {
				t.Errorf("output %d in %s: %v", i, dtype, err)
			}
		}
	}
}

// broadcasts lists the shapes of two operands.
var broadcasts = [][2][]int{
	{{}, {}}, {{1}, {1}}, {{17}, {17}}, {{17}, {}}, {{}, {33}}, {{5, 7}, {1, 7}}, {{5, 7}, {5, 1}}, {{5, 1}, {1, 7}}, {{1, 1}, {4, 9}},
	{{3, 1, 20}, {1, 5, 20}}, {{3, 4, 1}, {3, 1, 5}}, {{2, 1, 3, 1}, {1, 4, 1, 17}}, {{64, 33}, {64, 33}}, {{2, 3, 4}, {2, 3, 1}}, {{1, 3, 16}, {2, 1, 16}},
}

func TestBinaryOperationsAgree(t *testing.T) {
	type method = func(f compute.Function, x, y compute.Value) (compute.Value, error)
	for name, m := range map[string]method{
		"Pow": compute.Function.Pow, "Add": compute.Function.Add, "Sub": compute.Function.Sub, "Mul": compute.Function.Mul, "Div": compute.Function.Div,
		"Max": compute.Function.Max, "Min": compute.Function.Min, "Equal": compute.Function.Equal, "NotEqual": compute.Function.NotEqual,
		"LessThan": compute.Function.LessThan, "LessOrEqual": compute.Function.LessOrEqual,
		"GreaterThan": compute.Function.GreaterThan, "GreaterOrEqual": compute.Function.GreaterOrEqual,
	} {
		for _, dtype := range numbers {
			if (name == "Div" || name == "Pow") && !dtype.IsFloat() {
				continue
			}
			t.Run(fmt.Sprint(name, "/", dtype), func(t *testing.T) {
				for i, dims := range broadcasts {
					rng := rand.New(rand.NewPCG(uint64(i), 2))
					in := []array{drawn(rng, dtype, dims[0]...), drawn(rng, dtype, dims[1]...)}
					if x, ok := in[0].flat.([]float64); ok && name == "Pow" { // package math is wrong for denormal numbers
						for i, v := range x {
							if math.Abs(v) < 0x1p-1022 {
								x[i] = 0
							}
						}
					}
					agree(t, in, true, func(f compute.Function, x []compute.Value) []compute.Value {
						return []compute.Value{must.Get(m(f, x[0], x[1]))}
					})
				}
			})
		}
	}
}

func TestLogicAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, dims := range broadcasts {
		in := []array{drawn(rng, dtypes.Bool, dims[0]...), drawn(rng, dtypes.Bool, dims[1]...)}
		agree(t, in, true, func(f compute.Function, x []compute.Value) []compute.Value {
			return []compute.Value{must.Get(f.LogicalAnd(x[0], x[1])), must.Get(f.LogicalOr(x[0], x[1])), must.Get(f.LogicalXor(x[0], x[1])), must.Get(f.LogicalNot(x[0]))}
		})
	}
}

func TestSelectionAndTypesAgree(t *testing.T) {
	for _, dtype := range numbers {
		for _, n := range lengths {
			rng := rand.New(rand.NewPCG(uint64(n), 4))
			in := []array{drawn(rng, dtypes.Bool, n), drawn(rng, dtype, n), drawn(rng, dtype, n), drawn(rng, dtype), drawn(rng, dtypes.Uint8, n)}
			agree(t, in, true, func(f compute.Function, x []compute.Value) (out []compute.Value) {
				out = append(out, must.Get(f.Where(x[0], x[1], x[2])), must.Get(f.Where(x[0], x[1], x[3])), must.Get(f.Where(x[0], x[3], x[2])))
				for _, other := range append([]dtypes.DType{dtypes.Bool}, numbers...) {
					if other != dtype && (dtype.IsInt() || other == dtypes.Bool || other.IsFloat()) {
						out = append(out, must.Get(f.ConvertDType(x[1], other)))
					}
				}
				return append(out, must.Get(f.ConvertDType(x[0], dtype)), must.Get(f.ConvertDType(x[4], dtype)),
					must.Get(f.ConvertDType(must.Get(f.Bitcast(x[0], dtypes.Uint8)), dtype)))
			})
		}
	}
}

func TestIotaAgrees(t *testing.T) {
	for _, dtype := range numbers {
		for axis := range 3 {
			agree(t, []array{plain(rand.New(rand.NewPCG(1, 1)), dtype, 2)}, true, func(f compute.Function, x []compute.Value) []compute.Value {
				return []compute.Value{must.Get(f.Iota(shapes.Make(dtype, 3, 4, 5), axis)), x[0]}
			})
		}
	}
}
