// Package projection combines two gradients into one descent direction: by the paper's mapping P, its continuous variant, and related
// rules from multi-task learning.
//
// Use it to train on two losses with any optimiser, or to compare such rules. A rule takes two gradients and λ, and returns one direction,
// as numbers or as graph nodes.
//
// Every rule is v = a1·g1 + a2·g2 with (a1, a2) a function of three numbers,
//
//	n1 = g1·g1,  n2 = g2·g2,  c = g1·g2,
//
// and of the trade-off λ in (0, 1). A [Rule] computes these weights, for float64 and for graph nodes, so the vectors need only three dot
// products and one combination. Rules use no tolerance and treat only exact zeros specially. To treat small norms as zero, pass a relative
// tolerance to [Classify], [Weights] or [WeightsNode].
//
// [Combine] and its graph counterpart [CombineNode] scale gradients by a power of two if their squares would overflow or underflow: from
// 1e-300 to 1e300 in float64, from 1e-38 to 1e38 in float32. A gradient counts as zero if it is so much shorter than the other that its
// square underflows (a ratio below 1e-19 in float32 at worst). Two gradients within an angle of √ε of equal or opposite directions count
// as collinear.
//
//	g1⊥2 = g1 − (c/n2)·g2,  g2⊥1 = g2 − (c/n1)·g1
//	C_SD = {a1·g1 + a2·g2 : a1, a2 > 0, v·g1 > 0, v·g2 > 0}
//
// [Rules] returns the rules with their guarantees. [Normalized] makes every rule independent of the units of the losses.
package projection
