// Package assessor says how unlike the data points are: the validity assessors
// of the routing oracle (paper, section "Routing Oracle", two-phase training,
// phase 1), behind one interface.
//
// What flows in: Points, series in normalised units, and a [Config]. What flows
// out of [Train]: an [Assessor], frozen, whose energies a path is trained and
// judged by, with a threshold τ from held-out data.
//
// There are three kinds: the discriminator of a generative adversarial network,
// as in the paper; a classifier of data against noise and noisy chords; and a
// kernel density for few dimensions.
package assessor
