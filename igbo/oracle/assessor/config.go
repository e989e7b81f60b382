package assessor

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// DefaultConfig returns the settings of a kind: for the classifiers Adam at 2e-3,
// 1500 steps on 64 series of data and two hidden layers of 64; for the density a
// bandwidth by held-out likelihood.
func DefaultConfig(kind Kind) Config {
	c := Config{Kind: kind, HeldOut: 0.2, Seed: 1}
	switch kind {
	case Contrastive:
		c.Hidden, c.Steps, c.Batch, c.LearningRate, c.NoiseMin, c.NoiseMax = 64, 1500, 64, 2e-3, 0.1, 1.5
	case GAN:
		c.Hidden, c.Steps, c.Batch, c.LearningRate, c.Latent, c.Penalty = 64, 2000, 64, 2e-3, 8, 0.3
	}
	return c
}

// The largest sizes of settings.
const (
	maxHidden = 1 << 12
	maxSteps  = 1 << 30
	maxBatch  = 1 << 20
	maxLatent = 1 << 12
)

// Validate checks every setting that the kind uses.
func (c Config) Validate() error {
	if !slices.Contains(Kinds(), c.Kind) {
		return fmt.Errorf("assessor: unknown kind %q, expected one of %q", c.Kind, Kinds())
	}
	if !(c.HeldOut > 0 && c.HeldOut < 1) {
		return fmt.Errorf("assessor: a share of %g held out, expected inside (0, 1)", c.HeldOut)
	}
	switch c.Kind {
	case Density:
		return c.validateDensity()
	case GAN:
		return errors.Join(c.validateNetwork(), c.validateGAN())
	}
	return errors.Join(c.validateNetwork(), c.validateNoise())
}

func (c Config) validateDensity() error {
	if !(c.Bandwidth >= 0) || math.IsInf(c.Bandwidth, 1) {
		return fmt.Errorf("assessor: a bandwidth of %g, expected a positive number, or 0 to choose it", c.Bandwidth)
	}
	return nil
}

func (c Config) validateNetwork() error {
	for _, n := range []struct {
		what       string
		value, max int
	}{{"hidden units", c.Hidden, maxHidden}, {"steps", c.Steps, maxSteps}, {"series in a batch", c.Batch, maxBatch}} {
		if n.value < 1 || n.value > n.max {
			return fmt.Errorf("assessor: %d %s, expected at least 1 and at most %d", n.value, n.what, n.max)
		}
	}
	if !(c.LearningRate > 0) || math.IsInf(c.LearningRate, 1) {
		return fmt.Errorf("assessor: a learning rate of %g, expected a positive number", c.LearningRate)
	}
	if c.Window < 0 {
		return fmt.Errorf("assessor: windows of %d steps, expected at least 1, or 0 for the whole series", c.Window)
	}
	return c.Checkpoints.Validate()
}

func (c Config) validateNoise() error {
	if !(c.NoiseMin > 0 && c.NoiseMax >= c.NoiseMin) || math.IsInf(c.NoiseMax, 1) {
		return fmt.Errorf("assessor: noise from %g to %g deviations, expected positive numbers, the smaller first", c.NoiseMin, c.NoiseMax)
	}
	return nil
}

func (c Config) validateGAN() error {
	switch {
	case c.Window != 0:
		return fmt.Errorf("assessor: windows of %d steps for a GAN, whose discriminator sees the whole series; expected 0", c.Window)
	case c.Latent < 1 || c.Latent > maxLatent:
		return fmt.Errorf("assessor: %d latent variables, expected at least 1 and at most %d", c.Latent, maxLatent)
	case !(c.Penalty >= 0) || math.IsInf(c.Penalty, 1):
		return fmt.Errorf("assessor: a gradient penalty of %g, expected a finite number of at least 0", c.Penalty)
	}
	return nil
}
