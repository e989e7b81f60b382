package training

import (
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/training/source"
)

// batchSource provides the batches of a training: from data in memory, or from a stream.
type batchSource struct {
	batches *train.Batches
	stream  *source.Stream
	epochs  int
	every   int // steps per epoch; 0 if only the stream determines them
	digest  func() (string, error)
}

// scaledOnce is the maximum number of values that are converted to the model's units at once. Larger data are not copied;
// their batches are converted when they are used, with identical results.
var scaledOnce = 4 << 20

// memory provides batches of training data in the model's units.
func memory(m *trained.Model, data samples.Data, digest func(*trained.Model) (string, error)) batchSource {
	s := batchSource{epochs: m.Config.Epochs, digest: func() (string, error) { return digest(m) }}
	dtype, _ := m.Config.Precision()
	units := m.Normalization
	if len(data.X) <= scaledOnce {
		data, units = units.Apply(data), samples.Normalization{}
	}
	s.batches = &train.Batches{Data: data, Units: units, Size: m.Config.BatchSize, Seed: uint64(m.Config.Seed), DType: dtype}
	if s.every = s.batches.PerEpoch(); m.Config.Optimizer.Name == settings.Armijo {
		s.every = 1 // each step takes all data
	}
	return s
}

// stream provides the batches of a dataset.
func stream(m *trained.Model, from Source) batchSource {
	dtype, _ := m.Config.Precision()
	targets := max(from.Outputs, 1)
	return batchSource{
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

// from returns the dataset that continues after the steps of a state.
func (s batchSource) from(state trainingState) gomlx.Dataset {
	if s.stream == nil {
		s.batches.Start = state.Step
		return s.batches
	}
	s.stream.Skip, s.stream.Used = state.Step, state.Batches
	return s.stream
}

// left returns the number of remaining steps after the given one, or an upper bound if the number is unknown.
func (s batchSource) left(step int) int {
	if s.every == 0 {
		return settings.MaxSteps - step
	}
	return s.epochs*s.every - step
}

// over reports whether the training has ended in this state.
func (s batchSource) over(state trainingState) bool {
	if s.every == 0 {
		return state.Epochs >= s.epochs
	}
	return s.left(state.Step) <= 0
}

// epoch returns the number of epochs completed by a step, and whether an epoch ends at this step.
func (s batchSource) epoch(step int) (n int, ends bool) {
	if s.every > 0 {
		return step / s.every, step%s.every == 0
	}
	mark := s.stream.Mark(step)
	return mark.Epoch, mark.Ends
}

// used returns the digest of the stream's batches up to a step.
func (s batchSource) used(step int) string {
	return s.stream.Mark(step).Used
}
