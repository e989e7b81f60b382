package compare_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/train"
)

// epochRows is the number of rows of BenchmarkEpoch. The numbers in the documentation use 1 000
// 000.
var epochRows = flag.Int("rows", 50_000, "rows of BenchmarkEpoch")

// BenchmarkEpoch measures one epoch of a network of 32 ReLU units on a table with 20 features, in
// batches of 1024 in float32. It measures the task alone, and an order of ten edges with the rule
// and score of igbo train and M points of the path. It separates the time of a training outside its
// epochs. testdata/epoch.py is the same in PyTorch:
//
//	go test ./igbo/tabular/compare -run NONE -bench Epoch -benchtime 1x -rows 1000000
//	python igbo/tabular/compare/testdata/epoch.py 1000000
func BenchmarkEpoch(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	data := igbo.Data{Steps: 1, X: make([]float64, *epochRows*20), Y: make([]float64, *epochRows)}
	for k := range 20 {
		data.Features = append(data.Features, fmt.Sprintf("x%d", k))
	}
	for i := range data.Y {
		for k := range 20 {
			v := rng.NormFloat64()
			data.X[i*20+k] = v
			data.Y[i] += v / float64(k+1)
		}
	}
	var edges []dag.Edge
	for k := range 10 {
		edges = append(edges, dag.Edge{U: k, V: k + 10, Mu: 0.05, Sigma: 0.01, P: 1, Epsilon: 0.005, Delta: 1})
	}
	order, err := dag.New(data.Features, edges, nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		order  *dag.DAG
		points int
	}{{"order=none", nil, 1}, {"order=10/M=4", order, 4}, {"order=10/M=8", order, 8}} {
		b.Run(c.name, func(b *testing.B) {
			settings := compare.DefaultConfig(models.MLPSpec(models.MLPConfig{Hidden: []int{32}, Activation: "relu"}), 0)
			cfg := igbo.DefaultConfig()
			cfg.Model, cfg.Optimizer, cfg.BatchSize, cfg.Epochs, cfg.HistoryEvery = settings.Model, settings.Optimizer, settings.BatchSize, 1, 0
			cfg.Rule, cfg.NormalizeGradients, cfg.Lambda = settings.Rule, settings.NormalizeGradients, train.FixedLambda(0.5)
			cfg.Attribution, cfg.Attribution.Points, cfg.Standardize, cfg.StepsPerCall = settings.Attribution, c.points, true, 200
			var spent [2]time.Duration // for one epoch and for three
			for b.Loop() {
				for i := range spent {
					cfg.Epochs = 1 + 2*i
					start := time.Now()
					if _, err := igbo.Train(context.Background(), backendtest.Open(b), cfg, data, c.order); err != nil {
						b.Fatal(err)
					}
					spent[i] += time.Since(start)
				}
			}
			epoch := (spent[1] - spent[0]).Seconds() / 2 / float64(b.N)
			b.ReportMetric(epoch, "s/epoch")
			b.ReportMetric(1e6*epoch/float64((*epochRows+1023)/1024), "µs/step")
			b.ReportMetric(spent[0].Seconds()/float64(b.N)-epoch, "s/set-up")
		})
	}
}
