// Package assessor scores how atypical a point is, compared with the data. It implements phase 1 of the routing
// oracle's training (paper, section "Routing Oracle").
//
// [Train] takes [Points], which are series in normalised units, and a [Config]. It returns a frozen [Assessor]
// and determines its threshold τ on held-out data. The energies of the assessor are used to train and to
// evaluate integration paths.
//
// The assessor is a classifier that separates data from noise and from noisy chords between pairs of data
// points. The paper uses the discriminator of a generative adversarial network instead. In study routing, the
// classifier kept a larger share of the paths in the data than a discriminator or a kernel density, so only the
// classifier remains. Other assessors can implement the interface.
package assessor
