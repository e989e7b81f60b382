// Package untrained builds integration paths without a trained generator. They are alternatives to the routing
// oracle; package oracle compares them.
//
// Each function takes [Pairs] of baselines and inputs and returns an [attribution.PiecewiseLinear] with
// precomputed anchors for each pair:
//
//	Geodesic  the shortest path in a neighbour graph of the data
//	Relaxed   anchors that minimise length and invalidity for each pair
//	Fixed     anchors that the caller provides
//
// All points are in the units that the model takes. For straight lines use [attribution.Straight], and for
// several baselines [attribution.Config].
package untrained
