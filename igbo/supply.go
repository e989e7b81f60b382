package igbo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/source"
	"github.com/igbolab/igbolab/igbo/train"
)

// Source is a training set that need not fit in memory: any GoMLX dataset.
type Source struct {
	// Dataset yields the batches, in the model's units and dtype: inputs x [B,T,D]
	// and, for padded series, a mask [B,T] of booleans; labels y [B,T], or [B,T,K], and, where
	// samples are weighted, weights [B] or [B,T]. Each call of its Iter begins anew.
	Dataset gomlx.Dataset
	// Features names the D columns, Steps is T, Outputs is K, where 0 is 1.
	Features []string
	Steps    int
	Outputs  int
	// StepsPerEpoch is the number of batches in an epoch: the dataset is then one stream,
	// which begins again where it ends, and may be endless. With 0 an epoch is one pass of the dataset.
	StepsPerEpoch int
}

// TrainOn is Train on a dataset. Config.BatchSize does not count, as the dataset makes
// the batches, and every batch is checked: shapes, dtypes, numbers, and
// targets by the loss. Held-out data, for early stopping, are Data in memory.
//
// A resume reads and drops the batches that were used before, so the dataset must
// yield the same ones again. With checkpoints every batch is digested, and a
// resume on other batches is an error.
//
// Errors besides Train's: Standardize (the batches are in the model's units),
// Armijo steps (they take all data at once), several steps a call without
// StepsPerEpoch, a dataset that yields no batch or a wrong one.
func TrainOn(ctx context.Context, backend compute.Backend, cfg Config, from Source, d *dag.DAG) (*Result, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	if err := from.validate(cfg); err != nil {
		return nil, err
	}
	m := &Model{Config: cfg, Features: slices.Clone(from.Features), Steps: from.Steps, DAG: d}
	if err := m.begin(backend, max(from.Outputs, 1)); err != nil {
		return nil, err
	}
	return m.train(ctx, m.stream(from))
}

func (s Source) validate(cfg Config) error {
	switch {
	case s.Dataset == nil:
		return errors.New("igbo: a source without a dataset")
	case s.Steps < 1 || s.Outputs < 0 || s.StepsPerEpoch < 0:
		return fmt.Errorf("igbo: a source of T = %d steps, K = %d targets and %d steps an epoch, expected at least 1, and else 0 or more", s.Steps, s.Outputs, s.StepsPerEpoch)
	case cfg.BurnIn >= s.Steps:
		return fmt.Errorf("igbo: burn-in of %d of T = %d steps, expected fewer", cfg.BurnIn, s.Steps)
	case s.StepsPerEpoch > maxSteps/max(cfg.Epochs, 1):
		return fmt.Errorf("igbo: %d epochs of %d steps, expected at most %d steps", cfg.Epochs, s.StepsPerEpoch, maxSteps)
	case cfg.Standardize:
		return errors.New("igbo: Standardize with a dataset, whose batches are in the model's units; expected batches that are standardised")
	case cfg.Optimizer.Name == armijo:
		return errors.New("igbo: the Armijo rule with a dataset, expected Data, all of which it takes at each step")
	case cfg.Optimizer.Schedule == CosineRate && s.StepsPerEpoch == 0:
		return errors.New("igbo: the cosine schedule with a dataset whose epochs have no length, expected StepsPerEpoch: it ends with the last step")
	case cfg.StepsPerCall > 1 && s.StepsPerEpoch == 0:
		return fmt.Errorf("igbo: %d steps a call of a dataset whose epochs have no length, expected StepsPerEpoch", cfg.StepsPerCall)
	}
	if err := validateNames(s.Features); err != nil {
		return err
	}
	return cfg.Validate(len(s.Features))
}

// supply is where the batches of a training come from: data in memory, or a stream.
type supply struct {
	batches *train.Batches
	stream  *source.Stream
	epochs  int
	every   int // steps in an epoch; 0 where only the stream knows
	digest  func() (string, error)
}

// memory supplies the training data in the model's units.
func (m *Model) memory(data Data) (supply, error) {
	scaled, err := m.scaled(data, 0)
	if err != nil {
		return supply{}, err
	}
	dtype, _ := m.Config.dtype()
	s := supply{epochs: m.Config.Epochs, digest: func() (string, error) { return digestOf(data, m) }}
	s.batches = &train.Batches{
		X: scaled.X, Y: scaled.Y, Mask: scaled.Mask, Weights: scaled.Weights,
		Steps: data.Steps, Features: len(data.Features), Outputs: data.outputs(),
		Size: m.Config.BatchSize, Seed: uint64(m.Config.Seed), DType: dtype,
	}
	if s.every = s.batches.PerEpoch(); m.Config.Optimizer.Name == armijo {
		s.every = 1 // a step takes all data
	}
	return s, nil
}

// stream supplies the batches of a dataset.
func (m *Model) stream(from Source) supply {
	dtype, _ := m.Config.dtype()
	targets := max(from.Outputs, 1)
	return supply{
		epochs: m.Config.Epochs, every: from.StepsPerEpoch,
		digest: func() (string, error) { return from.digest(m) },
		stream: &source.Stream{
			Dataset: from.Dataset, StepsPerEpoch: from.StepsPerEpoch, Epochs: m.Config.Epochs, Digests: m.Config.Checkpoints.Dir != "",
			Layout: source.Layout{
				Steps: from.Steps, Features: len(from.Features), Targets: targets, DType: dtype,
				Expects: func(y float64) string { return m.Config.Loss.Expects(y, m.outputs) },
			},
		},
	}
}

// digest identifies a source but for its batches, of which a Stream keeps one.
func (s Source) digest(m *Model) (string, error) {
	h := sha256.New()
	err := json.NewEncoder(h).Encode([]any{"dataset", s.Dataset.Name(), s.Features, s.Steps, s.Outputs, s.StepsPerEpoch, m.DAG})
	return hex.EncodeToString(h.Sum(nil)), err
}

// from is the dataset after the steps of a state.
func (s supply) from(state trainingState) gomlx.Dataset {
	if s.stream == nil {
		s.batches.Start = state.Step
		return s.batches
	}
	s.stream.Skip, s.stream.Used = state.Step, state.Batches
	return s.stream
}

// left is how many steps are left after a step; where nobody knows more than there can be.
func (s supply) left(step int) int {
	if s.every == 0 {
		return maxSteps - step
	}
	return s.epochs*s.every - step
}

// over tells whether a state is the end.
func (s supply) over(state trainingState) bool {
	if s.every == 0 {
		return state.Epochs >= s.epochs
	}
	return s.left(state.Step) <= 0
}

// epoch is the number of epochs that have ended at a step, and whether one does there.
func (s supply) epoch(step int) (n int, ends bool) {
	if s.every > 0 {
		return step / s.every, step%s.every == 0
	}
	mark := s.stream.Mark(step)
	return mark.Epoch, mark.Ends
}

// used is the digest of the stream's batches up to a step.
func (s supply) used(step int) string {
	return s.stream.Mark(step).Used
}
