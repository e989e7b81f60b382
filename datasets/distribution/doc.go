// Package distribution defines distributions of labelled points and series with a known truth: the support of
// the data, the distance of a point from it, the noise-free function of the inputs, and its attribution along
// every path.
//
// The methods of [Distribution] draw points for a seed, or evaluate given points. They return points, targets,
// distances and true attributions as plain numbers.
//
// Most programs use datasets.Curve, datasets.Ring, datasets.Moons and datasets.AR. Errors start with the prefix
// "datasets:".
package distribution
