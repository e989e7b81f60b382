// Package shapley computes Shapley values of features for models without a gradient: exactly for ensembles of trees ([Ensemble.Values]),
// and by sampling for any function ([Sampled]).
//
// The arguments are trees or a function of rows, the rows to explain, and background rows, which replace unknown features. The result is φ
// [N,K], each feature's share of f(x) − mean of f over the background, by Shapley's axioms for the interventional game
//
//	v(S) = mean over z of f(x_S, z_{N∖S})
//
// in which a feature (a player) can be a group of columns, such as those of a category.
package shapley
