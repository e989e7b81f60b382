// Package rival makes integration paths without a learned generator, to stand
// beside those of a routing oracle.
//
// What flows in: [Pairs] of a baseline and an input. What flows out: an
// [attribution.PiecewiseLinear] whose anchors were found beforehand, one list a pair:
//
//	Geodesic  the shortest way in a neighbour graph of the data
//	Relaxed   anchors that descend length and validity, pair by pair
//	Guided    Guided IG: features with small gradients move first
//
// The straight line is [attribution.Straight], and several baselines are in
// [attribution.Config]. Points are in the units in which the model gets them.
package rival
