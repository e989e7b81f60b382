package settings

import (
	"fmt"
	"math"
	"reflect"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/train"
)

// maxCount is the maximum of epochs, batch size and recorded steps. It keeps products of two counts from
// overflowing.
const maxCount = 1_000_000_000

// Validate checks all settings for inputs with d features.
func (c Config) Validate(d int) error {
	switch {
	case c.Epochs < 1 || c.Epochs > maxCount:
		return fmt.Errorf("settings: Epochs is %d, want 1 to %d", c.Epochs, maxCount)
	case c.BatchSize < 1 || c.BatchSize > maxCount:
		return fmt.Errorf("settings: BatchSize is %d, want 1 to %d", c.BatchSize, maxCount)
	case c.BurnIn < 0:
		return fmt.Errorf("settings: BurnIn is %d, want 0 or more steps", c.BurnIn)
	case !(c.Ridge >= 0) || math.IsInf(c.Ridge, 0):
		return fmt.Errorf("settings: Ridge is %g, want 0 or more", c.Ridge)
	case c.HistoryEvery < 0:
		return fmt.Errorf("settings: HistoryEvery is %d, want 0 (no history) or more steps", c.HistoryEvery)
	case c.StepsPerCall != 0 && c.Driver().Validate() != nil:
		return c.Driver().Validate()
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
		return fmt.Errorf("settings: %w", err)
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

// ValidateFor checks the settings for the given data. A target must count, and the memory for the points and
// the number of steps must not be too large.
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
			return fmt.Errorf("settings: a history of %.3g steps, about %.3g GiB, is too large (max %d steps; raise HistoryEvery or set it to 0)", kept, kept*stepBytes/(1<<30), maxCount)
		}
	}
	if steps := float64(c.Epochs) * float64(perEpoch); steps > MaxSteps {
		return fmt.Errorf("settings: %.3g steps in %d epochs are too many (max %d)", steps, c.Epochs, MaxSteps)
	}
	return nil
}

// MaxSteps is the maximum number of steps of a training.
const MaxSteps = 1 << 50

// stepBytes is the size of a train.Step in bytes.
var stepBytes = float64(reflect.TypeFor[train.Step]().Size())
