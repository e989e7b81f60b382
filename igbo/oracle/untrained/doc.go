// Package untrained makes integration paths without a trained generator. They are the baselines
// that beat the routing oracle in the committed result of study routing; see package oracle.
//
// The input is [Pairs] of a baseline and an input. The result is an
// [attribution.PiecewiseLinear] whose anchors were found beforehand, one list for each pair:
//
//	Geodesic  the shortest path in a neighbour graph of the data
//	Relaxed   anchors that descend length and validity, pair by pair
//	Fixed     anchors that the caller knows
//
// The straight line is [attribution.Straight], and several baselines are in
// [attribution.Config]. Points are in the units that the model takes.
package untrained
