package train_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"
	"github.com/gomlx/gomlx/ml/train/metric"
	"github.com/gomlx/gomlx/ml/train/optimizer"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/train"
)

// paper is the training in the paper: a linear student with 10 features, batches of 32, M = 20 and
// 30 edges.
type paper struct {
	engine  compute.Backend
	store   *model.Store
	opt     *train.Optimizer
	history *train.History
	order   *dag.DAG
	batches *train.Batches
	source  gomlx.Dataset // dataset for the driver
}

func newPaper(b *testing.B) *paper {
	b.Helper()
	const d = 10
	p := &paper{engine: backendtest.Open(b), store: backendtest.Store(b, 1), history: train.NewHistory(train.DefaultConfig())}
	p.history.Every = 0
	p.opt = must.Of(train.Wrap(optimizer.Adam().LearningRate(1e-3).Done(), train.DefaultConfig())).In(b)
	var names []string
	var edges []dag.Edge
	for u := range d {
		names = append(names, fmt.Sprintf("x%d", u+1))
		for v := u + 1; v < d && len(edges) < 30; v++ {
			edges = append(edges, dag.Edge{U: u, V: v, P: 1, Epsilon: 0.005, Delta: 0.03})
		}
	}
	p.order = must.Of(dag.New(names, edges, nil, nil)).In(b)
	data := samples.Data{Features: names, Steps: 1}
	for i := range 32 * 32 {
		for k := range d {
			data.X = append(data.X, float64((i*7+k*13)%29)/14-1)
		}
		data.Y = append(data.Y, float64(i%17)/8)
	}
	p.batches = &train.Batches{Data: data, Size: 32, Seed: 1, DType: dtypes.Float32}
	p.source = p.batches
	return p
}

func (p *paper) model(scope *model.Scope, inputs []*Node) *Node {
	net := func(scope *model.Scope, x *Node) *Node { return Squeeze(layers.Dense(scope, x, true, 1), -1) }
	y := net(scope, inputs[0])
	train.SetSecondLoss(objective.Loss(attribution.Scores(scope, net, inputs[0], attribution.DefaultConfig()), p.order))
	return y
}

func (p *paper) loss(labels, predictions []*Node) *Node {
	return ReduceAllMean(Square(Sub(predictions[0], labels[0])))
}

// loop takes n steps with GoMLX's loop.
func (p *paper) loop(b *testing.B) func(n int) {
	loop := gomlx.NewLoop(gomlx.NewTrainer(p.engine, p.store, p.model, p.loss, p.opt, []metric.Interface{p.history.Metric()}, nil))
	p.history.Attach(loop)
	return func(n int) {
		must.Of(loop.RunSteps(p.batches, n)).In(b)
	}
}

// driver takes n steps with the driver, k per call.
func (p *paper) driver(k int) func(b *testing.B) func(n int) {
	return func(b *testing.B) func(n int) {
		d := must.Of(train.NewDriver(p.engine, p.store, p.model, p.loss, p.opt, p.history, train.DriverConfig{StepsPerCall: k})).In(b)
		b.Cleanup(d.Close)
		first := 1
		return func(n int) {
			must.Do(b, d.Run(b.Context(), p.source, first, n, nil, nil))
			first += n
		}
	}
}

// dataset hides the type of a dataset.
type dataset struct{ gomlx.Dataset }

// foreign is like driver, but on a dataset whose rows the driver cannot index.
func (p *paper) foreign(k int) func(b *testing.B) func(n int) {
	p.source = dataset{p.batches}
	return p.driver(k)
}

// BenchmarkSteps measures the paper's step in GoMLX's loop and in the driver. The variants
// alternate in rounds of 310 steps. It reports p10 and median over rounds, in µs per step, and the
// first call of each variant (the compilation) in ms.
func BenchmarkSteps(b *testing.B) {
	const turn = 310
	contenders := []struct {
		name string
		open func(p *paper, b *testing.B) func(n int)
	}{
		{"loop", (*paper).loop},
		{"driver-1", func(p *paper, b *testing.B) func(int) { return p.driver(1)(b) }},
		{"driver-1-foreign", func(p *paper, b *testing.B) func(int) { return p.foreign(1)(b) }},
		{"driver-31-foreign", func(p *paper, b *testing.B) func(int) { return p.foreign(31)(b) }},
		{"driver-31", func(p *paper, b *testing.B) func(int) { return p.driver(31)(b) }},
		{"driver-310", func(p *paper, b *testing.B) func(int) { return p.driver(310)(b) }},
	}
	steps, times, compiled := make([]func(int), len(contenders)), make([][]float64, len(contenders)), make([]float64, len(contenders))
	for i, c := range contenders {
		steps[i] = c.open(newPaper(b), b)
		start := time.Now()
		steps[i](turn)
		compiled[i] = time.Since(start).Seconds() * 1e3
	}
	b.ResetTimer()
	for range b.N {
		for i := range contenders {
			start := time.Now()
			steps[i](turn)
			times[i] = append(times[i], time.Since(start).Seconds()*1e6/turn)
		}
	}
	for i, c := range contenders {
		slices.Sort(times[i])
		b.ReportMetric(compiled[i], c.name+"-first-ms")
		b.ReportMetric(times[i][len(times[i])/10], c.name+"-p10-µs")
		b.ReportMetric(times[i][len(times[i])/2], c.name+"-median-µs")
	}
}
