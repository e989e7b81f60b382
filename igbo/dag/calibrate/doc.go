// Package calibrate measures the error rates of estimated importance graphs.
//
// [Run] draws scores from a distribution with a known order ([Truth]) and builds a graph with the
// options of dag.Build, many times. It returns a [Result]: the shares of false, reversed and found
// edges, and the coverage of the intervals.
package calibrate
