// Package estimate says whether s_u > s_v: how probable it is that the mean score of one
// feature over a batch exceeds that of another.
//
// What flows in: scores H [N,D] ([NewSample]), or their rows one at a time ([Moments], which
// merge), and the settings of an estimate ([Config]). What flows out: for every pair of
// features the deviation of s_u − s_v and two probabilities ([Estimator]), and p-values
// ([Corrected]). It knows numbers alone: package dag draws a graph of them.
package estimate
