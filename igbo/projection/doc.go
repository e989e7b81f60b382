// Package projection combines two gradients into one descent direction. It implements the mapping P of the
// paper, a continuous variant, and related rules from multi-task learning. Use it to train on two losses with
// any optimiser, or to compare such rules.
//
// Every rule returns v = a1·g1 + a2·g2. The weights (a1, a2) depend on the trade-off λ in (0, 1) and on three
// numbers:
//
//	n1 = g1·g1,  n2 = g2·g2,  c = g1·g2
//
// A [Rule] computes the weights for float64 or for graph nodes, so combining two vectors takes only three dot
// products and one linear combination. [Rules] lists the rules and their guarantees. [Normalized] makes a rule
// independent of the units of the losses.
//
// The documentation of the rules uses the orthogonal components of the gradients and the cone of shared
// descent:
//
//	g1⊥2 = g1 − (c/n2)·g2,  g2⊥1 = g2 − (c/n1)·g1
//	C_SD = {a1·g1 + a2·g2 : a1, a2 > 0, v·g1 > 0, v·g2 > 0}
//
// # Small and large gradients
//
// Rules use no tolerance and treat only exact zeros specially. To treat small norms as zero, pass a relative
// tolerance to [Classify], [Weights] or [WeightsNode].
//
// [Combine] and its graph counterpart [CombineNode] scale gradients by a power of two if their squares would
// overflow or underflow. They support magnitudes from 1e-300 to 1e300 in float64, and from 1e-38 to 1e38 in
// float32. A gradient counts as zero if its square underflows relative to the other one, for a ratio of norms
// below 1e-19 in float32 at worst. Two gradients count as collinear if the angle between their lines is below
// √ε.
package projection
