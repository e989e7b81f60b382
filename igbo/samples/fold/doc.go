// Package fold divides samples into folds for cross-validation, optionally by stratum and cluster.
package fold
