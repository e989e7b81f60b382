package program

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// closure builds a function of a loop whose states have the shapes of x.
func closure(f compute.Function, x []compute.Value, define func(f compute.Function, s []compute.Value) []compute.Value) compute.Function {
	c := must.Get(f.Closure())
	var s []compute.Value
	for _, v := range x {
		s = append(s, must.Get(c.Parameter("s", must.Get(f.Shape(v)), nil)))
	}
	if err := c.Return(define(c, s), nil); err != nil {
		panic(err)
	}
	return c
}

// below returns the condition that the first state is less than n or, if n < 0, less than the second state.
func below(n int32) func(f compute.Function, s []compute.Value) []compute.Value {
	return func(f compute.Function, s []compute.Value) []compute.Value {
		limit := s[1]
		if n >= 0 {
			limit = must.Get(f.Constant([]int32{n}))
		}
		return []compute.Value{must.Get(f.LessThan(s[0], limit))}
	}
}

// recurrent builds a loop h ← tanh(h·w + x_i) that writes h to a series, from the last element on. If counted is set, it
// runs n steps, otherwise x[0] steps.
func recurrent(n int32, counted bool) graph {
	return func(f compute.Function, x []compute.Value) []compute.Value {
		state := append([]compute.Value{must.Get(f.Constant([]int32{0}))}, x...)
		condition := below(-1)
		if counted {
			condition = below(n)
		}
		body := closure(f, state, func(f compute.Function, s []compute.Value) []compute.Value {
			zero := must.Get(f.Constant([]int32{0}))
			at := []compute.Value{must.Get(f.Sub(must.Get(f.Constant([]int32{n - 1})), s[0])), zero, zero}
			dims := must.Get(f.Shape(s[4])).Dimensions
			element := must.Get(f.Reshape(must.Get(f.DynamicSlice(s[4], at, []int{1, dims[1], dims[2]})), dims[1], dims[2]))
			h := must.Get(f.Tanh(must.Get(f.Add(must.Get(f.DotGeneral(s[2], []int{1}, nil, s[3], []int{0}, nil, compute.DotGeneralConfig{})), element))))
			all := must.Get(f.DynamicUpdateSlice(s[5], must.Get(f.Reshape(h, 1, dims[1], dims[2])), at))
			return []compute.Value{must.Get(f.Add(s[0], must.Get(f.Constant([]int32{1})))), s[1], h, s[3], s[4], all}
		})
		out := must.Get(f.While(closure(f, state, condition), body, state...))
		return []compute.Value{out[2], out[5], must.Get(f.Neg(out[5])), out[3]}
	}
}

// steps builds the same computation without a loop.
func steps(n int) graph {
	return func(f compute.Function, x []compute.Value) []compute.Value {
		dims := must.Get(f.Shape(x[3])).Dimensions
		h, all := x[1], make([]compute.Value, n)
		for i := n - 1; i >= 0; i-- {
			element := must.Get(f.Slice(x[3], []int{i, 0, 0}, []int{i + 1, dims[1], dims[2]}, []int{1, 1, 1}))
			h = must.Get(f.Tanh(must.Get(f.Add(must.Get(f.DotGeneral(h, []int{1}, nil, x[2], []int{0}, nil, compute.DotGeneralConfig{})), must.Get(f.Reshape(element, dims[1:]...))))))
			all[i] = must.Get(f.Reshape(h, 1, dims[1], dims[2]))
		}
		series := must.Get(f.Concatenate(0, all...))
		return []compute.Value{h, series, must.Get(f.Neg(series)), x[2]}
	}
}

// recurrence returns the inputs of recurrent: the number of steps, h, w, x and the initial series.
func recurrence(n, rows, width int) []array {
	rng := rand.New(rand.NewPCG(5, uint64(n)))
	return []array{{[]int32{int32(n)}, nil}, plain(rng, dtypes.Float32, rows, width), plain(rng, dtypes.Float32, width, width),
		plain(rng, dtypes.Float32, n, rows, width), plain(rng, dtypes.Float32, n, rows, width)}
}

// TestLoopsAreTheirSteps checks that loops with a constant and with a variable number of steps, on one core and on three,
// give the same bits as the unrolled steps.
func TestLoopsAreTheirSteps(t *testing.T) {
	for _, n := range []int{1, 2, 7} {
		in := recurrence(n, 5, 33)
		want := evaluated(t, Wrap(engine(t), 1), in, steps(n))
		for _, counted := range []bool{true, false} {
			for _, b := range []compute.Backend{Wrap(engine(t), 1), eager(engine(t), 3)} {
				for i, got := range evaluated(t, b, in, recurrent(int32(n), counted)) {
					if err := same(got, want[i]); err != nil {
						t.Errorf("%d steps, counted %t, output %d: %v", n, counted, i, err)
					}
				}
			}
		}
	}
}

// TestLoopsSideBySide checks that concurrent calls of a program with a loop do not disturb each other.
func TestLoopsSideBySide(t *testing.T) {
	b, in := eager(engine(t), 2), recurrence(6, 4, 20)
	e := compiled(t, b, in, recurrent(6, true))
	want := must.Of(called(b, e, in)).In(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 10 {
				got, err := called(b, e, in)
				if err != nil {
					t.Error(err)
					return
				}
				for i := range want {
					if err := same(got[i], want[i]); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
}

// TestLoopsHoldOneStep checks that the memory and the number of tasks of a loop do not depend on the number of steps.
func TestLoopsHoldOneStep(t *testing.T) {
	planned := func(n int) (bytes, tasks int) {
		g := func(f compute.Function, x []compute.Value) []compute.Value {
			return recurrent(int32(n), true)(f, x)[:2]
		}
		e := compiled(t, Wrap(engine(t), 2), recurrence(n, 4, 20), g).(*executable)
		return e.Memory(), len(e.tasks)
	}
	bytes, tasks := planned(2)
	if more, other := planned(300); more != bytes || other != tasks {
		t.Errorf("%d bytes and %d tasks for 300 steps, want %d and %d as for 2", more, other, bytes, tasks)
	}
}

// TestLoopsWithoutAKernelAreRefused checks the errors for unsupported operations in loops and for states of the wrong
// shape.
func TestLoopsWithoutAKernelAreRefused(t *testing.T) {
	f := Wrap(engine(t), 1).Builder("t").Main()
	x := []compute.Value{must.Get(f.Parameter("x", shapes.Make(dtypes.Float32, 2), nil))}
	half := closure(f, x, func(f compute.Function, s []compute.Value) []compute.Value {
		zero := must.Get(f.Constant([]int32{0}))
		y := must.Get(f.DynamicSlice(s[0], []compute.Value{zero}, []int{2}))
		return []compute.Value{must.Get(f.ConvertDType(must.Get(f.ConvertDType(y, dtypes.BFloat16)), dtypes.Float32))}
	})
	never := closure(f, x, func(f compute.Function, _ []compute.Value) []compute.Value {
		return []compute.Value{must.Get(f.Constant([]bool{false}))}
	})
	var lacks interface{ NoKernel() string }
	if _, err := f.While(never, half, x...); !errors.As(err, &lacks) {
		t.Errorf("error %v, want one of a missing kernel", err)
	}
	if _, err := f.While(never, never, x...); err == nil {
		t.Error("a body that returns another shape is taken")
	}
}
