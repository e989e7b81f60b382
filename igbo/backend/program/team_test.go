package program

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// mixing builds a step of random operations on square matrices, which depend on whole matrices, rows or elements of each
// other. It returns the next matrices and an element of a series.
func mixing(seed uint64, f compute.Function, x []compute.Value) (next []compute.Value, element compute.Value) {
	rng := rand.New(rand.NewPCG(seed, 8))
	n := must.Get(f.Shape(x[0])).Dimensions[0]
	pool := append([]compute.Value{}, x...)
	pick := func() compute.Value { return pool[rng.IntN(len(pool))] }
	for range 14 {
		a, b := pick(), pick()
		var y compute.Value
		switch rng.IntN(8) {
		case 0:
			y = must.Get(f.Add(a, b))
		case 1:
			y = must.Get(f.Mul(a, b))
		case 2:
			y = must.Get(f.DotGeneral(a, []int{1}, nil, b, []int{0}, nil, compute.DotGeneralConfig{}))
		case 3:
			y = must.Get(f.DotGeneral(a, []int{0}, nil, b, []int{0}, nil, compute.DotGeneralConfig{}))
		case 4:
			y = must.Get(f.DotGeneral(a, []int{1}, nil, b, []int{1}, nil, compute.DotGeneralConfig{}))
		case 5:
			y = must.Get(f.Transpose(a, 1, 0))
		default:
			axis := rng.IntN(2)
			sum := must.Get(f.Reshape(must.Get(f.ReduceSum(a, axis)), []int{n, 1}[axis^1], []int{n, 1}[axis]))
			y = must.Get(f.Sub(b, must.Get(f.BroadcastInDim(sum, must.Get(f.Shape(a)), []int{0, 1}))))
		}
		pool = append(pool, must.Get(f.Tanh(y)))
	}
	for range x {
		next = append(next, pick())
	}
	return next, pick()
}

// mixed builds a loop of n steps of mixing, on three matrices and a series. For odd seeds, it fills the series in
// reverse.
func mixed(n int32, seed uint64) graph {
	return func(f compute.Function, x []compute.Value) []compute.Value {
		state := append([]compute.Value{must.Get(f.Constant([]int32{0}))}, x...)
		body := closure(f, state, func(f compute.Function, s []compute.Value) []compute.Value {
			zero := must.Get(f.Constant([]int32{0}))
			at := []compute.Value{s[0], zero, zero}
			if seed%2 > 0 {
				at[0] = must.Get(f.Sub(must.Get(f.Constant([]int32{n - 1})), s[0]))
			}
			dims := must.Get(f.Shape(s[1])).Dimensions
			element := must.Get(f.Reshape(must.Get(f.DynamicSlice(s[4], at, []int{1, dims[0], dims[1]})), dims...))
			next, y := mixing(seed, f, append(append([]compute.Value{}, s[1:4]...), element))
			all := must.Get(f.DynamicUpdateSlice(s[5], must.Get(f.Reshape(y, 1, dims[0], dims[1])), at))
			return []compute.Value{must.Get(f.Add(s[0], must.Get(f.Constant([]int32{1})))), next[0], next[1], next[2], s[4], all}
		})
		out := must.Get(f.While(closure(f, state, below(n)), body, state...))
		return []compute.Value{out[1], out[2], out[3], out[5]}
	}
}

// unmixed builds the same computation without a loop.
func unmixed(n int, seed uint64) graph {
	return func(f compute.Function, x []compute.Value) []compute.Value {
		dims := must.Get(f.Shape(x[0])).Dimensions
		state, all := x[:3], make([]compute.Value, n)
		for step := range n {
			i := step
			if seed%2 > 0 {
				i = n - 1 - step
			}
			element := must.Get(f.Reshape(must.Get(f.Slice(x[3], []int{i, 0, 0}, []int{i + 1, dims[0], dims[1]}, []int{1, 1, 1})), dims...))
			next, y := mixing(seed, f, append(append([]compute.Value{}, state...), element))
			state, all[i] = next[:3], must.Get(f.Reshape(y, 1, dims[0], dims[1]))
		}
		return append(append([]compute.Value{}, state...), must.Get(f.Concatenate(0, all...)))
	}
}

// matrices returns the inputs of mixed.
func matrices(n, width int) []array {
	rng := rand.New(rand.NewPCG(7, uint64(width)))
	return []array{plain(rng, dtypes.Float32, width, width), plain(rng, dtypes.Float32, width, width), plain(rng, dtypes.Float32, width, width),
		plain(rng, dtypes.Float32, n, width, width), plain(rng, dtypes.Float32, n, width, width)}
}

