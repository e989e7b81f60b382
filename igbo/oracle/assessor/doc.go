// Package assessor measures how unlike the data points are: the validity assessor
// of the routing oracle (paper, section "Routing Oracle", two-phase training,
// phase 1), behind an interface that other assessors can implement.
//
// The inputs are Points, series in normalised units, and a [Config]. [Train] returns
// an [Assessor], frozen, whose energies a path is trained and
// judged by, with a threshold τ from held-out data.
//
// The assessor is a classifier of data against noise and noisy chords of pairs. In the committed
// result of study routing, 20 seeds of each law, its oracles keep the largest share of their paths in
// the data on all five laws: 0.989 on the curve, 0.975 on the ring, 0.677 on the moons, 0.917 on
// series and 0.872 on weather. Two others lost, and the library no longer has them; the last commit
// that does is accac944:
//
//   - the paper's choice, the discriminator of a generative adversarial network: 0.772, 0.857, 0.670,
//     0.488 and 0.777, where straight lines have 0.656, 0.599, 0.671, 0.489 and 0.848;
//   - a Gaussian kernel density, for few dimensions: 0.963 on the curve, where the error of the
//     attributions is 0.187 against the classifier's 0.180.
package assessor
