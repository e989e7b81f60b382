// Package benchmark implements methods that learn from few data and from prior knowledge, with the same tuning budget for all.
// Use it to compare your method with the others: pass it to [Enter], which adds a method to a trial (package trial).
//
// A [Problem] has data and knowledge of the features. A [Method] fits a model to it and returns the error. The trial compares
// the errors with those of a reference.
//
// # Rules
//
// Every method sees the training data, and the knowledge in its name: an order, signs, suspects, or a teacher. Each has a grid
// with the same number of strengths ([GridSize]), or nothing to tune. [Tune] chooses the strength by k-fold cross-validation
// with the same folds for all. [Tuning] describes the choice.
package benchmark
