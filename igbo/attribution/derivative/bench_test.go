package derivative_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/gomlx/compute/gobackend"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
)

// work is the size of one measurement of h and its gradient.
type work struct{ b, t, d, m int }

func (w work) String() string { return fmt.Sprintf("B=%d/T=%d/D=%d/M=%d", w.b, w.t, w.d, w.m) }

// cumulative builds h [B,T,D] over M midpoints of the straight path from zero.
type cumulative func(f func(x *Node) *Node, x *Node, m int) *Node

// points folds the M points into the batch. It maps x [B,T,D] to points and direction [M·B,T,D].
func points(x *Node, m int) (at, direction *Node) {
	dims := x.Shape().Dimensions
	var ats, directions []*Node
	for i := range m {
		ats = append(ats, MulScalar(x, (float64(i)+0.5)/float64(m)))
		directions = append(directions, MulScalar(x, 1/float64(m)))
	}
	return Reshape(Stack(ats, 0), m*dims[0], dims[1], dims[2]), Reshape(Stack(directions, 0), m*dims[0], dims[1], dims[2])
}

func byForward(method derivative.Method) cumulative {
	return func(f func(x *Node) *Node, x *Node, m int) *Node {
		at, direction := points(x, m)
		h := derivative.Features(f, at, direction, method)
		d := h.Shape().Dimensions
		return ReduceSum(Reshape(h, m, d[0]/m, d[1], d[2]), 0)
	}
}

// byReverse computes one gradient per output step.
func byReverse(f func(x *Node) *Node, x *Node, m int) *Node {
	at, direction := points(x, m)
	y := f(at)
	var steps []*Node
	for t := range y.Shape().Dim(1) {
		g := Gradient(ReduceAllSum(Slice(y, AxisRange(), AxisElem(t))), at)[0]
		steps = append(steps, ReduceSum(Mul(g, direction), 1))
	}
	h := Stack(steps, 1)
	d := h.Shape().Dimensions
	return ReduceSum(Reshape(h, m, d[0]/m, d[1], d[2]), 0)
}

// byTranspose computes forward mode as two reverse passes, ∂/∂u ⟨Jᵀu, v⟩, per feature.
func byTranspose(f func(x *Node) *Node, x *Node, m int) *Node {
	at, direction := points(x, m)
	y := f(at)
	u := ZerosLike(y)
	pulled := Mul(Gradient(ReduceAllSum(Mul(y, u)), at)[0], direction)
	var features []*Node
	for k := range x.Shape().Dim(2) {
		features = append(features, Gradient(ReduceAllSum(Slice(pulled, AxisRange(), AxisRange(), AxisElem(k))), u)[0])
	}
	h := Stack(features, -1)
	d := h.Shape().Dimensions
	return ReduceSum(Reshape(h, m, d[0]/m, d[1], d[2]), 0)
}

// BenchmarkCumulative times h and the gradient of mean h² with respect to the parameters. FORWARD_BACKEND sets
// the configuration of the embedded backend.
func BenchmarkCumulative(b *testing.B) {
	base := work{b: 16, t: 64, d: 8, m: 16}
	for _, mode := range []struct {
		name string
		h    cumulative
		w    work
	}{
		{"separate", byForward(derivative.Separate), base},
		{"batched", byForward(derivative.Batched), base},
		{"transpose", byTranspose, base},
		{"reverse", byReverse, base},
		{"reverse", byReverse, work{b: 16, t: 16, d: 8, m: 16}},
		{"separate", byForward(derivative.Separate), work{b: 16, t: 16, d: 8, m: 16}},
		{"separate", byForward(derivative.Separate), work{b: 16, t: 128, d: 8, m: 16}},
	} {
		b.Run(fmt.Sprintf("GRU/%s/%s", mode.w, mode.name), func(b *testing.B) {
			benchmark(b, models.GRU(models.DefaultGRUConfig()), mode.h, mode.w)
		})
	}
	for name, f := range map[string]func(scope *model.Scope, x *Node) *Node{
		"LSTM": models.LSTM(models.DefaultLSTMConfig()), "Attention": models.Attention(models.DefaultAttentionConfig()),
		"Conv": models.Conv(models.DefaultConvConfig()),
	} {
		b.Run(fmt.Sprintf("%s/%s/separate", name, base), func(b *testing.B) {
			benchmark(b, f, byForward(derivative.Separate), base)
		})
	}
}

// BenchmarkScaling times h and its gradient while varying each dimension.
func BenchmarkScaling(b *testing.B) {
	base := work{b: 16, t: 64, d: 8, m: 16}
	axes := []struct {
		sizes []int
		set   func(w *work, n int)
	}{
		{[]int{16, 64, 256}, func(w *work, n int) { w.t = n }},
		{[]int{2, 4, 16}, func(w *work, n int) { w.d = n }},
		{[]int{4, 64}, func(w *work, n int) { w.m = n }},
		{[]int{8, 128}, func(w *work, n int) { w.b = n }},
	}
	for _, axis := range axes {
		for _, n := range axis.sizes {
			w := base
			axis.set(&w, n)
			b.Run(fmt.Sprintf("GRU/%s", w), func(b *testing.B) {
				benchmark(b, models.GRU(models.DefaultGRUConfig()), byForward(derivative.Separate), w)
			})
		}
	}
}

func benchmark(b *testing.B, f func(scope *model.Scope, x *Node) *Node, h cumulative, w work) {
	must.Do(b, derivative.Install())
	config := "ops_sequential"
	if c := os.Getenv("FORWARD_BACKEND"); c != "" {
		config = c
	}
	backend := must.Of(gobackend.New(config)).In(b)
	store := model.NewStore()
	must.Do(b, store.SetRNGStateFromSeed(1))
	nodes := 0
	exec := must.Of(model.NewExec(backend, store, func(scope *model.Scope, x *Node) []*Node {
		score := ReduceAllMean(Square(h(func(x *Node) *Node { return f(scope, x) }, x, w.m)))
		outs := append([]*Node{score}, scope.BuildTrainableVariablesGradientsGraph(score)...)
		nodes = len(x.Graph().Nodes())
		return outs
	})).In(b)
	x := input(w)
	start := time.Now()
	run(b, exec, x)
	first := time.Since(start).Seconds()
	before := processorTime(b)
	for b.Loop() {
		run(b, exec, x)
	}
	b.ReportMetric((processorTime(b)-before)/float64(b.N), "cpu-s/op")
	b.ReportMetric(first, "first-s")
	b.ReportMetric(float64(nodes), "nodes")
}

func run(b *testing.B, exec *model.Exec, x *tensors.Tensor) {
	for _, o := range must.Of(exec.Call(x)).In(b) {
		must.Do(b, o.FinalizeAll())
	}
}

func input(w work) *tensors.Tensor {
	rng := rand.New(rand.NewPCG(1, 2))
	flat := make([]float32, w.b*w.t*w.d)
	for i := range flat {
		flat[i] = float32(rng.NormFloat64())
	}
	return tensors.FromFlatDataAndDimensions(flat, w.b, w.t, w.d)
}
