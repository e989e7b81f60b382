// Package estimate estimates the probability that the mean score of one feature over a batch
// exceeds that of another, s_u > s_v.
//
// [NewSample] divides scores H [N,D] into batches, as a [Config] specifies. [Sample.Estimator]
// returns an [Estimator], which provides the standard deviation of s_u − s_v and the probabilities
// of s_u > s_v and s_v > s_u for every pair of features. [Sample.Correct] returns p-values that are
// corrected for multiple testing ([Corrected]). Package dag builds graphs from these estimates.
package estimate
