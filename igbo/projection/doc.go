// Package projection combines two gradients into one descent direction: the
// paper's mapping P, its continuous variant, and its relatives from
// multi-task learning.
//
// Every rule is v = a1·g1 + a2·g2 with (a1, a2) a function of three numbers,
//
//	n1 = g1·g1,  n2 = g2·g2,  c = g1·g2,
//
// and of the trade-off λ in (0, 1). So a [Rule] is a small value that knows
// these weights, once for float64 and once for graph nodes, and the vectors
// are touched twice: three dot products, one combination. Rules apply no
// tolerance: only exactly zero norms and exactly opposite gradients are
// special. What counts as negligible is the caller's business: [Classify] and
// [WeightsNode] take a relative tolerance.
//
//	g1⊥2 = g1 − (c/n2)·g2,  g2⊥1 = g2 − (c/n1)·g1
//	C_SD = {a1·g1 + a2·g2 : a1, a2 > 0, v·g1 > 0, v·g2 > 0}
package projection
