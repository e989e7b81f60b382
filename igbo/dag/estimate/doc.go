// Package estimate estimates how probable s_u > s_v is: that the mean score of one feature
// over a batch exceeds that of another.
//
// [NewSample] cuts scores H [N,D] into batches by the settings of an estimate ([Config]).
// [Sample.Estimator] returns, for every pair of features, the standard deviation of s_u − s_v
// and two probabilities ([Estimator]), and [Sample.Correct] returns p-values ([Corrected]).
// Package dag draws a graph from them.
package estimate
