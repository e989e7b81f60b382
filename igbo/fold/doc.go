// Package fold deals samples into folds for cross-validation. In flow their number, strata and
// clusters; out flow the rows to train on and those held out.
package fold
