// Package shapley gives the importance of features to what has no gradient: of ensembles of trees
// exactly ([Ensemble.Values]), of any function by sampling ([Sampled]).
//
// What flows in: trees, or a function of rows, with rows to explain and a background, the rows that stand for not
// knowing. What flows out: φ [N,K], each feature's part in f(x) − mean of f over the background, by Shapley's
// axioms of the interventional game
//
//	v(S) = mean over z of f(x_S, z_{N∖S})
//
// where a feature (a player) may be a group of columns, such as those of a category.
package shapley
