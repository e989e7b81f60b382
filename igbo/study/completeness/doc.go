// Package completeness measures by how much quadrature misses completeness,
// the one error of an attribution that can be computed without knowing the truth. In
// flow a trained model and its data; out flow the gaps of every quadrature rule for
// several numbers of points, and their figure. It measures one model, so that it
// has no cells: a few attributions are quick, and a model's weights are no settings.
//
// The question is how the gap falls with the number M of gradients paid for: as M^−1
// for ends, M^−2 for midpoints and trapezoids, faster than any power for
// Gauss–Legendre, on smooth models; the rivals are the rules. There are no seeds. On
// networks with kinks all of them fall alike, which would change one's choice of rule.
package completeness
