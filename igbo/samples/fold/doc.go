// Package fold deals samples into folds for cross-validation. Its inputs are the number of samples, their strata and
// their clusters; it returns the rows to train on and those held out.
package fold
