//go:build unix

package models

import (
	"fmt"
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/processor"
)

// sines returns float32 numbers in [−1, 1].
func sines(dims ...int) *tensors.Tensor {
	n := 1
	for _, d := range dims {
		n *= d
	}
	flat := make([]float32, n)
	for i := range flat {
		flat[i] = float32(math.Sin(float64(i) * 1.7))
	}
	return tensors.FromFlatDataAndDimensions(flat, dims...)
}

// BenchmarkRecurrent times h and its gradient with respect to the weights, with B = 16, D = 8 and M = 16, on
// the test backend. It also reports the processor time of the first call and the number of nodes.
func BenchmarkRecurrent(b *testing.B) {
	for _, kind := range []string{"GRU", "LSTM"} {
		f := map[string]attribution.Model{"GRU": GRU(DefaultGRUConfig()), "LSTM": LSTM(DefaultLSTMConfig())}[kind]
		for _, steps := range []int{16, 64, 256, 1024} {
			b.Run(fmt.Sprintf("%s/B=16/T=%d/D=8/M=16", kind, steps), func(b *testing.B) { benchmarkRecurrent(b, f, steps) })
		}
	}
}

func benchmarkRecurrent(b *testing.B, f attribution.Model, steps int) {
	cfg := attribution.DefaultConfig()
	cfg.Points = 16
	nodes := 0
	exec := must.Of(model.NewExec(backendtest.Open(b), backendtest.Store(b, 1), func(scope *model.Scope, x, r *Node) []*Node {
		h := attribution.Cumulative(scope, f, x, cfg)
		outs := append([]*Node{h}, scope.BuildTrainableVariablesGradientsGraph(ReduceAllMean(Mul(h, r)))...)
		nodes = len(x.Graph().Nodes())
		return outs
	})).In(b)
	defer exec.Finalize()
	x, r := sines(16, steps, 8), sines(16, steps, 8)
	call := func() {
		for _, o := range must.Of(exec.Call(x, r)).In(b) {
			must.Do(b, o.FinalizeAll())
		}
	}
	start := processor.Time().Seconds()
	call()
	first := processor.Time().Seconds() - start
	start = processor.Time().Seconds()
	n := 0
	for b.Loop() {
		call()
		n++
	}
	b.ReportMetric((processor.Time().Seconds()-start)/float64(n)*1e3, "cpu-ms/op")
	b.ReportMetric(first, "first-cpu-s")
	b.ReportMetric(float64(nodes), "nodes")
}
