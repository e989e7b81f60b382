package oracle

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// BenchmarkTIG times the attribution of 64 samples along a path with K anchors and along the straight path with
// the same M, alternately in one run. "ratio" is the ratio of the medians.
func BenchmarkTIG(b *testing.B) {
	mlp := models.DefaultMLPConfig()
	mlp.Hidden = []int{64, 64}
	for _, c := range []struct {
		name  string
		steps int
		spec  models.Spec
	}{
		{"mlp/T=1/D=2", 1, models.MLPSpec(mlp)},
		{"gru/T=24/D=2", 24, models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 32}}},
	} {
		for _, k := range []int{4, 9} {
			b.Run(fmt.Sprintf("%s/M=50/K=%d", c.name, k), func(b *testing.B) {
				data := waves(64, c.steps, 61)
				cfg := DefaultConfig()
				o, _, err := prepare(backendtest.Open(b), cfg, data, newKernels(b, data, 32, 1))
				if err != nil {
					b.Fatal(err)
				}
				for _, dims := range o.generator().shapes() {
					o.weights = append(o.weights, make([]float64, dims[0]*dims[1]))
				}
				build := must.Of(c.spec.BuildMasked()).In(b)
				f := func(scope *model.Scope, x *Node) *Node { return build(scope, x, nil) }
				store := backendtest.Store(b, 1)
				x := wide.Tensor(dtypes.Float32, data.X, 64, c.steps, 2)
				execs := make([]*model.Exec, 2)
				for i, p := range []attribution.Path{nil, mustPath(b, o, k)} {
					settings := attribution.DefaultConfig()
					settings.Points, settings.Path = 50, p
					execs[i] = must.Of(model.NewExec(backendtest.Open(b), store, func(scope *model.Scope, x *Node) *Node {
						return attribution.Cumulative(scope, f, x, settings)
					})).In(b)
					defer execs[i].Finalize()
					if _, err := execs[i].Call1(x); err != nil { // compile
						b.Fatal(err)
					}
				}
				var times [2][]float64
				for b.Loop() {
					for i, exec := range execs {
						start := time.Now()
						must.Of(exec.Call1(x)).In(b)
						times[i] = append(times[i], float64(time.Since(start)))
					}
				}
				straight, along := quantile(times[0], 0.5), quantile(times[1], 0.5)
				b.ReportMetric(straight/1e3, "straight-µs")
				b.ReportMetric(along/1e3, "oracle-µs")
				b.ReportMetric(along/straight, "ratio")
			})
		}
	}
}

// BenchmarkTraining times training an assessor and an oracle with the default settings, on 1500 samples of a
// table and on series of 24 steps.
func BenchmarkTraining(b *testing.B) {
	for _, c := range []struct {
		name   string
		steps  int
		window int
	}{{"table", 1, 0}, {"series", 24, 4}} {
		b.Run(c.name, func(b *testing.B) {
			data := bowl(1500, 62)
			if c.steps > 1 {
				data = waves(1500, c.steps, 62)
			}
			p := must.Of(Points(data)).In(b)
			settings := assessor.DefaultConfig()
			settings.Window = c.window
			for b.Loop() {
				start := time.Now()
				a := must.Of(assessor.Train(context.Background(), backendtest.Open(b), settings, p)).In(b)
				between := time.Now()
				mustTrain(b, DefaultConfig(), data, a)
				b.ReportMetric(between.Sub(start).Seconds(), "assessor-s")
				b.ReportMetric(time.Since(between).Seconds(), "oracle-s")
			}
		})
	}
}
