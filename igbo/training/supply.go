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

// scaledOnce is up to how many numbers data are brought into the model's units as a whole. Larger ones are not copied: batches are brought
// into them, each time, in the same bits.
var scaledOnce = 4 << 20

// memory supplies training data in the model's units.
func memory(m *trained.Model, data samples.Data, digest func(*trained.Model) (string, error)) supply {
	s := supply{epochs: m.Config.Epochs, digest: func() (string, error) { return digest(m) }}
	dtype, _ := m.Config.Precision()
	units := m.Normalization
	if len(data.X) <= scaledOnce {
		data, units = units.Apply(data), samples.Normalization{}
	}
	s.batches = &train.Batches{
		X: data.X, Y: data.Y, Mask: data.Mask, Weights: data.Weights,
		Steps: data.Steps, Features: len(data.Features), Outputs: data.Targets(),
		Size: m.Config.BatchSize, Seed: uint64(m.Config.Seed), DType: dtype,
	}
	s.batches.Shift, s.batches.Scale, s.batches.TargetShift, s.batches.TargetScale = units.Units(data.Targets())
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
