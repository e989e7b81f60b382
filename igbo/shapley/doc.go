// Package shapley computes Shapley values of features for models without gradients: exactly for tree ensembles
// ([Ensemble.Values]), and by sampling for any function ([Sampled]).
//
// The functions take trees or a function, the rows to explain, and background rows that replace unknown
// features. They return φ [N,K], the contribution of each feature to f(x) minus the mean of f over the
// background. The values satisfy Shapley's axioms for the interventional game
//
//	v(S) = mean over z of f(x_S, z_{N∖S})
//
// A feature (a player) may be a group of columns, such as those of a categorical feature.
package shapley
