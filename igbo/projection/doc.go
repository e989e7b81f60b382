// Package projection combines two gradients into one descent direction: the
// paper's mapping P, its continuous variant, and its relatives from
// multi-task learning.
//
// What flows in: two gradients and λ. What flows out: one direction, as numbers
// or as nodes of a graph.
//
// Every rule is v = a1·g1 + a2·g2 with (a1, a2) a function of three numbers,
//
//	n1 = g1·g1,  n2 = g2·g2,  c = g1·g2,
//
// and of the trade-off λ in (0, 1). So a [Rule] is a small value that knows
// these weights, once for float64 and once for graph nodes, and the vectors
// are touched twice: three dot products, one combination. Rules apply no
// tolerance: only exactly zero norms are special. What counts as negligible is
// the caller's business: [Classify], [Weights] and [WeightsNode] take a relative
// tolerance.
//
// [Combine] and its twin [CombineNode] scale gradients by a power of two where
// their squares would overflow or vanish: from 1e-300 to 1e300 in float64, from
// 1e-38 to 1e38 in float32. Where one gradient is so much shorter than the other
// that its square vanishes beside it (a ratio below 1e-19 in float32 at worst)
// it counts as zero. Two gradients that are within an angle of √ε of each other,
// or of opposite, are collinear to the three numbers.
//
//	g1⊥2 = g1 − (c/n2)·g2,  g2⊥1 = g2 − (c/n1)·g1
//	C_SD = {a1·g1 + a2·g2 : a1, a2 > 0, v·g1 > 0, v·g2 > 0}
//
// What the rules promise on gradients that are not collinear, checked by the
// tests over samplers of gradients: v lies in C_SD; v descends on both
// objectives (C_SD without a1, a2 > 0); v ascends on neither; v(s·g1, s·g2) =
// s·v(g1, g2); exchanging the objectives and λ with 1−λ changes nothing; v is
// continuous at c = 0 for every λ; v = 0 at exactly opposite gradients; the
// direction of v does not depend on the scale of one objective.
//
//	rule               C_SD  descends  no-ascent  homogeneous  symmetric  continuous  stationary  unit-free
//	paper              yes   yes       yes        yes          yes        no          yes         no
//	continuous         yes   yes       yes        yes          yes        yes         yes         no
//	weighted-sum       no    no        no         yes          yes        yes         no          no
//	pcgrad             yes   yes       yes        yes          yes        yes         yes         no
//	mgda               no    yes       yes        yes          yes        yes         yes         no
//	imtl-g             yes   yes       yes        yes          yes        yes         yes         yes
//	dual-proj          no    no        yes        yes          yes        yes         yes         no
//	cagrad             no    no        no         yes          yes        yes         no          no
//	aligned-mtl        no    no        no         yes          yes        yes         yes         no
//	feasibility-first  no    no        no         no           no         yes         no          yes
//
// MGDA leaves C_SD where the shorter gradient itself is the shortest vector;
// DualProj touches its boundary. [Normalized] makes every rule unit-free.
package projection
