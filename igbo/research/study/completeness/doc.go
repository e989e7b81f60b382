// Package completeness measures the completeness gap of quadrature rules: the difference between the sum of attributions and
// the change of the output. It is the only error of an attribution that can be computed without the truth. Use it to choose a
// rule and a number of points for your model; it has no study command.
//
// The inputs are a trained model and its data. The result has the gap of every quadrature rule for several numbers of points,
// and a figure. A few attributions are fast, so there are no cached runs and no seeds.
//
// On smooth models, the gap falls with the number M of gradients: as M^−1 for end points, as M^−2 for midpoints and trapezoids,
// and faster than any power for Gauss–Legendre. On networks with kinks, all rules fall at a similar rate.
package completeness
