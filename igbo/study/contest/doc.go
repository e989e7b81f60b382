// Package contest compares ways to learn from few data what is known of them, under one
// budget of tuning. In flow problems ([Problem]: data, and what is known of the
// features) and methods ([Method]); out flow fitted models, their errors, and rows of a table
// that say how a method does beside a reference ([Compare]). Studies are made of it.
//
// # Rules
//
// Every method sees the training data, and of the rest what its name says: an order, signs,
// suspects, a teacher. Each has a grid of as many strengths ([GridSize]), or none to tune, and
// [Tune] chooses by k-fold cross-validation with the same folds for all. A table says how each was tuned.
// Ratios are of mean errors over draws, with the interval of a paired bootstrap; beside them stand
// a paired test, and how often a method won.
package contest
