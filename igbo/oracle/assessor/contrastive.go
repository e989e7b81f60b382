package assessor

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/task"
)

// contrast trains a classifier that separates data from noise and noisy chords:
//
//	noise   x + σ·ε,                    σ log-uniform between NoiseMin and NoiseMax
//	chord   x + u·(x′ − x) + σ·ε,       u uniform in (0, 1), x′ another series
//
// A batch has as many negatives as data, half of them noise and half chords. So D estimates the posterior
// probability of data under equal priors.
func contrast(ctx context.Context, backend compute.Backend, cfg Config, data Points) (*classifier, error) {
	c := &classifier{Window: cfg.Window}
	c.Features, c.Steps = data.Features, data.Steps
	if c.Window == 0 || c.Window > c.Steps {
		c.Window = c.Steps
	}
	shape := widths(c.inputs(), cfg.Hidden)
	t := training{
		name: "contrastive", inputs: c.inputs(), batch: func(rng *rand.Rand) gomlx.Batch { return c.batch(cfg, data, rng) },
		loss: task.Loss{Kind: task.KindLogistic},
		function: func(scope *model.Scope, x, _ *Node) *Node {
			x = Squeeze(x, 1)
			return InsertAxes(logits(x, variables(scope.In("classifier"), x.DType(), x.Graph(), shape)), -1)
		},
	}
	values, err := t.run(ctx, backend, cfg)
	if err != nil {
		return nil, err
	}
	c.layers, err = learned(values, "/model/classifier", shape)
	return c, err
}

// batch returns a batch with equal numbers of data windows (label 1) and distorted windows (label 0).
func (c *classifier) batch(cfg Config, data Points, rng *rand.Rand) gomlx.Batch {
	n, width := cfg.Batch, c.inputs()
	x, y := make([]float32, 0, 2*n*width), make([]float32, 2*n)
	for i := range 2 * n {
		series := data.row(rng.IntN(data.Series()))
		if i < n {
			y[i] = 1
		} else {
			series = spoil(cfg, data, series, i%2 == 0, rng)
		}
		at := rng.IntN(c.windows())
		for _, v := range series[at*len(c.Features) : (at+c.Window)*len(c.Features)] {
			x = append(x, float32(v))
		}
		if c.windows() > 1 {
			x = append(x, float32(c.place(at)))
		}
	}
	return gomlx.Batch{
		Inputs: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(x, 2*n, 1, width)},
		Labels: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(y, 2*n, 1)},
	}
}

// spoil returns a negative example: a noisy copy of the series or a noisy point of the chord to another series.
func spoil(cfg Config, data Points, series []float64, chord bool, rng *rand.Rand) []float64 {
	other, u := series, 0.0
	if chord {
		other, u = data.row(rng.IntN(data.Series())), rng.Float64()
	}
	sigma := cfg.NoiseMin * math.Pow(cfg.NoiseMax/cfg.NoiseMin, rng.Float64())
	out := make([]float64, len(series))
	for k, v := range series {
		out[k] = v + u*(other[k]-v) + sigma*rng.NormFloat64()
	}
	return out
}
