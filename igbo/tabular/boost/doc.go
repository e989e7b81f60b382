// Package boost fits gradient-boosted trees for the squared, logistic and Poisson losses.
//
// Use it as a non-linear reference for the linear models of package linear: it takes the same table
// and returns predictions in the same units. [Fit] and [Choose] take a table, a loss and settings,
// and return a [Model]. [Fit] grows a given number of trees. [Choose] selects the number and the
// size of the trees on inner folds, and then fits all rows.
//
// # Algorithm
//
// The values of every column are divided into at most 255 bins. Each tree grows leaf by leaf: the
// split with the largest gain in the second-order approximation of the loss is made first. The
// value of a leaf is a Newton step, multiplied by the learning rate. Each split learns to which
// side missing values (NaN) go. LightGBM and scikit-learn's HistGradientBoosting use the same
// methods.
//
// If a column has direction +1, predictions never decrease when it increases; with direction −1,
// they never increase. Fitting is deterministic: the same data and settings give the same model.
package boost
