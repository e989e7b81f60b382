package program

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/backend/vector"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// chain draws a graph in which each operation uses arbitrary earlier values. Memory is therefore reused, both in place
// and between parallel tasks. Some values are outputs, some even twice.
func chain(seed uint64, steps int) (graph, []array) {
	rng := rand.New(rand.NewPCG(seed, 20))
	rows, cols := 1+rng.IntN(20), 1+rng.IntN(40)
	if seed%3 == 0 { // several blocks per chained task
		rows *= 8
	}
	in := []array{plain(rng, dtypes.Float32, rows, cols), plain(rng, dtypes.Float32, rows, cols), plain(rng, dtypes.Float32, cols, cols)}
	return func(f compute.Function, x []compute.Value) []compute.Value {
		rng := rand.New(rand.NewPCG(seed, 21))
		values := []compute.Value{x[0], x[1]}
		half := must.Get(f.Constant([]float32{0.5}))
		half = must.Get(f.Reshape(half, 1, 1))
		for range steps {
			a, b := values[rng.IntN(len(values))], values[max(0, len(values)-1-rng.IntN(3))]
			values = append(values, link1(f, rng, a, b, x[2], half, rows, cols))
		}
		out := []compute.Value{values[len(values)-1], x[0], must.Get(f.Reshape(values[len(values)-1], rows*cols))}
		for range 3 {
			out = append(out, values[rng.IntN(len(values))])
		}
		return out
	}, in
}

// link1 builds one random operation that keeps values small.
func link1(f compute.Function, rng *rand.Rand, a, b, weights, half compute.Value, rows, cols int) compute.Value {
	switch rng.IntN(10) {
	case 0:
		return must.Get(f.Neg(a))
	case 1:
		return must.Get(f.Mul(must.Get(f.Add(a, b)), half))
	case 2:
		return must.Get(f.Sub(a, must.Get(f.Abs(a))))
	case 3:
		return must.Get(f.Max(must.Get(f.Mul(a, half)), b))
	case 4:
		return must.Get(f.Sign(must.Get(f.DotGeneral(a, []int{1}, nil, weights, []int{0}, nil, compute.DotGeneralConfig{}))))
	case 5:
		v := must.Get(f.Slice(a, []int{0, cols / 2}, []int{rows, cols}, []int{1, 1}))
		return must.Get(f.Concatenate(1, v, must.Get(f.Slice(b, []int{0, 0}, []int{rows, cols / 2}, []int{1, 1}))))
	case 6:
		sum := must.Get(f.Reshape(must.Get(f.ReduceMax(a, 1)), rows, 1))
		return must.Get(f.Mul(must.Get(f.Add(b, sum)), half))
	case 7:
		return must.Get(f.Transpose(must.Get(f.Transpose(a, 1, 0)), 1, 0))
	case 8:
		return must.Get(f.Where(must.Get(f.LessThan(a, b)), a, must.Get(f.Mul(b, half))))
	}
	return must.Get(f.Reshape(must.Get(f.Min(must.Get(f.Reshape(a, rows*cols)), must.Get(f.Reshape(b, rows*cols)))), rows, cols))
}

// TestProgramsAgree checks that memory reuse is correct on one core and on several, and that all kernel sets give the
// same bits.
func TestProgramsAgree(t *testing.T) {
	for seed := range uint64(150) {
		g, in := chain(seed, 5+int(seed)%60)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			b := engine(t)
			sets := vector.Sets()
			plainly := wrap(b, 1, sets[0])
			plainly.costs.chain = math.MaxInt
			want := evaluated(t, plainly, in, g)
			for i, workers := range []int{1, 2, 4} {
				w := eagerWith(b, workers, sets[i%len(sets)])
				e := compiled(t, w, in, g)
				if e.(*executable).workers != workers && workers == 1 {
					t.Fatalf("%d workers, want %d", e.(*executable).workers, workers)
				}
				for range 3 {
					got := must.Of(called(w, e, in)).In(t)
					for i := range want {
						if err := same(got[i], want[i]); err != nil {
							t.Fatalf("%d workers, output %d: %v", workers, i, err)
						}
					}
				}
			}
		})
	}
}

// TestProgramsRunAtOnce calls a program concurrently, each call on several cores. Results must not change, and no call
// may hang.
func TestProgramsRunAtOnce(t *testing.T) {
	g, in := chain(7, 200)
	b := eager(engine(t), 4)
	e := compiled(t, b, in, g)
	want := must.Of(called(b, e, in)).In(t)
	done := make(chan error, 16)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() { done <- again(b, e, in, want) })
	}
	finished := make(chan struct{})
	go func() { wg.Wait(); close(finished) }()
	select {
	case <-finished:
	case <-time.After(time.Minute):
		t.Fatal("programs hang")
	}
	close(done)
	for err := range done {
		if err != nil {
			t.Error(err)
		}
	}
	if h, c := helpers.Load(), callers.Load(); h != 0 || c != 0 {
		t.Errorf("%d helpers and %d callers are left", h, c)
	}
}

func again(b compute.Backend, e compute.Executable, in []array, want []any) error {
	for range 40 {
		got, err := called(b, e, in)
		if err != nil {
			return err
		}
		for i := range want {
			if err := same(got[i], want[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestUnknownOperationsRunAsBefore checks that the wrapped backend runs a graph with an operation that is not recorded.
func TestUnknownOperationsRunAsBefore(t *testing.T) {
	b := engine(t)
	state := array{[]float32{3, 1, 2}, []int{3}}
	g := func(f compute.Function, x []compute.Value) []compute.Value {
		barrier := must.Get(f.SchedulingBarrier(x[0]))
		return []compute.Value{must.Get(f.Neg(barrier))}
	}
	w := Wrap(b, 2)
	e := compiled(t, w, []array{state}, g)
	if _, ok := e.(*executable); ok {
		t.Fatal("a program of what is not recorded")
	}
	got := must.Of(called(w, e, []array{state})).In(t)
	if err := same(got[0], evaluated(t, b, []array{state}, g)[0]); err != nil {
		t.Error(err)
	}
}

// TestErrors checks the validation of inputs, and that a failing operation returns an error, on one core and on several.
func TestErrors(t *testing.T) {
	g := func(f compute.Function, x []compute.Value) []compute.Value {
		return []compute.Value{must.Get(f.Add(x[0], x[0]))}
	}
	x := array{[]float32{1, 2}, []int{2}}
	b := Wrap(engine(t), 1)
	e := compiled(t, b, []array{x}, g)
	for want, in := range map[string][]array{
		"2 inputs, want 1": {x, x}, "has shape (Float64)[2]": {{[]float64{1, 2}, []int{2}}}, "has shape (Float32)[1]": {{[]float32{1}, []int{1}}},
	} {
		_, err := called(b, e, in)
		refusal.Check(t, err, want)
	}
	_, err := e.Execute([]compute.Buffer{nil}, nil, 0)
	refusal.Check(t, err, "is nil")
	buffer := must.Get(b.BufferFromFlatData(0, x.flat, x.shape()))
	must.Do(t, buffer.Finalize())
	if _, err := e.Execute([]compute.Buffer{buffer}, nil, 0); err == nil {
		t.Error("a buffer that has ended is taken")
	}
	for _, workers := range []int{1, 3} {
		w := eager(engine(t), workers)
		e := compiled(t, w, []array{x}, g).(*executable)
		e.tasks[0].Run = func([]unsafe.Pointer, int, int) { panic("broken") }
		_, err := called(w, e, []array{x})
		refusal.Check(t, err, "broken")
	}
}
