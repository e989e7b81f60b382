package datasets

import "github.com/igbolab/igbolab/datasets/distribution"

// The distributions in package distribution, whose truth is known.
type (
	// Distribution is a distribution of labelled series of T steps and D features with a known truth.
	Distribution = distribution.Distribution
	// Curve is a parabola in the plane.
	Curve = distribution.Curve
	// Ring is a ring in the plane with two additional irrelevant features.
	Ring = distribution.Ring
	// Moons are two interleaved half circles with two additional irrelevant features.
	Moons = distribution.Moons
	// AR is a travelling wave at three stations with autoregressive noise.
	AR = distribution.AR
)

// FindDistribution returns the distribution with the given name, or nil if there is none.
func FindDistribution(name string) Distribution { return distribution.FindDistribution(name) }

// DistributionNames returns the names of all distributions.
func DistributionNames() []string { return distribution.DistributionNames() }
