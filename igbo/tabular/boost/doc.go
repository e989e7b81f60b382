// Package boost fits gradient-boosted trees for the squared, logistic and Poisson loss.
//
// Use it as the non-linear reference next to the linear models of package linear: it takes the same table and returns
// predictions in the same units. [Fit] and [Choose] take a table, a loss and settings, and return a [Model].
// [Fit] grows a given number of trees. [Choose] picks that number and the size of the trees on inner folds, then fits all rows.
//
// # Algorithm
//
// The inputs of every column are sorted into at most 255 bins. Each tree grows leaf by leaf: the split with the largest
// gain of the second-order approximation of the loss comes first. A leaf's value is a Newton step, multiplied by the learning rate.
// A missing value (NaN) goes to the side that the split learned. The methods are those of LightGBM and of
// scikit-learn's HistGradientBoosting.
//
// A column with a direction of +1 never lowers a prediction when it grows, and one of −1 never raises it.
// Nothing is drawn at random: equal data and settings give equal models.
package boost
