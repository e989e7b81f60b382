package training

import (
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/source"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained"
)

// supply is where the batches of a training come from: data in memory, or a stream.
type supply struct {
	batches *train.Batches
	stream  *source.Stream
	epochs  int
	every   int // steps in an epoch; 0 where only the stream knows
	digest  func() (string, error)
}

// memory supplies training data that are in the model's units.
func memory(m *trained.Model, scaled samples.Data, digest func(*trained.Model) (string, error)) supply {
	s := supply{epochs: m.Config.Epochs, digest: func() (string, error) { return digest(m) }}
	dtype, _ := m.Config.Precision()
	s.batches = &train.Batches{
		X: scaled.X, Y: scaled.Y, Mask: scaled.Mask, Weights: scaled.Weights,
		Steps: scaled.Steps, Features: len(scaled.Features), Outputs: scaled.Targets(),
		Size: m.Config.BatchSize, Seed: uint64(m.Config.Seed), DType: dtype,
	}
	if s.every = s.batches.PerEpoch(); m.Config.Optimizer.Name == settings.Armijo {
		s.every = 1 // a step takes all data
	}
	return s
}

// stream supplies the batches of a dataset.
func stream(m *trained.Model, from Source) supply {
	dtype, _ := m.Config.Precision()
	targets := max(from.Outputs, 1)
	return supply{
		epochs: m.Config.Epochs, every: from.StepsPerEpoch,
		digest: func() (string, error) { return from.digest(m) },
		stream: &source.Stream{
			Dataset: from.Dataset, StepsPerEpoch: from.StepsPerEpoch, Epochs: m.Config.Epochs, Digests: m.Config.Checkpoints.Dir != "",
			Layout: source.Layout{
				Steps: from.Steps, Features: len(from.Features), Targets: targets, DType: dtype,
				Expects: func(y float64) string { return m.Config.Loss.Expects(y, m.Outputs()) },
			},
		},
	}
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
		return settings.MaxSteps - step
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
