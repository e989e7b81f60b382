package program

import (
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// counting returns x + 1, 2x and a sum.
func counting(f compute.Function, x []compute.Value) []compute.Value {
	one := must.Get(f.Constant([]float32{1}))
	one = must.Get(f.Reshape(one))
	next := must.Get(f.Add(x[0], one))
	return []compute.Value{next, must.Get(f.Add(x[0], x[0])), must.Get(f.Add(next, x[1]))}
}

// TestDonatedStorageIsUsedAgain checks that a donated state provides the storage of the next state, and that values still
// in use do not change.
func TestDonatedStorageIsUsedAgain(t *testing.T) {
	b := Wrap(engine(t), 1)
	e := compiled(t, b, []array{{[]float32{0, 0}, []int{2}}, {[]float32{0, 0}, []int{2}}}, counting)
	shape := shapes.Make(dtypes.Float32, 2)
	state, fixed := must.Get(b.BufferFromFlatData(0, []float32{0, 10}, shape)), must.Get(b.BufferFromFlatData(0, []float32{5, 5}, shape))
	seen := map[*storage]int{}
	var held []compute.Buffer
	for i := range 20 {
		seen[state.(*buffer).own]++
		out := must.Of(e.Execute([]compute.Buffer{state, fixed}, []bool{true, false}, 0)).In(t)
		if _, err := state.Data(); err == nil {
			t.Fatal("a donated buffer still has its data")
		}
		state, held = out[0], append(held, out[1], out[2])
		for j := range held { // of step j/2: twice the state, and the next state + 5
			flat := must.Get(held[j].Data()).([]float32)
			step := float32(j / 2)
			if want := [2]float32{2 * step, step + 6}[j%2]; flat[0] != want || flat[1] != [2]float32{2 * (step + 10), step + 16}[j%2] {
				t.Fatalf("after step %d, output %d of step %g is %v", i, j%2, step, flat)
			}
		}
	}
	if len(seen) > 4 {
		t.Errorf("20 steps took %d storages for the state, want at most 4", len(seen))
	}
	if flat := must.Get(fixed.Data()).([]float32); flat[0] != 5 || flat[1] != 5 {
		t.Errorf("an input that was not donated is %v", flat)
	}
}

// TestCallsAllocateLittle checks that a call allocates little more than its outputs.
func TestCallsAllocateLittle(t *testing.T) {
	b := Wrap(engine(t), 1)
	g, in := chain(3, 150)
	e := compiled(t, b, in, g)
	var buffers []compute.Buffer
	for _, a := range in {
		buffers = append(buffers, must.Get(b.BufferFromFlatData(0, a.flat, a.shape())))
	}
	allocations := testing.AllocsPerRun(50, func() { must.Get(e.Execute(buffers, nil, 0)) })
	if most := float64(4*len(e.Outputs()) + 6); allocations > most {
		t.Errorf("%g allocations of a program of %d outputs, want at most %g", allocations, len(e.Outputs()), most)
	}
}

// TestBuffers checks that buffers are finalized once, copy their data, and reject invalid arguments.
func TestBuffers(t *testing.T) {
	b := Wrap(engine(t), 1)
	shape := shapes.Make(dtypes.Float64, 2)
	x := must.Get(b.BufferFromFlatData(0, []float64{1, 2}, shape))
	flat := make([]float64, 2)
	if err := x.ToFlatData(flat); err != nil || flat[1] != 2 {
		t.Errorf("%v, %v", flat, err)
	}
	if got := must.Get(x.Shape()); !got.Equal(shape) {
		t.Errorf("shape %s", got)
	}
	for name, err := range map[string]error{
		"another type": x.ToFlatData(make([]float32, 2)), "another length": x.ToFlatData(make([]float64, 3)), "first end": nil,
	} {
		if (err == nil) != (name == "first end") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := b.BufferFromFlatData(0, []float32{1, 2}, shape); err == nil {
		t.Error("float32 for a shape of float64")
	}
	if _, err := b.BufferFromFlatData(1, []float64{1, 2}, shape); err == nil {
		t.Error("a second device")
	}
	if err := x.Finalize(); err != nil {
		t.Error(err)
	}
	if err := x.Finalize(); err == nil {
		t.Error("a buffer ended twice")
	}
	half, err := b.BufferFromFlatData(0, make([]complex64, 3), shapes.Make(dtypes.Complex64, 3))
	if err == nil {
		if flat := must.Get(half.Data()); len(flat.([]complex64)) != 3 {
			t.Errorf("%v", flat)
		}
	}
}

// TestExecuteInto checks that results are written to existing buffers, including inputs, without allocation, and that a
// failed call does not change them.
func TestExecuteInto(t *testing.T) {
	b := Wrap(engine(t), 1)
	e := compiled(t, b, []array{{[]float32{0, 0}, []int{2}}, {[]float32{0, 0}, []int{2}}}, counting).(*executable)
	shape := shapes.Make(dtypes.Float32, 2)
	buffer := func(flat ...float32) compute.Buffer {
		return must.Get(b.BufferFromFlatData(0, flat, shapes.Make(dtypes.Float32, len(flat))))
	}
	state, fixed, twice, sum := buffer(0, 10), buffer(5, 5), buffer(0, 0), buffer(0, 0)
	in, out := []compute.Buffer{state, fixed}, []compute.Buffer{state, twice, sum}
	step := func() {
		must.Do(t, e.ExecuteInto(in, out))
	}
	step()
	if n := testing.AllocsPerRun(18, step); n != 0 { // 19 calls
		t.Errorf("%g allocations a call, want none", n)
	}
	for i, want := range [][]float32{{20, 30}, {38, 58}, {25, 35}} {
		if got := must.Get(out[i].Data()).([]float32); got[0] != want[0] || got[1] != want[1] {
			t.Errorf("output %d is %v, want %v", i, got, want)
		}
	}
	ended := buffer(0, 0)
	must.Do(t, ended.Finalize())
	foreign := must.Get(e.engine.Backend.BufferFromFlatData(0, []float32{0, 0}, shape))
	for _, bad := range [][]compute.Buffer{{state, twice}, {state, twice, nil}, {state, twice, ended}, {state, twice, foreign}, {state, twice, buffer(1, 2, 3)}} {
		if err := e.ExecuteInto(in, bad); err == nil {
			t.Errorf("a call into %v has no error", bad)
		}
	}
	if err := e.ExecuteInto([]compute.Buffer{state, ended}, out); err == nil {
		t.Error("a call on an ended input has no error")
	}
	if got := must.Get(state.Data()).([]float32); got[0] != 20 {
		t.Errorf("after refused calls the state is %v, want 20 first", got)
	}
}
