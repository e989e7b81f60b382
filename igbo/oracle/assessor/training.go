package assessor

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/task"
)

// training trains a network with igbo.TrainOn on a stream of batches.
type training struct {
	name     string
	inputs   int
	batch    func(rng *rand.Rand) gomlx.Batch
	loss     task.Loss
	function attribution.MaskedModel
}

// run trains the network and returns its variables.
func (t training) run(ctx context.Context, backend compute.Backend, cfg Config) (map[string]*tensors.Tensor, error) {
	c := igbo.DefaultConfig()
	c.Model, c.Function, c.Loss = models.CustomSpec("assessor-"+t.name), t.function, t.loss
	c.Optimizer, c.HistoryEvery = igbo.Optimizer{Name: "adam", LearningRate: cfg.LearningRate}, 0
	c.Seed, c.Epochs, c.Checkpoints, c.OnStep = cfg.Seed, 1, cfg.Checkpoints, cfg.OnStep
	from := igbo.Source{
		Dataset: stream{t.name, cfg.Seed, t.batch}, Steps: 1, StepsPerEpoch: cfg.Steps,
	}
	for i := range t.inputs {
		from.Features = append(from.Features, fmt.Sprintf("x%d", i))
	}
	r, err := igbo.TrainOn(ctx, backend, c, from, nil)
	if err != nil {
		return nil, fmt.Errorf("assessor: %s: %w", t.name, err)
	}
	return r.Model.Variables()
}

// A stream is an endless dataset of random batches. Every pass yields the same batches, so a resumed training
// sees the same data as an uninterrupted one.
type stream struct {
	name string
	seed int64
	next func(rng *rand.Rand) gomlx.Batch
}

// Name implements train.Dataset.
func (s stream) Name() string { return s.name }

// Iter implements train.Dataset. The iteration never ends.
func (s stream) Iter() iter.Seq2[gomlx.Batch, error] {
	return func(yield func(gomlx.Batch, error) bool) {
		rng := rand.New(rand.NewPCG(uint64(s.seed), batchStream))
		for yield(s.next(rng), nil) {
		}
	}
}
