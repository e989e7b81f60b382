package settings

import (
	"fmt"
	"math"
	"reflect"

	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/train"
)

// maxCount bounds epochs, batch size and the kept steps of a history; a product
// of two counts does not overflow.
const maxCount = 1_000_000_000

// Validate checks every setting for inputs with d features.
func (c Config) Validate(d int) error {
	switch {
	case c.Epochs < 1 || c.Epochs > maxCount:
		return fmt.Errorf("igbo: %d epochs, expected at least 1 and at most %d", c.Epochs, maxCount)
	case c.BatchSize < 1 || c.BatchSize > maxCount:
		return fmt.Errorf("igbo: batch size %d, expected at least 1 and at most %d", c.BatchSize, maxCount)
	case c.BurnIn < 0:
		return fmt.Errorf("igbo: burn-in of %d steps, expected 0 or more", c.BurnIn)
	case !(c.Ridge >= 0) || math.IsInf(c.Ridge, 0):
		return fmt.Errorf("igbo: a ridge penalty of %g, expected 0 or more", c.Ridge)
	case c.HistoryEvery < 0:
		return fmt.Errorf("igbo: history of every %d steps, expected 0 (none) or more", c.HistoryEvery)
	case c.StepsPerCall != 0 && c.Driver().Validate() != nil:
		return fmt.Errorf("igbo: %w", named.Once("train", c.Driver().Validate()))
	}
	for _, part := range []interface{ Validate() error }{c.Optimizer, c.EarlyStopping, c.Checkpoints} {
		if err := part.Validate(); err != nil {
			return err
		}
	}
	if _, err := c.Precision(); err != nil {
		return err
	}
	if _, err := c.Build(); err != nil {
		return err
	}
	if err := c.Loss.Validate(); err != nil {
		return fmt.Errorf("igbo: %w", err)
	}
	if err := c.Output.Validate(); err != nil {
		return err
	}
	if err := c.Attribution.Validate(d); err != nil {
		return err
	}
	cfg, err := c.Wrapper()
	if err != nil {
		return err
	}
	return cfg.Validate()
}

// ValidateFor checks the settings together with the sizes of the data they
// are for: a counted target, the memory of the points, the steps in all.
func (c Config) ValidateFor(data samples.Data) error {
	if err := data.Validate(); err != nil {
		return err
	}
	if err := c.Validate(len(data.Features)); err != nil {
		return err
	}
	if err := data.ValidateBurnIn(c.BurnIn); err != nil {
		return err
	}
	dtype, err := c.Precision()
	if err != nil {
		return err
	}
	if err := c.Attribution.CheckMemory(min(c.BatchSize, data.Samples()), data.Steps, len(data.Features), dtype.Size()); err != nil {
		return err
	}
	perEpoch := (data.Samples()-1)/c.BatchSize + 1
	if c.HistoryEvery > 0 {
		if kept := float64(c.Epochs) * float64(perEpoch) / float64(c.HistoryEvery); kept > maxCount {
			return fmt.Errorf("igbo: a history of %.3g steps, some %.3g GiB, expected at most %d steps; raise HistoryEvery or set it to 0", kept, kept*stepBytes/(1<<30), maxCount)
		}
	}
	if steps := float64(c.Epochs) * float64(perEpoch); steps > MaxSteps {
		return fmt.Errorf("igbo: %.3g steps in %d epochs, expected at most %d", steps, c.Epochs, MaxSteps)
	}
	return nil
}

// MaxSteps bounds the steps of a training.
const MaxSteps = 1 << 50

// stepBytes is the size of a train.Step.
var stepBytes = float64(reflect.TypeFor[train.Step]().Size())
