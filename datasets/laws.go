package datasets

import "github.com/igbolab/igbolab/datasets/law"

// The laws of package law: data whose truth is known.
type (
	// Law is a distribution of labelled series of T steps and D features whose truth
	// is known.
	Law = law.Law
	// Curve is the law of the study out-of-distribution: a parabola in the plane.
	Curve = law.Curve
	// Ring is a ring in the plane beside two features that say nothing.
	Ring = law.Ring
	// Moons are two half circles that reach into each other, beside two features that say nothing.
	Moons = law.Moons
	// AR is a wave that travels past three stations, with autoregressive noise.
	AR = law.AR
)

// FindLaw returns the law of a name, nil where there is none.
func FindLaw(name string) Law { return law.FindLaw(name) }

// LawNames lists the names of all laws.
func LawNames() []string { return law.LawNames() }
