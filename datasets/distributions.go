package datasets

import "github.com/igbolab/igbolab/datasets/distribution"

// The laws of package distribution: data whose truth is known.
type (
	// Distribution is a distribution of labelled series of T steps and D features whose truth
	// is known.
	Distribution = distribution.Distribution
	// Curve is the law of an example in study routing: a parabola in the plane.
	Curve = distribution.Curve
	// Ring is a ring in the plane beside two features that say nothing.
	Ring = distribution.Ring
	// Moons are two half circles that reach into each other, beside two features that say nothing.
	Moons = distribution.Moons
	// AR is a wave that travels past three stations, with autoregressive noise.
	AR = distribution.AR
)

// FindDistribution returns the law of a name, nil where there is none.
func FindDistribution(name string) Distribution { return distribution.FindDistribution(name) }

// DistributionNames lists the names of all laws.
func DistributionNames() []string { return distribution.DistributionNames() }
