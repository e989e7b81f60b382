package assessor

import (
	"errors"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/internal/limit"
)

// DefaultConfig returns a classifier with two hidden layers of 64 units, trained with Adam at 2e-3 for 1500
// steps of 64 series.
func DefaultConfig() Config {
	return Config{Hidden: 64, Steps: 1500, Batch: 64, LearningRate: 2e-3, NoiseMin: 0.1, NoiseMax: 1.5, HeldOut: 0.2, Seed: 1}
}

// The maximum values of settings.
const (
	maxHidden = 1 << 12
	maxSteps  = 1 << 30
	maxBatch  = 1 << 20
)

// Validate checks all settings.
func (c Config) Validate() error {
	if !(c.HeldOut > 0 && c.HeldOut < 1) {
		return fmt.Errorf("assessor: HeldOut is %g, want a share in (0, 1)", c.HeldOut)
	}
	return errors.Join(c.validateNetwork(), c.validateNoise())
}

func (c Config) validateNetwork() error {
	if err := limit.Check([]limit.Int{
		{Name: "Hidden", Value: c.Hidden, Min: 1, Max: maxHidden}, {Name: "Steps", Value: c.Steps, Min: 1, Max: maxSteps}, {Name: "Batch", Value: c.Batch, Min: 1, Max: maxBatch},
	}); err != nil {
		return fmt.Errorf("assessor: %w", err)
	}
	if !(c.LearningRate > 0) || math.IsInf(c.LearningRate, 1) {
		return fmt.Errorf("assessor: LearningRate is %g, want a positive number", c.LearningRate)
	}
	if c.Window < 0 {
		return fmt.Errorf("assessor: Window is %d steps, want at least 1, or 0 for the whole series", c.Window)
	}
	return c.Checkpoints.Validate()
}

func (c Config) validateNoise() error {
	if !(c.NoiseMin > 0) {
		return fmt.Errorf("assessor: NoiseMin must be positive, got %g", c.NoiseMin)
	}
	if !(c.NoiseMax >= c.NoiseMin) || math.IsInf(c.NoiseMax, 1) {
		return fmt.Errorf("assessor: NoiseMax must be finite and at least NoiseMin (%g), got %g", c.NoiseMin, c.NoiseMax)
	}
	return nil
}