// onCores sets the number of processors for a test.
func onCores(t *testing.T, n int) {
	t.Helper()
	before := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// TestTeamsHaveTheBitsOfSteps checks that loops give the same bits as the unrolled steps, for teams of any size on any
// number of processors.
func TestTeamsHaveTheBitsOfSteps(t *testing.T) {
	for _, cores := range []int{1, 2, 4} {
		t.Run("", func(t *testing.T) {
			onCores(t, cores)
			for seed := range uint64(12) {
				width := 17 + 8*int(seed%3)
				in := matrices(5, width)
				want := evaluated(t, Wrap(engine(t), 1), in, unmixed(5, seed))
				for _, workers := range []int{1, 2, 4} {
					for i, got := range evaluated(t, eager(engine(t), workers), in, mixed(5, seed)) {
						if err := same(got, want[i]); err != nil {
							t.Errorf("seed %d, %d workers on %d processors, output %d: %v", seed, workers, cores, i, err)
						}
					}
				}
			}
		})
	}
}

// TestTeamsMayDisband checks that a loop gives the same bits if its team changes size after every step.
func TestTeamsMayDisband(t *testing.T) {
	for seed := range uint64(6) {
		in := matrices(7, 25)
		b := eager(engine(t), 4)
		e := compiled(t, b, in, mixed(7, seed)).(*executable)
		want := must.Of(called(b, e, in)).In(t)
		for _, l := range e.nested {
			for i := range e.tasks {
				if e.tasks[i].Alone {
					e.tasks[i].Run = func(p []unsafe.Pointer, _, _ int) {
						for step := 0; step >= 0; {
							team := newTeam(l, 1+step%4)
							team.last.Store(int64(step + 1))
							next := step
							if err := team.run(func(worker int) {
								if n, _ := l.work(team, worker, p, step); worker == 0 {
									next = n
								}
							}); err != nil {
								panic(err)
							}
							step = next
						}
					}
				}
			}
		}
		for i, got := range must.Of(called(b, e, in)).In(t) {
			if err := same(got, want[i]); err != nil {
				t.Errorf("seed %d, output %d: %v", seed, i, err)
			}
		}
	}
}

// TestTeamsMeet checks that no worker passes a barrier before all others have arrived, also with more workers than
// processors.
func TestTeamsMeet(t *testing.T) {
	for _, cores := range []int{1, 2} {
		onCores(t, cores)
		var arrived atomic.Int32
		team := newTeam(nil, 5)
		err := team.run(func(int) {
			for round := range int32(300) {
				arrived.Add(1)
				if !team.meet() || arrived.Load() < 5*(round+1) {
					panic("passed a barrier early")
				}
			}
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// TestTeamsEndWithAnError checks that an error of one worker stops the waiting others and is returned.
func TestTeamsEndWithAnError(t *testing.T) {
	team, fault := newTeam(nil, 4), errors.New("fault")
	err := team.run(func(worker int) {
		for round := 0; ; round++ {
			if worker == 2 && round == 50 {
				panic(fault)
			}
			if !team.meet() {
				return
			}
		}
	})
	if !errors.Is(err, fault) {
		t.Errorf("error %v, want %v", err, fault)
	}
}

// TestTeamsWithoutGain checks that a team is wasteful if its workers wait most of the time, and not if they rarely wait.
func TestTeamsWithoutGain(t *testing.T) {
	team := newTeam(nil, 3)
	team.lost.Store(1000)
	if !team.wasteful(600) || team.wasteful(2000) {
		t.Error("a team of 3 that waited for 1000 ns is wasteful if it took 600 ns, and not if it took 2000")
	}
}

// TestErrorsInLoopsNameTheStep checks that an error in a loop names the step, for teams and for single workers.
func TestErrorsInLoopsNameTheStep(t *testing.T) {
	onCores(t, 4)
	for _, workers := range []int{1, 3} {
		b, in := eager(engine(t), workers), matrices(5, 24)
		e := compiled(t, b, in, mixed(5, 3)).(*executable)
		for _, l := range e.nested {
			count := &atomic.Int32{}
			run := l.body.tasks[len(l.body.tasks)-1].Run
			l.body.tasks[len(l.body.tasks)-1].Run = func(p []unsafe.Pointer, lo, hi int) {
				if count.Add(1) > 2 {
					panic("fault")
				}
				run(p, lo, hi)
			}
		}
		if _, err := called(b, e, in); err == nil || !strings.Contains(err.Error(), "step ") {
			t.Errorf("%d workers: error %v, want one that names the step", workers, err)
		}
	}
}
